import { envelopeText, type Message, type PagesDescription } from '@soapwright/runtime/pages';
import type { Value } from '../model/value.ts';
import { readEnvelope } from '../read/envelope.ts';
import type { ServiceMessages } from '../values/service-messages.ts';
import type { Request } from './exchange.ts';

/** The value of a request as it is shown; undefined if it does not fit the contract. */
export function requestValue(
  messages: ServiceMessages,
  description: PagesDescription,
  { operation, message, target }: Pick<Request, 'operation' | 'message' | 'target'>,
): Value {
  const text = envelopeText(description, target.version, withoutParts(message), ({ text: shown }) => shown);
  const envelope = readEnvelope(new TextEncoder().encode(text));
  if ('kind' in envelope) return undefined;
  const read = messages.reader.read({ operation, direction: 'request' }, envelope);
  const wrong = read.deviations.filter(({ kind }) => !['version', 'undeclared-header', 'action'].includes(kind));
  return wrong.length > 0 || read.unread.length > 0 ? undefined : (read.value ?? {});
}

function withoutParts({ headers, body, declaresAll = false }: Message): Message {
  return { headers, body, declaresAll };
}
