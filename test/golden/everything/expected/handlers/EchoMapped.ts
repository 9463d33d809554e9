import { SoapFault } from '@soapwright/runtime/server';
import type { EchoMappedRequest, Mapped } from '../server.ts';
import type { Context } from './context.ts';

/** The same values, as other types of TypeScript. */
export async function EchoMapped(_request: EchoMappedRequest, _context: Context): Promise<Mapped> {
  throw SoapFault.receiver('NotImplemented', 'EchoMapped has no handler yet.');
}
