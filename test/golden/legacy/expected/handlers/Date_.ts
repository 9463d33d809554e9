import { SoapFault } from '@soapwright/runtime/server';
import type { DateRequest, Date_ as Date_Result } from '../server.ts';
import type { Context } from './context.ts';

export async function Date_(_request: DateRequest, _context: Context): Promise<Date_Result> {
  throw SoapFault.receiver('NotImplemented', 'Date has no handler yet.');
}
