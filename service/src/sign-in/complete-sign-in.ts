import type { LoginResult } from '@soapwright/generated/remote-file-service/server';
import { type EmailAddress, storedStrictForm } from '../domain/account-names.ts';
import { mayAccess } from '../domain/check-credentials.ts';
import { randomToken } from '../secrets/secret-tokens.ts';
import { accountByEmail } from '../storage/accounts.ts';
import { audit } from '../storage/audit-log.ts';
import type { ApiKey } from '../storage/credentials.ts';
import { type IdentityProvider, openedProvider, type TenantProvider } from '../storage/identity-providers.ts';
import { insertSession } from '../storage/sign-ins.ts';
import type { Db } from '../storage/tables.ts';
import { noIdentityProvider, type SignInState, signInRejected } from './sign-in-context.ts';

/**
 * Finds the tenant of an e-mail address by its domain, with its identity provider.
 *
 * @throws {Rejection} `NoIdentityProvider`, the same for an unknown domain, a tenant without a provider, and a tenant
 *   that the API key has no access to.
 */
export async function providerOf(
  { lookups, seals }: Pick<SignInState, 'lookups' | 'seals'>,
  apiKey: ApiKey,
  email: EmailAddress,
): Promise<TenantProvider> {
  const found = await lookups.providerOfDomain.find({ domain: email.domain });
  if (found === undefined || !mayAccess(apiKey, found.clientId)) throw noIdentityProvider();
  return openedProvider(seals, found);
}

/** A user whom an identity provider has authenticated. */
export interface SignedIn {
  readonly requestId: string;
  readonly apiKey: ApiKey;
  /** The provider's tenant. */
  readonly clientId: number;
  readonly kind: IdentityProvider['kind'];
  /** As the provider asserts it. */
  readonly email: EmailAddress;
  /** When the provider's session ends, in milliseconds since 1970; limits ours (saml-profiles 2.0, 4.1.4.3). */
  readonly endsAt?: number | undefined;
}

/**
 * Creates a session of the account with an e-mail address, in the transaction that consumes the provider's token. The
 * account must belong to the tenant: another account with that address was not authenticated by the provider. And it must
 * have exactly that address, not one with the same folded form.
 *
 * @throws {Rejection} `SignInRefused` when there is no such account.
 */
export async function completeSignIn(
  transaction: Db,
  { hashes, seals, now, signInTimes }: Pick<SignInState, 'hashes' | 'seals' | 'now' | 'signInTimes'>,
  { requestId, apiKey, clientId, kind, email, endsAt = Number.POSITIVE_INFINITY }: SignedIn,
): Promise<LoginResult> {
  const account = await accountByEmail.first(transaction, { emailFolded: email.folded, clientId });
  if (account === undefined || storedStrictForm(account.email, account.emailFolded) !== email.strict) {
    throw signInRejected('no account of the tenant has this e-mail address');
  }
  if (account.deactivatedAt !== null) throw signInRejected('the account is deactivated');
  const token = randomToken();
  const createdAt = now();
  const { hash, keyId: key_id } = hashes.new('session-token', token);
  await insertSession(transaction, {
    hash,
    key_id,
    account_id: account.id,
    api_key_id: apiKey.id,
    created_at: createdAt,
    expires_at: Math.min(createdAt + signInTimes.session, endsAt),
  });
  const subject = `account:${account.id}`;
  await audit(
    transaction,
    { actor: `api-key:${apiKey.name}`, action: 'signed-in', subject, requestId, details: { clientId, kind } },
    createdAt,
  );
  return {
    ErrorMessage: '',
    Token: token,
    ClientEncryptedPassword: seals.seal(
      'client-encrypted-password',
      `${account.id} ${apiKey.id}`,
      JSON.stringify({ account: account.id, apiKey: apiKey.id, issued: createdAt, id: randomToken() }),
    ),
  };
}
