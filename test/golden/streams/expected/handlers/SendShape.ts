import { SoapFault } from '@soapwright/runtime/server';
import type { SendShapeRequest, Sums } from '../server.ts';
import type { Context } from './context.ts';

/** Types that are derived from others, and elements that stand for others. */
export async function SendShape(_request: SendShapeRequest, _context: Context): Promise<Sums> {
  throw SoapFault.receiver('NotImplemented', 'SendShape has no handler yet.');
}
