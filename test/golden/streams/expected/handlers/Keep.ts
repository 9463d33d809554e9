import { SoapFault } from '@soapwright/runtime/server';
import type { KeepRequest } from '../server.ts';
import type { Context } from './context.ts';

/** Has no answer. */
export async function Keep(_request: KeepRequest, _context: Context): Promise<void> {
  throw SoapFault.receiver('NotImplemented', 'Keep has no handler yet.');
}
