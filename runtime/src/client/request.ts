import { writeRequest } from '../soap/envelope-writer.ts';
import type { AnyClientOperation } from '../soap/operation.ts';
import { soap11, type Version } from '../soap/version.ts';
import type { EncodedMessage } from '../xml/builder.ts';
import type { Call } from './interceptor.ts';

/** Writes the envelope of a call (rule C3). @throws {XmlError} for a value or a header block that does not fit. */
export function writeEnvelope(version: Version, { operation, input, headerBlocks }: Call): EncodedMessage {
  return writeRequest(version, operation, input, headerBlocks);
}

/**
 * The HTTP headers of SOAP, then those of the call, as names and values in turn (rules C1, C2 and C4). SOAP 1.2 names the
 * action where it is asked to, and where nothing else says which operation is meant.
 */
export function requestHeaders(version: Version, call: Call, length: number, actionParameter: boolean): string[] {
  const action = quoted(call.operation);
  const headers = ['Content-Type', version.contentType, 'Content-Length', String(length)];
  if (version === soap11) headers.push('SOAPAction', action);
  else if (actionParameter || call.operation.sharesInput === true)
    headers[1] = `${version.contentType}; action=${action}`;
  headers.push(...call.headers.flat());
  return headers;
}

function quoted(operation: AnyClientOperation<unknown, unknown>): string {
  return `"${operation.soapAction}"`;
}
