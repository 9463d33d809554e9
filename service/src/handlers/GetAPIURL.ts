import type { GetAPIURLRequest, GetAPIURLResult } from '@soapwright/generated/remote-file-service/server';
import { Rejection } from '../common/rejection.ts';
import { mayAccess } from '../domain/check-credentials.ts';
import type { Context } from './context.ts';
import { resultOf } from './run-operation.ts';

/** Returns the API address. */
export async function GetAPIURL(request: GetAPIURLRequest, context: Context): Promise<GetAPIURLResult> {
  const rejected = (ErrorMessage: string): GetAPIURLResult => ({ ErrorMessage });
  return await resultOf(context, { apiKey: request.APIKey, rejected }, async (apiKey) => {
    const clientId = request.ClientId;
    const site = mayAccess(apiKey, clientId) ? await context.state.lookups.site.find({ clientId }) : undefined;
    if (site === undefined) throw new Rejection('UnknownClient', 'No client has this ClientId.');
    return { ErrorMessage: '', APIURL: site.apiUrl ?? context.state.apiUrl() };
  });
}
