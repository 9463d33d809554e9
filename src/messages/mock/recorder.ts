import { randomUUID } from 'node:crypto';
import { SoapFault } from '@soapwright/runtime';
import { writeWholeMessage } from '@soapwright/runtime/pages';
import type { Contract, ResolvedOperation, SoapVersion } from '../../contract/index.ts';
import { type LiveAccess, postMessage } from '../../fetch/index.ts';
import type { Value } from '../model/value.ts';
import { type Envelope, readEnvelope } from '../read/envelope.ts';
import type { ReadMessage } from '../read/message-reader.ts';
import { readFault } from '../read/read-fault.ts';
import { envelopePart } from '../samples/http-body.ts';
import { Random } from '../values/random.ts';
import type { ServiceMessages } from '../values/service-messages.ts';
import type { MockCall, MockFault, MockOutcome, Responder } from './example.ts';
import type { RecordedExchange, Recording } from './recording.ts';

export interface RecorderOptions {
  readonly contract: Contract;
  readonly messages: ServiceMessages;
  readonly recording: Recording;
  /** Address of the real service. */
  readonly url: string;
  /** Credentials and certificates for it; default none. */
  readonly access?: LiveAccess | undefined;
  readonly seed: string;
  /** Milliseconds that the service has to respond. */
  readonly timeout: number;
}

/** Headers of a request that the real service gets as they are. */
const forwarded = ['Content-Type', 'SOAPAction', 'Authorization', 'Cookie'];

/** Responds as the real service does, and records each exchange as an example. */
export class Recorder implements Responder {
  readonly #options: RecorderOptions;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Rejects with a fault when the service cannot be reached, or its response deviates from the contract. */
  async respond({ operation, request, message, context }: MockCall): Promise<MockOutcome> {
    const { messages, recording, seed, url, timeout, access } = this.#options;
    const headers = forwarded.flatMap((name): [string, string][] => {
      const value = context.httpHeader(name);
      return value === undefined ? [] : [[name, value.replace(/charset="?[\w-]+"?/i, 'charset=utf-8')]];
    });
    const isMultipart = /^\s*multipart\//i.test(context.httpHeader('Content-Type') ?? '');
    const sent = isMultipart ? withoutParts(message, context.soapVersion, operation.soapAction) : undefined;
    const all = sent ? [['Content-Type', sent.contentType] as const, ...headers.slice(1)] : headers;
    const posted = { url, headers: all, body: sent?.body ?? message, timeout, signal: context.signal, access };
    const response = await postMessage(posted);
    if (typeof response === 'string') throw failure(`The service cannot be reached: ${response}.`);
    const { status } = response;
    const { body, parts } = envelopePart(response);
    if (operation.output === undefined && body.length === 0) return { kind: 'respond', value: {}, delay: 0 };
    const envelope = readEnvelope(body, parts);
    if ('kind' in envelope) throw failure(`The service responded with status ${status}, and no SOAP envelope.`);
    const read = messages.reader.read({ operation, direction: 'response' }, envelope);
    const received = { operation, request, envelope, read, status };
    recording.add(operation, recordedExchange(messages, received, seed));
    if (envelope.fault !== undefined) return { kind: 'fault', fault: faultOf(read, envelope, status), delay: 0 };
    return { kind: 'respond', value: read.value, delay: 0 };
  }
}

/** A response with its request. */
export interface ReceivedResponse {
  readonly operation: ResolvedOperation;
  readonly request: Value;
  readonly envelope: Envelope;
  readonly read: ReadMessage;
  readonly status: number;
}

/**
 * An exchange as an example, in which made-up values replace the sensitive ones of the response.
 *
 * @throws {SoapFault} for a response that deviates from the contract.
 */
export function recordedExchange(
  messages: ServiceMessages,
  { operation, request, envelope, read, status }: ReceivedResponse,
  seed: string,
): RecordedExchange {
  checkRecorded(read);
  const masks = messages.maker({ random: new Random(`${seed} ${operation.name}`) });
  const when = messages.plain(operation, 'request', request);
  if (envelope.fault === undefined) {
    return { when, outcome: { respond: messages.plain(operation, 'response', read.value, { masks }) ?? null } };
  }
  const { declared, reason, code } = faultOf(read, envelope, status);
  const detail = declared && messages.plainRoot(declared.fault, declared.detail, { masks });
  const name = declared && { name: declared.fault.identifier };
  const fault = { ...name, reason, code, status: String(status), ...(declared && { detail }) };
  return { when, outcome: { fault } };
}

/** The multipart message of a request that refers to no parts: the mock has them no longer. */
function withoutParts(
  envelope: Uint8Array,
  version: SoapVersion,
  action: string,
): { contentType: string; body: Uint8Array } {
  if (Buffer.from(envelope).includes('cid:')) {
    throw failure('The request has values in parts of their own, which are not recorded: send them in the envelope.');
  }
  const frame = {
    boundary: `uuid:${randomUUID()}`,
    start: 'root@soapwright',
    isXop: true,
    action: action || undefined,
  };
  return writeWholeMessage(version, envelope, [], frame);
}

/** An element that the contract does not have would be missing from the example. */
function checkRecorded({ deviations }: ReadMessage): void {
  const wrong = deviations.filter(({ kind }) => kind !== 'undeclared-header' && kind !== 'version');
  if (wrong.length === 0) return;
  const places = wrong.slice(0, 5).map(({ path, reason }) => `${path}: ${reason}`);
  throw failure(`The response of the service deviates from the contract, and was not recorded. ${places.join('; ')}.`);
}

function faultOf({ details: [declared] }: ReadMessage, { fault, data }: Envelope, status: number): MockFault {
  return { ...readFault(fault?.element, data), status, declared };
}

function failure(reason: string): SoapFault {
  return SoapFault.receiver('NotRecorded', reason);
}
