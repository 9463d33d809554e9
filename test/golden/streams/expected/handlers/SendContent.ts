import { SoapFault } from '@soapwright/runtime/server';
import type { SendContentRequest, Sums } from '../server.ts';
import type { Context } from './context.ts';

/** Choices, groups and sequences, one behind the other. */
export async function SendContent(_request: SendContentRequest, _context: Context): Promise<Sums> {
  throw SoapFault.receiver('NotImplemented', 'SendContent has no handler yet.');
}
