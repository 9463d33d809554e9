import { SoapFault } from '@soapwright/runtime/server';
import type { EchoCommonRequest, EchoCommonResponse } from '../server.ts';
import type { Context } from './context.ts';

/** Names of another namespace. */
export async function EchoCommon(_request: EchoCommonRequest, _context: Context): Promise<EchoCommonResponse> {
  throw SoapFault.receiver('NotImplemented', 'EchoCommon has no handler yet.');
}
