import { SoapFault } from '@soapwright/runtime/server';
import type { EchoMarkupRequest, EchoMarkupResponse } from '../server.ts';
import type { Context } from './context.ts';

/** Attributes, text and both together. */
export async function EchoMarkup(_request: EchoMarkupRequest, _context: Context): Promise<EchoMarkupResponse> {
  throw SoapFault.receiver('NotImplemented', 'EchoMarkup has no handler yet.');
}
