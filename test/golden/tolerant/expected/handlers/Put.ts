import { SoapFault } from '@soapwright/runtime/server';
import type { PutRequest, PutResponse } from '../server.ts';
import type { Context } from './context.ts';

/** Changes an offer, and answers with it. */
export async function Put(_request: PutRequest, _context: Context): Promise<PutResponse> {
  throw SoapFault.receiver('NotImplemented', 'Put has no handler yet.');
}
