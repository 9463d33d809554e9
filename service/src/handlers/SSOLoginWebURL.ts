import type { SSOLoginURL as Result, SSOLoginWebURLRequest } from '@soapwright/generated/remote-file-service/server';
import { beginSignIn } from '../sign-in/begin-sign-in.ts';
import type { Context } from './context.ts';
import { resultOf } from './run-operation.ts';

/** Returns the single-sign-on login URL of a user, for web applications. */
export async function SSOLoginWebURL(request: SSOLoginWebURLRequest, context: Context): Promise<Result> {
  const rejected = (ErrorMessage: string): Result => ({ ErrorMessage });
  return await resultOf(context, { apiKey: request.APIKey, rejected }, (apiKey) =>
    beginSignIn(context, 'web', { apiKey, email: request.EmailAddress }),
  );
}
