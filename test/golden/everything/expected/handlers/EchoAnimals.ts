import { SoapFault } from '@soapwright/runtime/server';
import type { EchoAnimalsRequest, EchoAnimalsResponse } from '../server.ts';
import type { Context } from './context.ts';

/** Types that are derived from others. */
export async function EchoAnimals(_request: EchoAnimalsRequest, _context: Context): Promise<EchoAnimalsResponse> {
  throw SoapFault.receiver('NotImplemented', 'EchoAnimals has no handler yet.');
}
