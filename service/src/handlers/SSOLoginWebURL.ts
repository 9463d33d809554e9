import type { SSOLoginURL as Result, SSOLoginWebURLRequest } from '@soapwright/generated/remote-file-service/server';
import { checkApiKey } from '../access/api-key.ts';
import { emailAddress } from '../names/email-address.ts';
import { resultOf } from '../refusal/answer.ts';
import { noIdentityProvider } from '../sign-in/refusal.ts';
import type { Context } from './context.ts';

/** Returns the single-sign-on login URL of a user, for web applications. */
export async function SSOLoginWebURL(request: SSOLoginWebURLRequest, context: Context): Promise<Result> {
  const refused = (ErrorMessage: string): Result => ({ ErrorMessage });
  return await resultOf(context, refused, async () => {
    await checkApiKey(context, request.APIKey);
    emailAddress(request.EmailAddress);
    throw noIdentityProvider();
  });
}
