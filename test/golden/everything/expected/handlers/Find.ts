import { SoapFault } from '@soapwright/runtime/server';
import type { FindRequest } from '../server.ts';
import type { Context } from './context.ts';

/** Answers with a header, or with faults. */
export async function Find(_request: FindRequest, _context: Context): Promise<string[]> {
  throw SoapFault.receiver('NotImplemented', 'Find has no handler yet.');
}
