import { SoapFault } from '@soapwright/runtime/server';
import type { FetchRequest, FetchResponse } from '../server.ts';
import type { Context } from './context.ts';

/** Several of them in one answer. */
export async function Fetch(_request: FetchRequest, _context: Context): Promise<FetchResponse> {
  throw SoapFault.receiver('NotImplemented', 'Fetch has no handler yet.');
}
