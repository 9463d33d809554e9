import { SoapFault } from '@soapwright/runtime/server';
import type { DeleteRequest } from '../server.ts';
import type { Context } from './context.ts';

/** Parts of simple types, and the name of an operator. */
export async function Delete(_request: DeleteRequest, _context: Context): Promise<boolean> {
  throw SoapFault.receiver('NotImplemented', 'Delete has no handler yet.');
}
