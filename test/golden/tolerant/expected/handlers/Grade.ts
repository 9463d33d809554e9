import { SoapFault } from '@soapwright/runtime/server';
import type { Grade as GradeResult, Shade } from '../server.ts';
import type { Context } from './context.ts';

export async function Grade(_request: Shade, _context: Context): Promise<GradeResult | (string & {})> {
  throw SoapFault.receiver('NotImplemented', 'Grade has no handler yet.');
}
