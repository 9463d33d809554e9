import { DateTime } from '@soapwright/runtime';
import { SoapFault } from '@soapwright/runtime/server';
import { headers, type SignInRequest } from '../generated/server.ts';
import type { Context } from './context.ts';

/** Checks a name and a password, and returns the ticket of all other operations in a header. */
export async function SignIn({ name, password }: SignInRequest, context: Context): Promise<DateTime> {
  if (name !== 'ada' || password !== 'secret') {
    const reason = 'Name or password is wrong.';
    throw new SoapFault({ code: 'Sender', reason, node: 'http://warehouse.example/sign-in' });
  }
  const ticket = { $attributes: [], Number: 'T-1', Right: ['read', 'write'] };
  context.responseHeaderBlocks.push(headers.Ticket.block(ticket));
  return DateTime.parse('2004-02-29T12:30:15.25Z');
}
