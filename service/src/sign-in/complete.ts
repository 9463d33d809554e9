import type { LoginResult } from '@soapwright/generated/remote-file-service/server';
import { type EmailAddress, emailAddress } from '../domain/email-address.ts';
import { randomToken } from '../secrets/random.ts';
import type { ApiKey } from '../storage/api-keys.ts';
import { audit } from '../storage/audit.ts';
import type { IdentityProvider } from '../storage/identity-provider.ts';
import { insertSession } from '../storage/sessions.ts';
import type { Db } from '../storage/tables.ts';
import { signInRefused } from './refusal.ts';
import type { SignInState } from './sign-in-context.ts';

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
 * @throws {Refusal} `SignInRefused` when there is none.
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
    throw signInRefused('no account of the tenant has this e-mail address');
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
