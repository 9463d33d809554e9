import { SoapFault } from '@soapwright/runtime/server';
import { headers } from '../generated/server.ts';
import type { Context } from './context.ts';

/** As `throw new SoapHeaderException(…)`: .NET clients tell it from other faults, since it has no detail. */
export function headerFault(reason: string): SoapFault {
  return new SoapFault({ code: 'Sender', reason, detailXml: '' });
}

/** As an exception that the old service did not catch. */
export function serverFault(message: string): SoapFault {
  return new SoapFault({
    code: 'Receiver',
    reason: `Server was unable to process request. ---> ${message}`,
  });
}

/** As `throw new SoapException(…)` with an actor and a detail. */
export function unknownArticle(number: string): SoapFault {
  const text = number.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return new SoapFault({
    code: 'Sender',
    reason: 'There is no such article.',
    node: 'http://warehouse.example/stock',
    detailXml: `<UnknownArticle xmlns="http://warehouse.example/2004/">${text}</UnknownArticle>`,
  });
}

/** @throws {SoapFault} unless the caller has signed in. */
export function requireTicket(context: Context): void {
  if (headers.Ticket.of(context)?.Number !== 'T-1') throw headerFault('A ticket is required.');
}
