import { SoapFault } from '@soapwright/runtime/server';
import type { Empty, PingRequest } from '../server.ts';
import type { Context } from './context.ts';

export async function Ping(_request: PingRequest, _context: Context): Promise<Empty> {
  throw SoapFault.receiver('NotImplemented', 'Ping has no handler yet.');
}
