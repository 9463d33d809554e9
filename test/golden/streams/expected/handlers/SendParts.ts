import { SoapFault } from '@soapwright/runtime/server';
import type { SendPartsRequest, Sums } from '../server.ts';
import type { Context } from './context.ts';

/** Lists, and records that hold records. */
export async function SendParts(_request: SendPartsRequest, _context: Context): Promise<Sums> {
  throw SoapFault.receiver('NotImplemented', 'SendParts has no handler yet.');
}
