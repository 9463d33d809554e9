import { SoapFault } from '@soapwright/runtime/server';
import type { SendLetterRequest, Sums } from '../server.ts';
import type { Context } from './context.ts';

/** Text and elements mixed. */
export async function SendLetter(_request: SendLetterRequest, _context: Context): Promise<Sums> {
  throw SoapFault.receiver('NotImplemented', 'SendLetter has no handler yet.');
}
