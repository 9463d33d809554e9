import type { LoginResult } from '@soapwright/generated/remote-file-service/server';
import { Rejection } from '../../common/rejection.ts';
import { isOneOf } from '../../secrets/secret-tokens.ts';
import type { LdapProvider } from '../../storage/identity-providers.ts';
import { consumePendingSignIn } from '../../storage/sign-ins.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { type CodeSignIn, clientOf, guarded, readExternalCode } from '../oidc/sign-in-by-code.ts';
import { type SignInContext, signInRejected } from '../sign-in-context.ts';

/** The text whose hash a pending sign-in keeps, apart from states. */
export function codeText(code: string): string {
  return `code ${code}`;
}

/**
 * Redeems a code of the service's own sign-in page, and creates a session: ExternalOAuthAccountLogin for a directory.
 *
 * @throws {Rejection}
 */
export async function signInByPageCode(context: SignInContext, bearer: CodeSignIn<LdapProvider>): Promise<LoginResult> {
  const { state, requestId } = context;
  const { apiKey, clientId: client_id, provider, email } = bearer;
  const { applicationType, redirectUri } = clientOf(provider, bearer.applicationType);
  const given = readExternalCode(bearer.code, redirectUri);
  const code = given.parameters.get('code') ?? '';
  const outcome = await guarded(context, bearer, async () => {
    const states = state.hashes.all('sign-in-state', given.state ?? '');
    const pending = await consumePendingSignIn(state.db, states, { client_id, kind: 'OIDC' }, state.now());
    if (pending === undefined) throw signInRejected('the state is unknown, used or expired');
    if (pending.email_folded !== email.folded) throw signInRejected('the state belongs to another e-mail address');
    if (pending.application_type !== applicationType) throw signInRejected('the state belongs to another client');
    const codes = state.hashes.all('sign-in-state', codeText(code));
    if (pending.nonce !== null || !isOneOf(pending.pkce_verifier ?? '', codes)) {
      throw signInRejected('the code is not that of the sign-in page');
    }
    return email;
  });
  if (outcome instanceof Rejection) throw outcome;
  const signedIn = { requestId, apiKey, clientId: client_id, kind: provider.kind, email: outcome };
  return await state.commits.run((transaction) => completeSignIn(transaction, state, signedIn));
}
