import { SoapFault } from '@soapwright/runtime/server';
import type { DataRequest } from '../server.ts';
import type { Context } from './context.ts';

/** Shares a name with a field, and holds nothing that is streamed. */
export async function Data(_request: DataRequest, _context: Context): Promise<number> {
  throw SoapFault.receiver('NotImplemented', 'Data has no handler yet.');
}
