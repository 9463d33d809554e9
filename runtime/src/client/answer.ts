import { parseContentType } from '../soap/content-type.ts';
import { asXmlError } from '../soap/detail-codes.ts';
import { closeBody, closeEnvelope, type EnvelopeOptions, emptyBody, openBody } from '../soap/envelope-reader.ts';
import { SoapFault } from '../soap/fault.ts';
import { isFault, readFault } from '../soap/fault-reader.ts';
import type { HeaderBlock } from '../soap/header-block.ts';
import { checkHeaders } from '../soap/header-type.ts';
import { soap11, soap12, type Version, versionOfMediaType } from '../soap/version.ts';
import { isSupportedCharset } from '../xml/charset.ts';
import { prefixEnd, type StreamedFields, StreamReached } from '../xml/streamed-fields.ts';
import { showAddress } from './address.ts';
import { bodyStart, holdsEnvelope } from './body-start.ts';
import { ClientError } from './client-error.ts';
import type { Fail } from './failure.ts';
import type { Answer, Call } from './interceptor.ts';
import { retryAfterOf } from './retry-after.ts';
import { findHeader, type TransportResponse } from './transport.ts';

/**
 * Reads what came back for a call (rule C5).
 *
 * @param options of the reader for an answer that names the charset UTF-8.
 * @param version that the request was written in. A fault may come in the other one: a node that knows only SOAP 1.1
 * answers a request of SOAP 1.2 so (SOAP 1.2 part 1, appendix A). A result may not.
 * @throws {SoapFault} the fault that was received; a `TypedFault` where the operation declares it.
 * @throws {ClientError} `redirected`, `not-soap` or `bad-answer`.
 */
export function readAnswer(
  call: Call,
  version: Version,
  response: TransportResponse,
  options: EnvelopeOptions,
  failing: Fail,
  streamed?: StreamedFields,
): Answer {
  const { status, headers, body } = response;
  const fail = failingAnswer(response, failing);
  if (status >= 300 && status < 400) {
    const location = findHeader(headers, 'location');
    const where = location === undefined ? 'nowhere' : showAddress(location, call.address);
    throw fail('redirected', `HTTP ${status} points to ${where}, which is not followed.`);
  }
  // An operation without an answer is done when the service has taken the request: 202 says so, and 200 and 204 do.
  if (call.operation.oneWay && body.byteLength === 0 && status >= 200 && status < 300) {
    return answerOf(response, undefined, []);
  }
  const type = findHeader(headers, 'content-type');
  const contentType = type === undefined ? undefined : parseContentType(type);
  const announced = contentType === undefined ? undefined : versionOfMediaType(contentType.mediaType);
  const coding = findHeader(headers, 'content-encoding')?.toLowerCase() ?? 'identity';
  if (coding !== 'identity') {
    throw fail('not-soap', `HTTP ${status} with a body in ${printable(coding)}, which was not asked for.`);
  }
  if (announced === undefined || body.byteLength === 0) throw notSoap(response, type, fail);
  const charset = contentType?.charset;
  if (charset !== undefined && !isSupportedCharset(charset)) {
    throw fail('bad-answer', `The answer is in the charset ${printable(charset)}, which is not supported.`);
  }
  try {
    return readMessage(call, version, announced, response, { ...readingOf(call, options, charset), streamed }, fail);
  } catch (error) {
    if (error instanceof ClientError) throw error;
    // With a version it is a fault that was received; without, it is about the message.
    if (error instanceof SoapFault && error.version !== undefined) throw error;
    if (!holdsEnvelope(body)) throw notSoap(response, type, fail, error);
    throw unreadable(error, fail);
  }
}

/** Errors about an answer, which say what its head said. */
export function failingAnswer({ status, headers }: Omit<TransportResponse, 'body'>, failing: Fail): Fail {
  const arrived = { httpStatus: status, retryAfter: retryAfterOf(headers) };
  return (code, text, more) => failing(code, text, { ...arrived, ...more });
}

/** The error for an answer that is not what it should be. */
export function unreadable(error: unknown, fail: Fail): ClientError {
  // The text of another error may quote a value, so that it is only the cause.
  const known = error instanceof SoapFault ? error : asXmlError(error);
  const why = known?.message ?? 'its codec failed.';
  return fail('bad-answer', `The answer cannot be read: ${why}`, { cause: error });
}

/**
 * Reads an answer that is still arriving, as far as it has come.
 *
 * @param prefix of the message, behind a start tag.
 * @returns the path of the streamed field that begins there; undefined where it is something else.
 * @throws {XmlError | SoapFault} for what can be no right answer, however it goes on.
 */
export function judgeAnswer(
  call: Call,
  version: Version,
  prefix: Uint8Array,
  options: EnvelopeOptions,
): { readonly path: string } | undefined {
  const { operation } = call;
  if (operation.oneWay) return undefined;
  try {
    const { reader, empty } = openBody(prefix, version, readingOf(call, options, 'utf-8'));
    if (!empty && reader.is(operation.output)) operation.readOutput(reader);
    return undefined;
  } catch (thrown) {
    if (thrown === prefixEnd) return undefined;
    if (thrown instanceof StreamReached) return { path: thrown.path };
    throw thrown;
  }
}

/** How the answer to a call is read: in its charset, with what its operation declares counted as understood. */
function readingOf({ operation }: Call, options: EnvelopeOptions, charset: string | undefined): EnvelopeOptions {
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
): Answer {
  const { status, headers, body } = response;
  const { operation } = call;
  const [{ reader, headerBlocks, empty }, found] = open(body, announced, options);
  if (!empty && isFault(reader, found)) {
    const { faults } = operation;
    const retryAfter = retryAfterOf(headers);
    const fault = readFault(reader, found, status, { faults, reading: options, headerBlocks, retryAfter });
    closeEnvelope(reader);
    throw fault;
  }
  if (status < 200 || status > 299) {
    throw fail('bad-answer', `HTTP ${status} came with a result, which is no fault.`);
  }
  if (operation.oneWay) {
    // Some servers answer all the same. It says nothing (WS-I Basic Profile 1.0, R2750).
    if (!empty) reader.skip();
    (empty ? closeBody : closeEnvelope)(reader);
    return answerOf(response, undefined, headerBlocks);
  }
  if (found !== version || announced !== version) {
    const came = found === version ? `the Content-Type of SOAP ${announced.name}` : `SOAP ${found.name}`;
    throw fail('bad-answer', `The answer came in ${came}; SOAP ${version.name} was asked for.`);
  }
  if (empty) throw emptyBody();
  if (!reader.is(operation.output)) {
    const { namespace, local } = operation.output;
    throw fail(
      'bad-answer',
      `The body of the answer holds {${reader.namespace}}${reader.local} in place of {${namespace}}${local}.`,
    );
  }
  const declared = operation.headers?.output;
  if (declared !== undefined) checkHeaders(declared, headerBlocks, options);
  const output = operation.readOutput(reader);
  closeEnvelope(reader);
  if (options.streamed !== undefined && reader.streamedValues !== options.streamed.values.size) {
    throw new TypeError('The codec did not read all streamed fields.');
  }
  return answerOf(response, output, headerBlocks);
}

function answerOf(
  { status, headers }: TransportResponse,
  output: unknown,
  headerBlocks: readonly HeaderBlock[],
): Answer {
  return {
    output,
    httpStatus: status,
    headerBlocks,
    httpHeader: (name) => findHeader(headers, name.toLowerCase()),
  };
}

/** Opens the envelope of the version that was announced, or else of the other one. */
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
  const start = bodyStart(body);
  const what = body.byteLength === 0 ? 'an empty body' : type === undefined ? 'no Content-Type' : printable(type);
  const text = `HTTP ${status} with ${what} in place of a SOAP message${start === '' ? '.' : `: ${start}`}`;
  return fail('not-soap', text, { bodyStart: start, cause });
}

/** A header's value as it may stand in a message. */
function printable(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);
}
