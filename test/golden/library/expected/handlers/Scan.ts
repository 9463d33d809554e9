import { SoapFault } from '@soapwright/runtime/server';
import type { ScanRequest } from '../server.ts';
import type { Context } from './context.ts';

export async function Scan(_request: ScanRequest, _context: Context): Promise<boolean> {
  throw SoapFault.receiver('NotImplemented', 'Scan has no handler yet.');
}
