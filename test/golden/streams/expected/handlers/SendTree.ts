import { SoapFault } from '@soapwright/runtime/server';
import type { SendTreeRequest, Tree } from '../server.ts';
import type { Context } from './context.ts';

/** A record that holds itself. */
export async function SendTree(_request: SendTreeRequest, _context: Context): Promise<Tree> {
  throw SoapFault.receiver('NotImplemented', 'SendTree has no handler yet.');
}
