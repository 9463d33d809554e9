import { envelopeText, type Message, type PagesDescription } from '@soapwright/runtime/pages';
import type { Value } from '../model/value.ts';
import { readEnvelope } from '../read/envelope.ts';
import type { ServiceMessages } from '../values/service-messages.ts';
import type { Request } from './exchange.ts';

/** What a request holds, as the contract reads it. */
export interface RequestValue {
  readonly body: Value;
  /** Header blocks as JSON has them, by their names; without sensitive fields. */
  readonly headers: Readonly<Record<string, Value>>;
}

/** The value of a request as it is shown; undefined if it does not fit the contract. */
export function requestValue(
  messages: ServiceMessages,
  description: PagesDescription,
  { operation, message, target }: Pick<Request, 'operation' | 'message' | 'target'>,
): RequestValue | undefined {
  const text = envelopeText(description, target.version, withoutParts(message), ({ text: shown }) => shown);
  const envelope = readEnvelope(new TextEncoder().encode(text));
  if ('kind' in envelope) return undefined;
  const read = messages.reader.read({ operation, direction: 'request' }, envelope);
  const wrong = read.deviations.filter(({ kind }) => !['version', 'undeclared-header', 'action'].includes(kind));
  if (wrong.length > 0 || read.unread.length > 0) return undefined;
  const headers = read.headers.map(({ header, value }) => {
    return [header.identifier, messages.plainRoot(header, value, plainJson)] as const;
  });
  return { body: read.value ?? {}, headers: Object.fromEntries(headers) };
}

/** As data of `soapwright call`, without what is sensitive. */
export const plainJson = { json: true, hidden: true } as const;

function withoutParts({ headers, body, declaresAll = false }: Message): Message {
  return { headers, body, declaresAll };
}
