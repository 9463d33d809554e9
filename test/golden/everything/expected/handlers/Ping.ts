import { SoapFault } from '@soapwright/runtime/server';
import type { Context } from './context.ts';

export async function Ping(_request: string, _context: Context): Promise<number> {
  throw SoapFault.receiver('NotImplemented', 'Ping has no handler yet.');
}
