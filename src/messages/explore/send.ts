import { ClientError, SoapFault, type Transport } from '@soapwright/runtime/client';
import { logCalls } from '@soapwright/runtime/client/log';
import type { PagesDescription } from '@soapwright/runtime/pages';
import type { ServiceClient } from '../dynamic/service-client.ts';
import { recordedExchange } from '../mock/recorder.ts';
import type { Recording } from '../mock/recording.ts';
import { readEnvelope } from '../read/envelope.ts';
import { envelopePart } from '../samples/http-body.ts';
import type { ServiceMessages } from '../values/service-messages.ts';
import type { Exchange, ReadResponse, Received, Request, Target } from './exchange.ts';
import { requestValue } from './request-value.ts';

/** A client for one exchange. */
export interface Connection {
  readonly client: ServiceClient;
  close(): void;
}

/** Opens a client for a target. @returns a text with the reason if it cannot be opened. */
export type Connect = (
  target: Pick<Target, 'environment' | 'address' | 'version'>,
  around: (transport: Transport) => Transport,
) => Connection | string;

export interface SendOptions {
  readonly connect: Connect;
  readonly description: PagesDescription;
  readonly messages: ServiceMessages;
  readonly recording: Recording | undefined;
}

/** Characters of a message in the log. */
const longestLog = 100_000;

/** Sends a request, and reads the response by the contract, as far as it fits. It rejects for no error of the service. */
export async function sendRequest(request: Request, options: SendOptions): Promise<Omit<Exchange, 'id'>> {
  const { connect, description } = options;
  const log: string[] = [];
  let received: Received | undefined;
  const around = (transport: Transport): Transport => {
    const write = (text: string): void => void log.push(text);
    const logged = logCalls({ transport, write, maxLength: longestLog, sensitive: secretNames(description) });
    return {
      send: async (sent) => {
        received = undefined;
        const { status, headers, body } = await logged.send({ ...sent, signal: sent.signal, sink: undefined });
        received = { status, headers: titled(headers), body: new Uint8Array(body) };
        return { status, headers, body };
      },
    };
  };
  const at = new Date();
  const connection = connect(request.target, around);
  const nothing = { received: undefined, response: undefined, notRecorded: undefined };
  if (typeof connection === 'string') {
    return { ...request, ...nothing, at, milliseconds: 0, problem: connection, log };
  }
  const started = performance.now();
  let problem: string | undefined;
  try {
    const timeout = request.target.timeout * 1_000;
    await connection.client.send(request.operation.identifier, request.raw, { timeout });
  } catch (error) {
    problem = problemOf(error);
  } finally {
    connection.close();
  }
  const milliseconds = performance.now() - started;
  const response = received && readResponse(options, request, received);
  const notRecorded = received && record(request, received, response, options);
  return { ...request, at, milliseconds, received, response, problem, log, notRecorded };
}

/** Undefined for a fault, which is a response. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof SoapFault) return undefined;
  if (error instanceof ClientError) return error.message;
  throw error;
}

function readResponse(
  { messages }: SendOptions,
  { operation, showsSecrets }: Request,
  { headers, body: whole }: Received,
): ReadResponse | undefined {
  const contentType = headers[headers.indexOf('Content-Type') + 1] ?? '';
  const { body, parts } = envelopePart({ body: whole, contentType });
  const envelope = readEnvelope(body, parts);
  if ('kind' in envelope) return undefined;
  const read = messages.reader.read({ operation, direction: 'response' }, envelope);
  const plain = read.isFault
    ? undefined
    : messages.plainIfValid(operation, 'response', read.value, { json: true, hidden: !showsSecrets });
  return { envelope, read, plain };
}

function record(
  request: Request,
  { status }: Received,
  response: ReadResponse | undefined,
  { recording, messages, description }: SendOptions,
): string | undefined {
  if (recording === undefined) return undefined;
  if (response === undefined) return 'The response is no SOAP envelope.';
  const value = requestValue(messages, description, request);
  if (value === undefined) return 'The request does not fit the contract.';
  const { operation } = request;
  try {
    recording.add(
      operation,
      recordedExchange(messages, { ...response, operation, request: value.body, status }, 'soapwright'),
    );
    return undefined;
  } catch (error) {
    if (error instanceof SoapFault) return error.reason;
    if (error instanceof Error && 'code' in error) return `The file cannot be written (${String(error.code)}).`;
    throw error;
  }
}

/** Local names of sensitive fields. */
function secretNames({ records }: PagesDescription): readonly string[] {
  const fields = Object.values(records).flat();
  return [...new Set(fields.filter(({ sensitive }) => sensitive).map(({ name }) => name))];
}

/** Headers with the name `Content-Type` as pages know it. */
function titled(headers: readonly string[]): readonly string[] {
  return headers.map((text, at) => (at % 2 === 0 && text.toLowerCase() === 'content-type' ? 'Content-Type' : text));
}
