import { SoapFault } from '@soapwright/runtime/server';
import type { SendRequest, Sums } from '../server.ts';
import type { Context } from './context.ts';

/** One field, between others. */
export async function Send(_request: SendRequest, _context: Context): Promise<Sums> {
  throw SoapFault.receiver('NotImplemented', 'Send has no handler yet.');
}
