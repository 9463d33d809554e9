import { type QName, sameName } from '../types/qname.ts';
import { type EncodedMessage, XmlBuilder } from '../xml/builder.ts';
import { XmlError } from '../xml/error.ts';
import { type Tag, tagIn } from '../xml/tag.ts';
import type { HeaderContent, HeaderUse, WritableHeader } from './header-type.ts';
import { writeHeader } from './header-writer.ts';
import type { AnyClientOperation, ServerOperation } from './operation.ts';
import { soap11, soap12, type Version } from './version.ts';

/** The text around the content of a body. */
interface Frame {
  /** Through the start tag of the Body, without a Header. */
  readonly before: string;
  readonly after: string;
  /** Through the start tag of the Envelope. */
  readonly open: string;
  readonly body: string;
}

const frame11 = frame(soap11);
const frame12 = frame(soap12);

function frame({ prefix, namespace }: Version): Frame {
  const open = `<?xml version="1.0" encoding="utf-8"?><${prefix}:Envelope xmlns:${prefix}="${namespace}">`;
  const body = `<${prefix}:Body>`;
  return { before: open + body, after: `</${prefix}:Body></${prefix}:Envelope>`, open, body };
}

const noBlocks: readonly HeaderContent[] = [];

/**
 * Writes an envelope through the start tag of its Body; `endEnvelope` writes the rest.
 *
 * @throws {XmlError} for a header block that cannot be written, and for a required one that is missing.
 */
export function beginEnvelope(
  version: Version,
  blocks: readonly HeaderContent[] = noBlocks,
  declared?: readonly HeaderUse<WritableHeader<unknown>>[],
): XmlBuilder {
  const { before, open, body } = version === soap11 ? frame11 : frame12;
  if (blocks.length === 0 && declared === undefined) return new XmlBuilder(before, version.name);
  const builder = new XmlBuilder(open, version.name);
  const written = writeHeader(builder, version, blocks);
  for (const { header, required } of declared ?? []) {
    if (required && !written.some((name) => sameName(name, header.tag))) throw missing(header.tag);
  }
  builder.raw(body);
  return builder;
}

export function endEnvelope(builder: XmlBuilder, version: Version): EncodedMessage {
  builder.raw((version === soap11 ? frame11 : frame12).after);
  return builder.finish();
}

/**
 * Writes the envelope of a request (rule C3).
 *
 * @throws {XmlError} for a value that XML or its type does not allow (rule W2), and as `beginEnvelope`.
 */
export function writeRequest<Input>(
  version: Version,
  operation: AnyClientOperation<Input, unknown>,
  input: Input,
  blocks?: readonly HeaderContent[],
): EncodedMessage {
  const builder = beginEnvelope(version, blocks, operation.headers?.input);
  writeElement(builder, operation.input, () => operation.writeInput(builder, input));
  return endEnvelope(builder, version);
}

/** Writes the envelope of a response (rule W1). @throws {XmlError} as `writeRequest`. */
export function writeResponse<Output>(
  version: Version,
  operation: ServerOperation<unknown, Output>,
  output: Output,
  blocks?: readonly HeaderContent[],
): EncodedMessage {
  const builder = beginEnvelope(version, blocks, operation.headers?.output);
  writeElement(builder, operation.output, () => operation.writeOutput(builder, output));
  return endEnvelope(builder, version);
}

/**
 * Writes an element by a codec.
 *
 * @throws {XmlError} also when the codec fails on a value of another shape than its type, as code without types can pass.
 */
export function writeElement(builder: XmlBuilder, declared: Tag, write: () => void): void {
  const tag = tagIn(builder, declared);
  builder.open(tag);
  try {
    write();
  } catch (error) {
    throw builder.failure(error);
  }
  builder.close(tag);
}

function missing({ namespace, local }: QName): XmlError {
  return new XmlError('missing-element', `the header block {${namespace}}${local} is missing`, local);
}
