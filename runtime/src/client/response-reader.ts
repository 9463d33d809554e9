import { parseContentType } from '../soap/content-type.ts';
import type { EnvelopeOptions } from '../soap/envelope-reader.ts';
import { type Version, versionOfMediaType } from '../soap/version.ts';
import type { StreamedFields } from '../xml/streamed-fields.ts';
import { badResponse, type Fail, responseErrors } from './call-error.ts';
import { findHeader } from './http-headers.ts';
import type { Call, SoapResponse } from './interceptor.ts';
import { isOfMessage, readMessage, responseOf } from './response-message.ts';
import type { TransportResponse } from './transport.ts';

/**
 * Reads the response to a call (rule C5). A result must have the SOAP version of the request; a fault may have the other one:
 * a node that supports SOAP 1.1 only responds so to a request of SOAP 1.2 (SOAP 1.2 part 1, appendix A).
 *
 * Most responses are messages of SOAP in UTF-8. What reads any other, or says what it is, is loaded when the first one
 * arrives, so that bundlers can leave it out of what a page loads.
 *
 * @param options for a response in UTF-8.
 * @param callErrors creates errors of the call.
 * @returns a promise for a response that is not usual.
 * @throws {SoapFault} the received fault; a `TypedFault` if the operation declares it.
 * @throws {ClientError} which says why the response cannot be read.
 */
export function readResponse(
  call: Call,
  version: Version,
  response: TransportResponse,
  options: EnvelopeOptions,
  callErrors: Fail,
  streamed?: StreamedFields,
): SoapResponse | Promise<SoapResponse> {
  const { status, headers, body } = response;
  const fail = responseErrors(response, callErrors);
  // A service confirms a one-way request with 202; some use 200 or 204.
  if (call.operation.oneWay && body.byteLength === 0 && status >= 200 && status < 300) {
    return responseOf(response, undefined, []);
  }
  const toRead = { call, version, response, options, streamed, fail };
  const { mediaType = '', charset } = parseContentType(findHeader(headers, 'content-type') ?? '') ?? {};
  const announced = versionOfMediaType(mediaType);
  let cause: unknown;
  if (
    announced !== undefined &&
    (charset === undefined || charset === 'utf-8') &&
    findHeader(headers, 'content-encoding') === undefined &&
    (status < 300 || status > 399)
  ) {
    try {
      return readMessage(toRead, body, announced, charset);
    } catch (error) {
      if (isOfMessage(error)) throw error;
      cause = error;
    }
  }
  return import('./odd-response.ts').then(
    ({ readOddResponse }) => readOddResponse(toRead, cause),
    () => {
      // A page that has lost its network cannot load it.
      throw cause === undefined ? fail('not-soap', `HTTP ${status} with ${mediaType}.`) : badResponse(cause, fail);
    },
  );
}
