import type { LoginResult, SAMLAccountLoginRequest } from '@soapwright/generated/remote-file-service/server';
import { Rejection } from '../common/rejection.ts';
import { emailAddress } from '../domain/account-names.ts';
import { providerOf } from '../sign-in/complete-sign-in.ts';
import { signInBySaml } from '../sign-in/saml/sign-in-by-saml.ts';
import { noIdentityProvider } from '../sign-in/sign-in-context.ts';
import type { Context } from './context.ts';
import { resultOf } from './run-operation.ts';

/** Logs in to an account using a SAML 2.0 security token. */
export async function SAMLAccountLogin(request: SAMLAccountLoginRequest, context: Context): Promise<LoginResult> {
  const rejected = (ErrorMessage: string): LoginResult => ({ ErrorMessage });
  return await resultOf(context, { apiKey: request.APIKey, rejected }, async (apiKey) => {
    const email = emailAddress(request.EmailAddress);
    const token = request.SAMLToken;
    if (token === undefined || token === '') throw new Rejection('InvalidValue', 'SAMLToken is missing.');
    const { clientId, provider } = await providerOf(context.state, apiKey, email);
    if (provider.kind !== 'SAML2') throw noIdentityProvider();
    return await signInBySaml(context, { apiKey, clientId, provider, email, token });
  });
}
