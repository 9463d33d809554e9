import { SoapFault } from '@soapwright/runtime/server';
import type { SendAuthorizersRequest } from '../server.ts';
import type { Context } from './context.ts';

export async function SendAuthorizers(_request: SendAuthorizersRequest, _context: Context): Promise<number> {
  throw SoapFault.receiver('NotImplemented', 'SendAuthorizers has no handler yet.');
}
