import { parseContentType } from '../soap/content-type.ts';
import { closeBody, closeEnvelope, type EnvelopeOptions, emptyBody, openBody } from '../soap/envelope-reader.ts';
import { SoapFault } from '../soap/fault.ts';
import { isFault, readFault } from '../soap/fault-reader.ts';
import type { HeaderBlock } from '../soap/header-block.ts';
import { checkHeaders } from '../soap/header-type.ts';
import { soap11, soap12, type Version, versionOfMediaType } from '../soap/version.ts';
import { isSupportedCharset } from '../xml/encoding.ts';
import type { StreamedFields } from '../xml/streamed-fields.ts';
import { noElement } from '../xml/tag.ts';
import { readTolerantly } from '../xml/tolerance.ts';
import { showAddress } from './address.ts';
import { bodyExcerpt, holdsEnvelope } from './body-excerpt.ts';
import { badResponse, type Fail, responseErrors } from './call-error.ts';
import { ClientError } from './client-error.ts';
import { findHeader, requestIdOf, retryAfterOf } from './http-headers.ts';
import type { Call, SoapResponse } from './interceptor.ts';
import type { TransportResponse } from './transport.ts';

/**
 * Reads the response to a call (rule C5).
 *
 * @param version of the request. A fault may have the other version: a node that supports SOAP 1.1 only responds so to a
 * request of SOAP 1.2 (SOAP 1.2 part 1, appendix A). A result must have the same.
 * @param options for a response in UTF-8.
 * @param fail creates errors of the call.
 * @throws {SoapFault} the received fault; a `TypedFault` if the operation declares it.
 * @throws {ClientError} `redirected`, `not-soap` or `bad-answer`.
 */
export function readResponse(
  call: Call,
  version: Version,
  response: TransportResponse,
  options: EnvelopeOptions,
  callErrors: Fail,
  streamed?: StreamedFields,
): SoapResponse {
  const { status, headers, body } = response;
  const fail = responseErrors(response, callErrors);
  if (status >= 300 && status < 400) {
    const location = findHeader(headers, 'location');
    const where = location === undefined ? 'nowhere' : showAddress(location, call.address);
    throw fail(
      'redirected',
      `HTTP ${status} redirects to ${where}. Redirects are not followed: pass that address if it is right.`,
    );
  }
  // A service confirms a one-way request with 202; some use 200 or 204.
  if (call.operation.oneWay && body.byteLength === 0 && status >= 200 && status < 300) {
    return responseOf(response, undefined, []);
  }
  const type = findHeader(headers, 'content-type');
  const contentType = type === undefined ? undefined : parseContentType(type);
  const announced = contentType === undefined ? undefined : versionOfMediaType(contentType.mediaType);
  const coding = findHeader(headers, 'content-encoding')?.toLowerCase() ?? 'identity';
  if (coding !== 'identity') {
    throw fail('not-soap', `HTTP ${status} with a body in ${printable(coding)}, which was not requested.`);
  }
  if (announced === undefined || body.byteLength === 0) throw notSoap(response, type, fail);
  const charset = contentType?.charset;
  if (charset !== undefined && !isSupportedCharset(charset)) {
    throw fail('bad-answer', `The response is in the charset ${printable(charset)}, which is not supported.`);
  }
  try {
    const { deviations } = call;
    const usual = readerOptions(call, options, charset);
    // Most calls need no copy of the options.
    const reading = streamed === undefined && deviations === undefined ? usual : { ...usual, streamed, deviations };
    return readTolerantly(reading, (given) => readMessage(call, version, announced, response, given, fail));
  } catch (error) {
    if (error instanceof ClientError) throw error;
    // A received fault has a version; any other is about the response itself.
    if (error instanceof SoapFault && error.version !== undefined) throw error;
    if (!holdsEnvelope(body)) throw notSoap(response, type, fail, error);
    throw badResponse(error, fail);
  }
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

function readMessage(
  call: Call,
  version: Version,
  announced: Version,
  response: TransportResponse,
  options: EnvelopeOptions,
  fail: Fail,
): SoapResponse {
  const { status, headers, body } = response;
  const { operation } = call;
  const [envelope, found] = open(body, announced, options);
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
    if (!empty) reader.skip();
    (empty ? closeBody : closeEnvelope)(reader);
    return responseOf(response, undefined, headerBlocks);
  }
  if (found !== version || announced !== version) {
    const received = found === version ? `the Content-Type of SOAP ${announced.name}` : `SOAP ${found.name}`;
    throw fail('bad-answer', `The response came in ${received}; the request was in SOAP ${version.name}.`);
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
  { reader, headerBlocks, empty }: ReturnType<typeof openBody>,
  response: TransportResponse,
  options: EnvelopeOptions,
): SoapResponse {
  const declared = operation.headers?.output;
  if (declared !== undefined) checkHeaders(declared, headerBlocks, options);
  if (!empty) reader.skip();
  (empty ? closeBody : closeEnvelope)(reader);
  return responseOf(response, {}, headerBlocks);
}

function responseOf(
  { status, headers }: TransportResponse,
  output: unknown,
  headerBlocks: readonly HeaderBlock[],
): SoapResponse {
  return {
    output,
    httpStatus: status,
    headerBlocks,
    httpHeader: (name) => findHeader(headers, name.toLowerCase()),
  };
}

/** Opens the envelope in the announced version, or else in the other one. */
function open(body: Uint8Array, announced: Version, options: EnvelopeOptions): [ReturnType<typeof openBody>, Version] {
  try {
    return [openBody(body, announced, options), announced];
  } catch (error) {
    if (!(error instanceof SoapFault) || error.code !== 'VersionMismatch') throw error;
    const other = announced === soap11 ? soap12 : soap11;
    try {
      return [openBody(body, other, options), other];
    } catch {
      throw error;
    }
  }
}

function notSoap(response: TransportResponse, type: string | undefined, fail: Fail, cause?: unknown): ClientError {
  const { status, body } = response;
  const excerpt = bodyExcerpt(body);
  const what = body.byteLength === 0 ? 'an empty body' : type === undefined ? 'no Content-Type' : printable(type);
  const text = `HTTP ${status} with ${what} instead of a SOAP message${excerpt === '' ? '.' : `: ${excerpt}`}`;
  return fail('not-soap', text, { bodyStart: excerpt, cause });
}

/** A header value, made safe for an error message. */
function printable(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);
}
