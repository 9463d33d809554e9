import { SoapFault } from '@soapwright/runtime/server';
import type { add$_bRequest, add$_bResponse } from '../server.ts';
import type { Context } from './context.ts';

/** Adds exactly. */
export async function add$_b(_request: add$_bRequest, _context: Context): Promise<add$_bResponse> {
  throw SoapFault.receiver('NotImplemented', 'add-b has no handler yet.');
}
