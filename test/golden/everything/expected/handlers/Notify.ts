import { SoapFault } from '@soapwright/runtime/server';
import type { NotifyRequest } from '../server.ts';
import type { Context } from './context.ts';

/** Has no answer. */
export async function Notify(_request: NotifyRequest, _context: Context): Promise<void> {
  throw SoapFault.receiver('NotImplemented', 'Notify has no handler yet.');
}
