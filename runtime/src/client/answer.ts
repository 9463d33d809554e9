import { parseContentType } from '../soap/content-type.ts';
import { closeEnvelope, type OpenEnvelope, openEnvelope } from '../soap/envelope-reader.ts';
import { SoapFault } from '../soap/fault.ts';
import { isFault, readFault } from '../soap/fault-reader.ts';
import { soap11, soap12, type Version, versionOfMediaType } from '../soap/version.ts';
import type { ReaderOptions } from '../xml/bytes-reader.ts';
import { isSupportedCharset } from '../xml/charset.ts';
import { XmlError } from '../xml/error.ts';
import { showAddress } from './address.ts';
import { bodyStart, holdsEnvelope } from './body-start.ts';
import { ClientError } from './client-error.ts';
import type { Fail } from './failure.ts';
import type { Answer, Call } from './interceptor.ts';
import { findHeader, type TransportResponse } from './transport.ts';

/**
 * Reads what came back for a call (rule C5).
 *
 * @param options of the reader for an answer that names the charset UTF-8.
 * @param version that the request was written in. A fault may come in the other one: a node that knows only SOAP 1.1
 * answers a request of SOAP 1.2 so (SOAP 1.2 part 1, appendix A). A result may not.
 * @throws {SoapFault} the fault that was received.
 * @throws {ClientError} `redirected`, `not-soap` or `bad-answer`.
 */
export function readAnswer(
  call: Call,
  version: Version,
  response: TransportResponse,
  options: ReaderOptions,
  fail: Fail,
): Answer {
  const { status, headers, body } = response;
  const httpStatus = status;
  if (status >= 300 && status < 400) {
    const location = findHeader(headers, 'location');
    const where = location === undefined ? 'nowhere' : showAddress(location, call.address);
    throw fail('redirected', `HTTP ${status} points to ${where}, which is not followed.`, { httpStatus });
  }
  const type = findHeader(headers, 'content-type');
  const contentType = type === undefined ? undefined : parseContentType(type);
  const announced = contentType === undefined ? undefined : versionOfMediaType(contentType.mediaType);
  const coding = findHeader(headers, 'content-encoding')?.toLowerCase() ?? 'identity';
  if (coding !== 'identity') {
    throw fail('not-soap', `HTTP ${status} with a body in ${printable(coding)}, which was not asked for.`, {
      httpStatus,
    });
  }
  if (announced === undefined || body.byteLength === 0) throw notSoap(response, type, fail);
  const charset = contentType?.charset;
  if (charset !== undefined && !isSupportedCharset(charset)) {
    throw fail('bad-answer', `The answer is in the charset ${printable(charset)}, which is not supported.`, {
      httpStatus,
    });
  }
  const reading = charset === options.charset ? options : { ...options, charset };
  try {
    return readResult(call, version, announced, response, reading, fail);
  } catch (error) {
    if (error instanceof ClientError) throw error;
    // With a version it is a fault that was received; without, it is about the message.
    if (error instanceof SoapFault && error.version !== undefined) throw error;
    if (!holdsEnvelope(body)) throw notSoap(response, type, fail, error);
    // The text of another error may quote a value, so that it is only the cause.
    const why = error instanceof XmlError || error instanceof SoapFault ? error.message : 'its codec failed.';
    throw fail('bad-answer', `The answer cannot be read: ${why}`, { httpStatus, cause: error });
  }
}

function readResult(
  call: Call,
  version: Version,
  announced: Version,
  { status, headers, body }: TransportResponse,
  options: ReaderOptions,
  fail: Fail,
): Answer {
  const { operation } = call;
  const [{ reader, headerBlocks }, found] = open(body, announced, options);
  if (isFault(reader, found)) {
    const fault = readFault(reader, found, status);
    closeEnvelope(reader);
    throw fault;
  }
  const httpStatus = status;
  if (found !== version || announced !== version) {
    const came = found === version ? `the Content-Type of SOAP ${announced.name}` : `SOAP ${found.name}`;
    throw fail('bad-answer', `The answer came in ${came}; SOAP ${version.name} was asked for.`, { httpStatus });
  }
  if (status < 200 || status > 299) {
    throw fail('bad-answer', `HTTP ${status} came with a result, which is no fault.`, { httpStatus });
  }
  if (!reader.is(operation.output)) {
    const { namespace, local } = operation.output;
    throw fail(
      'bad-answer',
      `The body of the answer holds {${reader.namespace}}${reader.local} in place of {${namespace}}${local}.`,
      { httpStatus },
    );
  }
  const output = operation.readOutput(reader);
  closeEnvelope(reader);
  return {
    output,
    httpStatus,
    headerBlocks,
    httpHeader: (name) => findHeader(headers, name.toLowerCase()),
  };
}

/** Opens the envelope of the version that was announced, or else of the other one. */
function open(body: Uint8Array, announced: Version, options: ReaderOptions): [OpenEnvelope, Version] {
  try {
    return [openEnvelope(body, announced, options), announced];
  } catch (error) {
    if (!(error instanceof SoapFault) || error.code !== 'VersionMismatch') throw error;
    const other = announced === soap11 ? soap12 : soap11;
    try {
      return [openEnvelope(body, other, options), other];
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
  return fail('not-soap', text, { httpStatus: status, bodyStart: start, cause });
}

/** A header's value as it may stand in a message. */
function printable(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);
}
