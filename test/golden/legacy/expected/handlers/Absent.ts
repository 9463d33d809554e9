import { SoapFault } from '@soapwright/runtime/server';
import type { AbsentRequest, AbsentResponse } from '../server.ts';
import type { Context } from './context.ts';

/** Absent, empty and nil are three things. */
export async function Absent(_request: AbsentRequest, _context: Context): Promise<AbsentResponse> {
  throw SoapFault.receiver('NotImplemented', 'Absent has no handler yet.');
}
