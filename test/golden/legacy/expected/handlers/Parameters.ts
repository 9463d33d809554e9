import { SoapFault } from '@soapwright/runtime/server';
import type { Parameters as ParametersResult, ParametersRequest } from '../server.ts';
import type { Context } from './context.ts';

export async function Parameters(_request: ParametersRequest, _context: Context): Promise<ParametersResult> {
  throw SoapFault.receiver('NotImplemented', 'Parameters has no handler yet.');
}
