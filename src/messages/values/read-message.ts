import type { SoapVersion } from '../../contract/index.ts';
import { type Deviation, isReadable, type ReadingMode } from '../read/deviation.ts';
import { readEnvelope } from '../read/envelope.ts';
import type { Found } from '../read/operation-index.ts';
import { readFault } from '../read/read-fault.ts';
import type { ReceivedParts } from '../read/received-parts.ts';
import type { MessageProblem, PlainMessage } from './plain-message.ts';
import type { ServiceMessages } from './service-messages.ts';

export interface ReadMessageOptions {
  /** As a client with that option reads it; default `strict`: each deviation that it rejects is a problem. */
  readonly reading?: ReadingMode | undefined;
  /** The other parts of the message; undefined where they are not known. */
  readonly parts?: ReceivedParts | undefined;
}

export interface PlainRead {
  /** Undefined if there are problems. */
  readonly message: PlainMessage | undefined;
  /** Undefined if the document is not an envelope. */
  readonly version: SoapVersion | undefined;
  readonly problems: readonly MessageProblem[];
  /** Differences from the contract that were passed over. */
  readonly deviations: readonly Deviation[];
}

const noEnvelope = { message: undefined, version: undefined, deviations: [] };

/** Reads a message of an operation, without generated code. */
export function readMessage(
  messages: ServiceMessages,
  found: Found,
  document: Uint8Array,
  { reading = 'strict', parts }: ReadMessageOptions = {},
): PlainRead {
  const envelope = readEnvelope(document, parts);
  if ('kind' in envelope) {
    const reason = envelope.kind === 'ill-formed' ? envelope.reason : 'the document is no SOAP envelope with a body';
    return { ...noEnvelope, problems: [{ place: 'Envelope', reason }] };
  }
  const { version, fault, data } = envelope;
  const read = messages.reader.read(found, envelope, {}, { reading });
  const rejected = read.deviations.filter((deviation) => !isReadable(deviation, reading));
  const places = new Set(rejected.map(({ place }) => place));
  const problems = [...rejected, ...read.unread.filter(({ place }) => !places.has(place))].map(
    ({ place, reason }): MessageProblem => ({ place, reason }),
  );
  if (problems.length > 0) return { message: undefined, version, problems, deviations: [] };
  const json = { json: true } as const;
  const headers = read.headers.map(({ header, value }) => [header.identifier, messages.plainRoot(header, value, json)]);
  const shared = headers.length === 0 ? {} : { headers: Object.fromEntries(headers) };
  const { deviations } = read;
  if (fault === undefined) {
    const body = messages.plain(found.operation, found.direction, read.value, json);
    return { message: { ...shared, body }, version, problems, deviations };
  }
  const [declared] = read.details;
  const detail = declared && {
    name: declared.fault.identifier,
    detail: messages.plainRoot(declared.fault, declared.detail, json),
  };
  return {
    message: { ...shared, fault: { ...readFault(fault.element, data), ...detail } },
    version,
    problems,
    deviations,
  };
}
