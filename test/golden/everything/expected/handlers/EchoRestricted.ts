import { SoapFault } from '@soapwright/runtime/server';
import type { EchoRestrictedRequest, Restricted } from '../server.ts';
import type { Context } from './context.ts';

/** Values of types that the contract declares. */
export async function EchoRestricted(_request: EchoRestrictedRequest, _context: Context): Promise<Restricted> {
  throw SoapFault.receiver('NotImplemented', 'EchoRestricted has no handler yet.');
}
