import { type EncodedMessage, XmlBuilder } from '../xml/builder.ts';
import type { Operation } from './operation.ts';
import { soap11, soap12, type Version } from './version.ts';

interface Frame {
  readonly before: string;
  readonly after: string;
}

const frame11 = frame(soap11);
const frame12 = frame(soap12);

function frame({ prefix, namespace }: Version): Frame {
  return {
    before: `<?xml version="1.0" encoding="utf-8"?><${prefix}:Envelope xmlns:${prefix}="${namespace}"><${prefix}:Body>`,
    after: `</${prefix}:Body></${prefix}:Envelope>`,
  };
}

/**
 * Writes the envelope of a request (rule C3).
 *
 * @throws {XmlError} for a value that XML or its type cannot carry (rule W2); nothing has left by then.
 */
export function writeRequest<Input>(
  version: Version,
  operation: Operation<Input, unknown>,
  input: Input,
): EncodedMessage {
  const { before, after } = version === soap11 ? frame11 : frame12;
  const builder = new XmlBuilder(before);
  builder.open(operation.input);
  operation.writeInput(builder, input);
  builder.close(operation.input);
  builder.raw(after);
  return builder.finish();
}

/** Writes the envelope of an answer (rule W1). @throws {XmlError} as `writeRequest`. */
export function writeResponse<Output>(
  version: Version,
  operation: Operation<unknown, Output>,
  output: Output,
): EncodedMessage {
  const { before, after } = version === soap11 ? frame11 : frame12;
  const builder = new XmlBuilder(before);
  builder.open(operation.output);
  operation.writeOutput(builder, output);
  builder.close(operation.output);
  builder.raw(after);
  return builder.finish();
}
