import type { LoginResult } from '@soapwright/generated/remote-file-service/server';
import { type EmailAddress, emailAddress } from '../domain/account-names.ts';
import { mayAccess } from '../domain/check-credentials.ts';
import { randomToken } from '../secrets/tokens.ts';
import { audit } from '../storage/audit-log.ts';
import type { ApiKey } from '../storage/credentials.ts';
import { findProviderOfDomain, type IdentityProvider, type TenantProvider } from '../storage/identity-providers.ts';
import { insertSession } from '../storage/sign-ins.ts';
import type { Db } from '../storage/tables.ts';
import type { SignInState } from './sign-in-context.ts';
import { noIdentityProvider, signInRejected } from './sign-in-context.ts';

/**
 * The tenant that has the domain of an e-mail address, with its identity provider.
 *
 * @throws {Rejection} `NoIdentityProvider`, the same for an unknown domain, a tenant without a provider, and one that the
 * API key does not reach.
 */
export async function providerOf(
  { db, seals }: Pick<SignInState, 'db' | 'seals'>,
  apiKey: ApiKey,
  email: EmailAddress,
): Promise<TenantProvider> {
  const found = await findProviderOfDomain(db, seals, email.domain);
  if (found === undefined || !mayAccess(apiKey, found.clientId)) throw noIdentityProvider();
  return found;
}

/** Somebody whom a provider vouches for. */
export interface SignedIn {
  readonly apiKey: ApiKey;
  /** The tenant whose provider it is. */
  readonly clientId: number;
  readonly kind: IdentityProvider['kind'];
  /** As the provider's word says it. */
  readonly email: EmailAddress;
  /** When the provider ends the session, in milliseconds since 1970: ours lasts no longer (saml-profiles 2.0, 4.1.4.3). */
  readonly endsAt?: number | undefined;
}

/**
 * Begins a session of the account with an e-mail address, in the transaction that uses up the provider's word. The
 * account must be one of the tenant: another one of that address was made by somebody whom the provider never saw. And it
 * must be of that very address, not of one that only folds to the same.
 *
 * @throws {Rejection} `SignInRefused` when there is none.
 */
export async function completeSignIn(
  transaction: Db,
  { hashes, seals, now, signInTimes }: Pick<SignInState, 'hashes' | 'seals' | 'now' | 'signInTimes'>,
  { apiKey, clientId, kind, email, endsAt = Number.POSITIVE_INFINITY }: SignedIn,
): Promise<LoginResult> {
  const account = await transaction
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('email_folded', '=', email.folded)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (account === undefined || emailAddress(account.email).strict !== email.strict) {
    throw signInRejected('no account of the tenant has this e-mail address');
  }
  const token = randomToken();
  const createdAt = now();
  await insertSession(transaction, {
    hash: hashes.of('session-token', token),
    accountId: account.id,
    apiKeyId: apiKey.id,
    createdAt,
    expiresAt: Math.min(createdAt + signInTimes.session, endsAt),
  });
  const subject = `account:${account.id}`;
  await audit(
    transaction,
    { actor: `api-key:${apiKey.name}`, action: 'signed-in', subject, details: { clientId, kind } },
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
