import type { GetClientIDRequest, GetClientIDResult } from '@soapwright/generated/remote-file-service/server';
import { Rejection } from '../common/rejection.ts';
import { fold } from '../domain/account-names.ts';
import { mayAccess } from '../domain/check-credentials.ts';
import type { Context } from './context.ts';
import { resultOf } from './run-operation.ts';

/** Returns the client identifier for a company code. */
export async function GetClientID(request: GetClientIDRequest, context: Context): Promise<GetClientIDResult> {
  const rejected = (ErrorMessage: string): GetClientIDResult => ({ ErrorMessage, ClientID: 0 });
  return await resultOf(context, { apiKey: request.APIKey, rejected }, async (apiKey) => {
    const code = request.Parameters?.CompanyCode;
    if (code === undefined || code === '') throw new Rejection('InvalidValue', 'CompanyCode is missing.');
    const tenant = await context.state.lookups.tenantOfCompany.find({ codeFolded: fold(code) });
    // A key of one tenant must not reveal other tenants.
    if (tenant === undefined || !mayAccess(apiKey, tenant.clientId)) {
      throw new Rejection('UnknownCompany', 'No company has this CompanyCode.');
    }
    return { ErrorMessage: '', ClientID: tenant.clientId };
  });
}
