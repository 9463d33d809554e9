import { closeBody, closeEnvelope, type EnvelopeOptions, emptyBody, openBody } from '../soap/envelope-reader.ts';
import { SoapFault } from '../soap/fault.ts';
import { isFault, readFault } from '../soap/fault-reader.ts';
import type { HeaderBlock } from '../soap/header-block.ts';
import { checkHeaders } from '../soap/header-type.ts';
import type { Version } from '../soap/version.ts';
import type { StreamedFields } from '../xml/streamed-fields.ts';
import { noElement } from '../xml/tag.ts';
import { readTolerantly } from '../xml/tolerance.ts';
import type { Fail } from './call-error.ts';
import { ClientError } from './client-error.ts';
import { headerValues } from './header-values.ts';
import { findHeader, requestIdOf, retryAfterOf } from './http-headers.ts';
import type { Call, SoapResponse } from './interceptor.ts';
import type { TransportResponse } from './transport.ts';

/** A response, and all that is known of its call. */
export interface ResponseToRead {
  readonly call: Call;
  /** Of the request. */
  readonly version: Version;
  readonly response: TransportResponse;
  /** For a response in UTF-8. */
  readonly options: EnvelopeOptions;
  readonly streamed: StreamedFields | undefined;
  /** Creates errors about the response. */
  readonly fail: Fail;
}

/** Whether an error is the outcome of a readable message: a received fault, which has a version, or a contradiction in it. */
export function isOfMessage(error: unknown): boolean {
  return error instanceof ClientError || (error instanceof SoapFault && error.version !== undefined);
}

/** The options for a response: its charset, and the declared header blocks, which count as understood. */
export function readerOptions(
  { operation }: Pick<Call, 'operation'>,
  options: EnvelopeOptions,
  charset: string | undefined,
): EnvelopeOptions {
  const declared = operation.headers?.output;
  if (declared === undefined) return charset === options.charset ? options : { ...options, charset };
  const names = declared.map(({ header }) => header.tag);
  const roles = declared.flatMap(({ header }) => header.role ?? []);
  return { ...options, charset, understood: [...names, ...(options.understood ?? [])], roles };
}

/**
 * Reads a message in UTF-8.
 *
 * @param found the expected version of its envelope.
 * @throws {SoapFault} `VersionMismatch` for an envelope of another version, among others.
 */
export function readMessage(
  toRead: ResponseToRead,
  body: Uint8Array,
  found: Version,
  charset: string | undefined,
): SoapResponse {
  const { call, options, streamed } = toRead;
  const { deviations } = call;
  const usual = readerOptions(call, options, charset);
  // Most calls need no copy of the options.
  const reading = streamed === undefined && deviations === undefined ? usual : { ...usual, streamed, deviations };
  return readTolerantly(reading, (given) => readEnvelope(toRead, body, found, given));
}

function readEnvelope(
  { call, version, response, fail }: ResponseToRead,
  body: Uint8Array,
  found: Version,
  options: EnvelopeOptions,
): SoapResponse {
  const { status, headers } = response;
  const { operation } = call;
  const envelope = openBody(body, found, options);
  const { reader, headerBlocks, empty } = envelope;
  if (!empty && isFault(reader, found)) {
    const { faults, encoded } = operation;
    const http = { retryAfter: retryAfterOf(headers), requestId: requestIdOf(headers) };
    const fault = readFault(reader, found, status, { faults, reading: options, headerBlocks, encoded, ...http });
    (encoded === true ? closeBody : closeEnvelope)(reader);
    throw fault;
  }
  if (status < 200 || status > 299) {
    throw fail('bad-answer', `HTTP ${status} came with a result instead of a fault.`);
  }
  if (operation.oneWay) {
    // Some servers send an envelope nevertheless, which has no meaning (WS-I Basic Profile 1.0, R2750).
    closeUnread(envelope);
    return responseOf(response, undefined, headerBlocks);
  }
  if (found !== version) {
    throw fail('bad-answer', `The response came in SOAP ${found.name}; the request was in SOAP ${version.name}.`);
  }
  if (operation.output === noElement) return emptyResponse(call, envelope, response, options);
  if (empty) throw emptyBody();
  if (operation.encoded !== true && !reader.isDeclared(operation.output)) {
    const { namespace, local } = operation.output;
    throw fail(
      'bad-answer',
      `The body of the response holds {${reader.namespace}}${reader.local} instead of {${namespace}}${local}.`,
    );
  }
  const declared = operation.headers?.output;
  if (declared !== undefined) checkHeaders(declared, headerBlocks, options);
  const output = operation.readOutput(reader);
  closeEnvelope(reader);
  if (options.streamed !== undefined && reader.streamedValues !== options.streamed.values.size) {
    throw new TypeError('The codec did not read all streamed fields.');
  }
  return responseOf(response, output, headerBlocks);
}

/** The response of an operation whose body is empty. Some servers send an element nevertheless, which has no meaning. */
function emptyResponse(
  { operation }: Call,
  envelope: ReturnType<typeof openBody>,
  response: TransportResponse,
  options: EnvelopeOptions,
): SoapResponse {
  const declared = operation.headers?.output;
  if (declared !== undefined) checkHeaders(declared, envelope.headerBlocks, options);
  closeUnread(envelope);
  return responseOf(response, {}, envelope.headerBlocks);
}

/** Reads the rest of an envelope, whatever its body holds. */
function closeUnread({ reader, empty }: ReturnType<typeof openBody>): void {
  if (!empty) reader.skip();
  (empty ? closeBody : closeEnvelope)(reader);
}

/** The response with a result. */
export function responseOf(
  { status, headers }: TransportResponse,
  output: unknown,
  headerBlocks: readonly HeaderBlock[],
): SoapResponse {
  return {
    output,
    httpStatus: status,
    headerBlocks,
    httpHeader: (name) => findHeader(headers, name.toLowerCase()),
    httpHeaders: (name) => headerValues(headers, name),
  };
}
