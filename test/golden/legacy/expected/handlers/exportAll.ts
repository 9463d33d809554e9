import { SoapFault } from '@soapwright/runtime/server';
import type { Chunk, exportAllRequest } from '../server.ts';
import type { Context } from './context.ts';

export async function exportAll(_request: exportAllRequest, _context: Context): Promise<Chunk> {
  throw SoapFault.receiver('NotImplemented', 'Export has no handler yet.');
}
