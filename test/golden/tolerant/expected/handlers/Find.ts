import { SoapFault } from '@soapwright/runtime/server';
import type { FindRequest, Offer } from '../server.ts';
import type { Context } from './context.ts';

/** Looks for an offer. */
export async function Find(_request: FindRequest, _context: Context): Promise<Offer> {
  throw SoapFault.receiver('NotImplemented', 'Find has no handler yet.');
}
