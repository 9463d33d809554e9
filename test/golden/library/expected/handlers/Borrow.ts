import { SoapFault } from '@soapwright/runtime/server';
import type { BorrowRequest, Loan } from '../server.ts';
import type { Context } from './context.ts';

/** Lends a copy to a reader. */
export async function Borrow(_request: BorrowRequest, _context: Context): Promise<Loan> {
  throw SoapFault.receiver('NotImplemented', 'Borrow has no handler yet.');
}
