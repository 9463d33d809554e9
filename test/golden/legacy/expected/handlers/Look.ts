import { SoapFault } from '@soapwright/runtime/server';
import type { LookRequest } from '../server.ts';
import type { Context } from './context.ts';

export async function Look(_request: LookRequest, _context: Context): Promise<string> {
  throw SoapFault.receiver('NotImplemented', 'Look has no handler yet.');
}
