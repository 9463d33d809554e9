import type { SSOLoginURL as Result, SSOLoginURLRequest } from '@soapwright/generated/remote-file-service/server';
import { beginSignIn } from '../sign-in/begin-sign-in.ts';
import type { Context } from './context.ts';
import { resultOf } from './run-operation.ts';

/** Returns the single-sign-on login URL of a user, for client applications. */
export async function SSOLoginURL(request: SSOLoginURLRequest, context: Context): Promise<Result> {
  const rejected = (ErrorMessage: string): Result => ({ ErrorMessage });
  return await resultOf(context, { apiKey: request.APIKey, rejected }, (apiKey) =>
    beginSignIn(context, 'client', { apiKey, email: request.EmailAddress }),
  );
}
