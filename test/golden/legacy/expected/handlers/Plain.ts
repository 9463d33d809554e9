import { SoapFault } from '@soapwright/runtime/server';
import type { ListedPerson, Order } from '../server.ts';
import type { Context } from './context.ts';

export async function Plain(_request: Order, _context: Context): Promise<ListedPerson> {
  throw SoapFault.receiver('NotImplemented', 'Plain has no handler yet.');
}
