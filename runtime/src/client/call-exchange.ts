import { BlobError } from '../blob/blob-error.ts';
import { asXmlError } from '../soap/detail-codes.ts';
import { writeRequest } from '../soap/envelope-writer.ts';
import type { StreamSettings } from '../soap/response-streaming.ts';
import { soap11, type Version, versionNamed } from '../soap/version.ts';
import type { EncodedMessage } from '../xml/builder.ts';
import type { MessageStream } from '../xml/message-stream.ts';
import type { StreamedFields } from '../xml/streamed-fields.ts';
import { parseAddress } from './address.ts';
import { errorsOf, type Fail, notSent } from './call-error.ts';
import type { Cancellation } from './cancellation.ts';
import { ClientError } from './client-error.ts';
import type { Call, SoapResponse } from './interceptor.ts';
import { type LazyTransport, type RequestParts, requestWith } from './lazy-request.ts';
import type { Multipart } from './multipart.ts';
import type { ClientOptions } from './options.ts';
import { readResponse } from './response-reader.ts';
import type { BufferedRequest, Transport, TransportRequest, TransportResponse } from './transport.ts';

/** The settings that all exchanges of a client share. */
export interface ExchangeSettings extends StreamSettings {
  readonly transport: Transport;
  /** Address of the client, which was parsed already. */
  readonly url: string;
  readonly maxResponseBytes: number;
  readonly multipart: Multipart | undefined;
  readonly actionParameter: boolean;
  readonly cookies: ClientOptions['cookies'];
}

/**
 * Writes the request of a call, sends it and reads the response.
 *
 * @param cancellation of a call without interceptors; otherwise `call.signal` ends the exchange.
 */
export async function exchange(
  call: Call,
  settings: ExchangeSettings,
  cancellation?: Cancellation,
): Promise<SoapResponse> {
  const fail = errorsOf(call);
  if (cancellation === undefined && call.signal.aborted) throw aborted(call, fail);
  const version = versionNamed(call.soapVersion);
  // An interceptor may have changed the address.
  const url = call.address === settings.url ? settings.url : parseAddress(call.address).url;
  const envelope = write(call, version, fail);
  const sent = settings.multipart?.write(envelope, version, call);
  const message = sent?.message ?? envelope;
  const input: InputFailure = {};
  const body = message.text ?? (await bodyOf(message, settings.transport.sendLarge !== undefined, input, fail));
  const headers = requestHeaders(version, call, message.byteLength, settings.actionParameter);
  if (sent !== undefined) headers[1] = sent.contentType;
  const plain = call.operation.streamed?.output?.(call, version, settings);
  const sink = settings.multipart?.receive(call, settings, plain) ?? plain;
  const { maxResponseBytes, limits } = settings;
  const parts = { url, headers, body, sink, maxResponseBytes, maxExpansion: limits.maxExpansion };
  const request = requestOf(parts, settings.transport, call, cancellation);
  let response: TransportResponse;
  try {
    if (settings.cookies === undefined) response = await send(settings.transport, request);
    else {
      const { addCookies, jarOf, keepCookies } = await import('./call-cookies.ts');
      const jar = jarOf(settings);
      await addCookies(jar, url, headers);
      response = await send(settings.transport, request);
      await keepCookies(jar, url, response.headers);
    }
    if (sink?.isReceived === false) await settings.multipart?.receiveWhole(response, sink);
  } catch (error) {
    if (sink?.hasThrown(error)) throw sink.failed(error);
    sink?.discard();
    if ('error' in input) throw unreadableInput(input.error, fail);
    if (cancellation === undefined && call.signal.aborted) throw aborted(call, fail);
    throw notSent(error, fail);
  } finally {
    if (isStream(body)) void body.return();
  }
  const read = (
    received: TransportResponse,
    streamed?: StreamedFields,
    reading = settings.reading,
  ): SoapResponse | Promise<SoapResponse> => readResponse(call, version, received, reading, fail, streamed);
  return sink?.isReceived ? sink.read(read) : read(response);
}

/** Plain data, but for the transports of Node: theirs creates its signal when asked. */
function requestOf(
  parts: RequestParts,
  transport: LazyTransport,
  call: Call,
  cancellation: Cancellation | undefined,
): TransportRequest {
  if (cancellation !== undefined && transport[requestWith] !== undefined) {
    return transport[requestWith](parts, cancellation);
  }
  return { ...parts, signal: call.signal };
}

/** Without `instanceof`, because few clients send binary values and need the class. */
function isStream(body: TransportRequest['body']): body is MessageStream {
  return typeof body !== 'string' && !(body instanceof Uint8Array);
}

/** Sends by the transport's method for the kind of body. */
function send(transport: Transport, request: TransportRequest): Promise<TransportResponse> {
  return transport.sendLarge === undefined || !isStream(request.body)
    ? transport.send(request as BufferedRequest)
    : transport.sendLarge(request);
}

function write({ operation, input, headerBlocks }: Call, version: Version, fail: Fail): EncodedMessage {
  try {
    return writeRequest(version, operation, input, headerBlocks);
  } catch (error) {
    // The message of any other error than an XmlError may quote a value, so it is only the cause.
    const reason = asXmlError(error)?.message ?? 'the input does not fit the contract.';
    throw fail('invalid-request', reason, { cause: error });
  }
}

/**
 * The HTTP headers of SOAP, followed by those of the call, as names and values (rules C1, C2 and C4). SOAP 1.2 names the
 * action only if the option asks for it, or if the operation shares its input element with another one.
 */
function requestHeaders(version: Version, call: Call, length: number, actionParameter: boolean): string[] {
  const { soapAction, sharesInput } = call.operation;
  const headers = ['Content-Type', version.contentType, 'Content-Length', String(length)];
  if (version === soap11) headers.push('SOAPAction', `"${soapAction}"`);
  else if (actionParameter || sharesInput === true) headers[1] = `${version.contentType}; action="${soapAction}"`;
  headers.push(...call.headers.flat());
  return headers;
}

/** An error of a Blob of the input while the request was sent. */
interface InputFailure {
  error?: unknown;
}

/** The body of a message with binary values: in memory, or as a stream if it is large. */
async function bodyOf(
  message: EncodedMessage,
  canStream: boolean,
  failure: InputFailure,
  fail: Fail,
): Promise<Uint8Array | MessageStream> {
  try {
    if (message.stream === undefined || !message.isLarge || !canStream) return await message.bytes();
    return await message.stream((error) => {
      failure.error = error;
    });
  } catch (error) {
    throw unreadableInput(error, fail);
  }
}

/** The message of any other error than a BlobError comes from the caller's own source, so it is only the cause. */
function unreadableInput(error: unknown, fail: Fail): ClientError {
  const reason = error instanceof BlobError ? error.message : 'A Blob of the input could not be read.';
  return fail('invalid-request', reason, { cause: error });
}

/** The error of an exchange whose call has ended, or whose signal an interceptor has replaced. */
function aborted({ signal }: Call, fail: Fail): ClientError {
  const { reason } = signal;
  if (reason instanceof ClientError) return reason;
  return fail('aborted', 'the signal of an interceptor was aborted.', { cause: reason });
}
