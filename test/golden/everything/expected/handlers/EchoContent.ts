import { SoapFault } from '@soapwright/runtime/server';
import type { EchoContentRequest, Payment } from '../server.ts';
import type { Context } from './context.ts';

/** Choices, groups and whatever else a sequence can hold. */
export async function EchoContent(_request: EchoContentRequest, _context: Context): Promise<Payment> {
  throw SoapFault.receiver('NotImplemented', 'EchoContent has no handler yet.');
}
