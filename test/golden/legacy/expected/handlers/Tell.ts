import { SoapFault } from '@soapwright/runtime/server';
import type { TellRequest } from '../server.ts';
import type { Context } from './context.ts';

export async function Tell(_request: TellRequest, _context: Context): Promise<void> {
  throw SoapFault.receiver('NotImplemented', 'Tell has no handler yet.');
}
