import { SoapFault } from '@soapwright/runtime/server';
import type { EchoRequest, Values } from '../server.ts';
import type { Context } from './context.ts';

/** Answers with what it was given. */
export async function Echo(_request: EchoRequest, _context: Context): Promise<Values> {
  throw SoapFault.receiver('NotImplemented', 'Echo has no handler yet.');
}
