import { wholeParts } from '@soapwright/runtime/client/mtom';
import { leafText, readTree, type TreeElement, XmlError } from '@soapwright/runtime/xml';
import { xenc, xop } from '../../encryption/algorithms.ts';
import type { MessagePart } from '../../encryption/parts.ts';
import { partOf } from '../../encryption/parts.ts';
import { type Edit, splice } from '../../encryption/splice.ts';
import { SecurityError } from '../../security-error.ts';
import { elementsWithin, isNamed } from '../../xml-elements.ts';
import { escaped } from '../../xml-text.ts';
import { base64Of, bytesOfBase64 } from '../base64.ts';
import { shown } from '../signature/algorithms.ts';
import { type PartContents, placeholders, placesOf, replacedPlaces } from '../signature/part-contents.ts';
import type { ReadLimits } from './soap-message.ts';

/** An envelope with everything inside, and its Content-Type. */
export interface InlinedMessage {
  readonly envelope: Uint8Array;
  readonly contentType: string;
}

/**
 * Puts the parts of an MTOM message into its envelope as base64, over which it was signed and encrypted (XOP 1.0, 3.2).
 *
 * @returns undefined for a message of one part.
 * @throws {SecurityError} `form` or `reference` for an Include that is not alone, or a part that is missing or used twice.
 */
export function inlinedMessage(contentType: string, body: Uint8Array, limits: ReadLimits): InlinedMessage | undefined {
  try {
    const whole = wholeParts(contentType, body);
    if (whole === undefined) return undefined;
    const parts = whole.parts.map(({ id = '', ...part }) => ({ id, ...part }));
    return { envelope: inlinedEnvelope(whole.root, parts, limits), contentType: whole.contentType };
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new SecurityError('form', 'The parts of the message cannot be read.', { cause: error });
  }
}

/**
 * The envelope with what its xop:Include refer to as base64.
 *
 * @throws {SecurityError} `form` or `reference`. @throws {XmlError}
 */
export function inlinedEnvelope(root: Uint8Array, parts: readonly MessagePart[], limits: ReadLimits): Uint8Array {
  return withoutIncludes(root, limits, (href) => {
    const part = partOf(href, parts);
    return { part, text: base64Of(part.content) };
  });
}

/** An envelope whose xop:Include are texts, and the parts that these stand for. */
export interface HeldEnvelope {
  readonly envelope: Uint8Array;
  readonly contents: PartContents;
}

/** The longest part of a header block, such as a token, which is in memory. */
const mostOfHeader = 1024 * 1024;

/**
 * The envelope with a text for each xop:Include in the Body: a part of it that is large need not be in memory. Those in the
 * Header have their base64.
 *
 * @param find the part that a reference means; undefined for none.
 * @throws {SecurityError} `form` or `reference`. @throws {XmlError}
 */
export async function heldEnvelope(
  root: Uint8Array,
  find: (reference: string) => Blob | undefined,
  limits: ReadLimits,
): Promise<HeldEnvelope> {
  const texts = new Map<string, Blob>();
  const newText = placeholders();
  const envelope = withoutIncludes(root, limits, (href = '') => {
    const part = find(href);
    if (part === undefined) throw new SecurityError('reference', `No part has the Content-ID ${shown(href)}.`);
    const text = newText();
    texts.set(text, part);
    return { part, text };
  });
  const body = readTree(envelope, { limits }).root.children.find(({ local }) => local === 'Body')?.start ?? 0;
  const edits: Edit[] = [];
  for (const { placeholder, blob, start, end } of placesOf(envelope, texts)) {
    if (start > body) break;
    if (blob.size > mostOfHeader) throw new SecurityError('form', 'A part of a header block is too long.');
    edits.push({ start, end, bytes: new TextEncoder().encode(base64Of(new Uint8Array(await blob.arrayBuffer()))) });
    texts.delete(placeholder);
  }
  return { envelope: splice(envelope, edits), contents: texts };
}

/** The envelope with xop:Include for the texts that stand for parts. */
export function includingEnvelope(
  envelope: Uint8Array,
  contents: PartContents,
  reference: (blob: Blob) => string,
): Uint8Array {
  return replacedPlaces(
    envelope,
    contents,
    ({ blob }) => `<xop:Include xmlns:xop="${xop}" href="${escaped(reference(blob))}"/>`,
  );
}

/** The envelope with a text for each xop:Include. */
function withoutIncludes(
  root: Uint8Array,
  limits: ReadLimits,
  found: (href: string | undefined) => { readonly part: object; readonly text: string },
): Uint8Array {
  const document = readTree(root, { limits });
  const used = new Set<object>();
  const edits: Edit[] = [];
  for (const { children, strayText } of elementsWithin(document.root)) {
    const include = children.find((child) => isNamed(child, [xop, 'Include']));
    if (include === undefined) continue;
    if (children.length > 1 || strayText !== -1 || include.children.length > 0) {
      throw new SecurityError('form', 'An xop:Include is not alone in its element.');
    }
    const { part, text } = found(include.attributes.find(({ local }) => local === 'href')?.value);
    if (used.has(part)) throw new SecurityError('reference', 'Two xop:Include refer to one part.');
    used.add(part);
    edits.push({ start: include.start, end: include.end, bytes: new TextEncoder().encode(text) });
  }
  return edits.length === 0 ? root : splice(document.data, edits);
}

/** Texts of fewer characters stay in the envelope. */
const leastText = 1024;

/**
 * A message as MTOM, with long cipher texts in parts of their own. Everything else stays in the envelope: what was signed
 * are the bytes with base64.
 *
 * @param contentType of the envelope.
 */
export function mtomMessage(
  envelope: Uint8Array,
  contentType: string,
): { readonly body: Uint8Array; readonly contentType: string } {
  const host = `${crypto.randomUUID()}@soap`;
  const { edits, parts } = cipherParts(envelope, host);
  const boundary = `uuid:${crypto.randomUUID()}`;
  const [mediaType = '', ...parameters] = contentType.split(/\s*;\s*/);
  const action = parameters.find((one) => one.startsWith('action='));
  const named = action === undefined ? '' : `; ${action}`;
  const root = `application/xop+xml; charset=UTF-8; type="${mediaType}"${named}`;
  const head = (type: string, encoding: string, id: string): Uint8Array =>
    new TextEncoder().encode(
      `--${boundary}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\nContent-ID: <${id}>\r\n\r\n`,
    );
  const line = new TextEncoder().encode('\r\n');
  const body = Buffer.concat([
    head(root, '8bit', `root.${host}`),
    splice(envelope, edits),
    ...parts.flatMap(({ id, content }) => [line, head('application/octet-stream', 'binary', id), content]),
    new TextEncoder().encode(`\r\n--${boundary}--\r\n`),
  ]);
  const type = `multipart/related; type="application/xop+xml"; boundary="${boundary}"; start="<root.${host}>"`;
  return { body, contentType: `${type}; start-info="${mediaType}"${named}` };
}

function cipherParts(
  envelope: Uint8Array,
  host: string,
): { readonly edits: readonly Edit[]; readonly parts: readonly MessagePart[] } {
  const { root, data } = readTree(envelope, { limits: { maxElements: 2 ** 31, maxAttributes: 100_000 } });
  const found = [...elementsWithin(root)].filter(isLongCipher);
  const parts = found.map((element, index) => ({
    id: `${index + 1}.${host}`,
    contentType: 'application/octet-stream',
    content: bytesOfBase64(leafText(element, data)),
  }));
  const edits = found.map(({ tagEnd: start, closeTag: end }, index) => {
    const include = `<xop:Include xmlns:xop="${xop}" href="cid:${parts[index]?.id}"/>`;
    return { start, end, bytes: new TextEncoder().encode(include) };
  });
  return { edits, parts };
}

function isLongCipher(element: TreeElement): boolean {
  const { children, tagEnd, closeTag } = element;
  return isNamed(element, [xenc, 'CipherValue']) && children.length === 0 && closeTag - tagEnd >= leastText;
}
