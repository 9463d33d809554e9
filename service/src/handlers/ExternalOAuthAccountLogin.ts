import type { ExternalOAuthAccountLoginRequest, LoginResult } from '@soapwright/generated/remote-file-service/server';
import { emailAddress } from '../domain/account-names.ts';
import { providerOf } from '../sign-in/complete-sign-in.ts';
import { signInByPageCode } from '../sign-in/ldap/sign-in-by-page.ts';
import { signInByCode } from '../sign-in/oidc/sign-in-by-code.ts';
import { noIdentityProvider } from '../sign-in/sign-in-context.ts';
import type { Context } from './context.ts';
import { resultOf } from './run-operation.ts';

/** Logs in to an account using an OAuth code issued by an external identity provider. */
export async function ExternalOAuthAccountLogin(
  request: ExternalOAuthAccountLoginRequest,
  context: Context,
): Promise<LoginResult> {
  const rejected = (ErrorMessage: string): LoginResult => ({ ErrorMessage });
  return await resultOf(context, { apiKey: request.APIKey, rejected }, async (apiKey) => {
    const email = emailAddress(request.EmailAddress);
    const { clientId, provider } = await providerOf(context.state, apiKey, email);
    const { ApplicationType: applicationType, ExternalOAuthCode: code } = request;
    if (provider.kind === 'LDAP') {
      return await signInByPageCode(context, { apiKey, clientId, provider, email, applicationType, code });
    }
    if (provider.kind !== 'OIDC') throw noIdentityProvider();
    return await signInByCode(context, { apiKey, clientId, provider, email, applicationType, code });
  });
}
