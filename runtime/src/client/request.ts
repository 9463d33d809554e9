import { writeRequest } from '../soap/envelope-writer.ts';
import type { Operation } from '../soap/operation.ts';
import { soap11, type Version } from '../soap/version.ts';
import { type EncodedMessage, XmlBuilder } from '../xml/builder.ts';
import { XmlBytesReader } from '../xml/bytes-reader.ts';
import { XmlError } from '../xml/error.ts';
import type { Call } from './interceptor.ts';

/** Writes the envelope of a call (rule C3). @throws {XmlError} for a value or a header block that does not fit. */
export function writeEnvelope(version: Version, call: Call): EncodedMessage {
  const { operation, input, headerBlocks } = call;
  if (headerBlocks.length === 0) return writeRequest(version, operation, input);
  headerBlocks.forEach(checkBlock);
  const { prefix, namespace } = version;
  const builder = new XmlBuilder(
    `<?xml version="1.0" encoding="utf-8"?><${prefix}:Envelope xmlns:${prefix}="${namespace}">` +
      `<${prefix}:Header>${headerBlocks.join('')}</${prefix}:Header><${prefix}:Body>`,
  );
  builder.open(operation.input);
  operation.writeInput(builder, input);
  builder.close(operation.input);
  builder.raw(`</${prefix}:Body></${prefix}:Envelope>`);
  return builder.finish();
}

/** The HTTP headers of SOAP, then those of the call, as names and values in turn (rules C1, C2 and C4). */
export function requestHeaders(version: Version, call: Call, length: number, actionParameter: boolean): string[] {
  const action = quoted(call.operation);
  const headers = ['Content-Type', version.contentType, 'Content-Length', String(length)];
  if (version === soap11) headers.push('SOAPAction', action);
  else if (actionParameter) headers[1] = `${version.contentType}; action=${action}`;
  headers.push(...call.headers.flat());
  return headers;
}

function quoted(operation: Operation<unknown, unknown>): string {
  return `"${operation.soapAction}"`;
}

/**
 * A block goes into the envelope as it stands, so it must be one whole element that needs nothing from around it, and
 * in a namespace (SOAP 1.1, 4.2; SOAP 1.2 part 1, 5.2.1).
 */
function checkBlock(block: string): void {
  const reader = new XmlBytesReader(new TextEncoder().encode(block), { charset: 'utf-8' });
  reader.openRoot();
  const { namespace } = reader;
  reader.skip();
  reader.finish();
  if (!/^<[^?!]/.test(block)) throw new XmlError('ill-formed', 'A header block must begin with its element.');
  if (namespace === '') throw new XmlError('unexpected-element', 'A header block must be an element in a namespace.');
}
