import type { ExternalOAuthAccountLoginRequest, LoginResult } from '@soapwright/generated/remote-file-service/server';
import { checkApiKey } from '../access/api-key.ts';
import { resultOf } from '../refusal/answer.ts';
import { noIdentityProvider } from '../sign-in/refusal.ts';
import type { Context } from './context.ts';

/** Logs in to an account using an OAuth code issued by an external identity provider. */
export async function ExternalOAuthAccountLogin(
  request: ExternalOAuthAccountLoginRequest,
  context: Context,
): Promise<LoginResult> {
  const refused = (ErrorMessage: string): LoginResult => ({ ErrorMessage });
  return await resultOf(context, refused, async () => {
    await checkApiKey(context, request.APIKey);
    throw noIdentityProvider();
  });
}
