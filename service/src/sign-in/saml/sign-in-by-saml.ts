import type { LoginResult } from '@soapwright/generated/remote-file-service/server';
import { Rejection } from '../../common/rejection.ts';
import { type EmailAddress, parseEmailAddress } from '../../domain/account-names.ts';
import { subjectsOf } from '../../domain/check-credentials.ts';
import type { ApiKey } from '../../storage/credentials.ts';
import type { SamlProvider } from '../../storage/identity-providers.ts';
import { consumePendingSignIn, markAssertionUsed } from '../../storage/sign-ins.ts';
import type { Db } from '../../storage/tables.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import type { SignInContext, SignInState } from '../sign-in-context.ts';
import { readToken, type VerifiedToken } from './read-token.ts';
import { rejected } from './saml-rejection.ts';

/** A sign-in with a token. */
export interface TokenSignIn {
  readonly apiKey: ApiKey;
  readonly clientId: number;
  /** The provider of the tenant. */
  readonly provider: SamlProvider;
  /** The e-mail address that the caller claims. */
  readonly email: EmailAddress;
  /** Base64 of a SAML 2.0 Response or Assertion. */
  readonly token: string;
}

/**
 * Creates a session for a token: SAMLAccountLogin once the provider is known. A rejected token counts as a wrong guess for
 * the account.
 *
 * @throws {Rejection}
 */
export async function signInBySaml(context: SignInContext, bearer: TokenSignIn): Promise<LoginResult> {
  const { clientId, email } = bearer;
  const subjects = subjectsOf(context, { kind: 'account', id: `sign-in/${clientId}/${email.folded}` });
  let why: Rejection | undefined;
  const result = await context.state.guard.guarded(subjects, async () => {
    try {
      return await attempt(context, bearer);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      why = error;
      return undefined;
    }
  });
  if (result === undefined) throw why;
  return result;
}

/**
 * Assertion, request and session are one transaction: a rejected token consumes neither. Retrying an invalid token gains
 * nothing, and nobody can consume another user's request.
 */
async function attempt(
  { state, requestId }: SignInContext,
  { token, provider, ...who }: TokenSignIn,
): Promise<LoginResult> {
  const vouched = readToken(provider, token, state.now());
  const email = parseEmailAddress(vouched.name);
  if (email?.folded !== who.email.folded) throw rejected('the subject is not this e-mail address');
  if (vouched.inResponseTo === undefined && !provider.unsolicited) {
    throw rejected('unsolicited, which the tenant does not accept');
  }
  return await state.commits.run(async (transaction) => {
    await consumeRequest(transaction, state, who, vouched.inResponseTo);
    await markUsed(transaction, state, who.clientId, provider.issuer, vouched);
    return await completeSignIn(transaction, state, {
      ...who,
      requestId,
      email,
      kind: provider.kind,
      endsAt: vouched.sessionEndsAt,
    });
  });
}

async function consumeRequest(
  transaction: Db,
  { hashes, now }: SignInState,
  { clientId: client_id, email }: Pick<TokenSignIn, 'clientId' | 'email'>,
  inResponseTo: string | undefined,
): Promise<void> {
  if (inResponseTo === undefined) return;
  const states = hashes.all('sign-in-state', inResponseTo);
  const pending = await consumePendingSignIn(transaction, states, { client_id, kind: 'SAML2' }, now());
  if (pending === undefined) throw rejected('the request is unknown, used or expired');
  if (pending.email_folded !== email.folded) throw rejected("the request is another user's");
}

async function markUsed(
  transaction: Db,
  { hashes, now }: SignInState,
  clientId: number,
  issuer: string,
  { assertionId, expiresAt }: VerifiedToken,
): Promise<void> {
  // Checked again, since the record of its use may be deleted once it has expired.
  if (now() >= expiresAt) throw rejected('the assertion is not valid at this time');
  // JSON separates the three values unambiguously.
  const assertion = JSON.stringify([clientId, issuer, assertionId]);
  const all = hashes.all('saml-assertion', assertion);
  if (!(await markAssertionUsed(transaction, hashes.new('saml-assertion', assertion), all, expiresAt)))
    throw rejected('the assertion was used before');
}
