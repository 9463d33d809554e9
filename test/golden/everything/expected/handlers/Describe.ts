import { SoapFault } from '@soapwright/runtime/server';
import type { Price, Query } from '../server.ts';
import type { Context } from './context.ts';

/** Its messages are elements without a wrapper. */
export async function Describe(_request: Query, _context: Context): Promise<Price> {
  throw SoapFault.receiver('NotImplemented', 'Describe has no handler yet.');
}
