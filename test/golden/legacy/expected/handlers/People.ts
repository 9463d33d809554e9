import { SoapFault } from '@soapwright/runtime/server';
import type { PeopleRequest, PeopleResponse } from '../server.ts';
import type { Context } from './context.ts';

/** Three records of one name, in three namespaces. */
export async function People(_request: PeopleRequest, _context: Context): Promise<PeopleResponse> {
  throw SoapFault.receiver('NotImplemented', 'People has no handler yet.');
}
