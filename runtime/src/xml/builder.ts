import { ValueError } from '../types/simple-type.ts';
import type { XsiType } from './codec-tables.ts';
import { type BinaryEncoder, type EncodedMessage, type Segment, TextPart, textMessage } from './encoded-message.ts';
import { joinPath, XmlError, type XmlErrorCode } from './error.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { MOST_DEPTH } from './limits.ts';
import { XML_NAMESPACE, XMLNS_NAMESPACE, XSI_NAMESPACE } from './namespaces.ts';
import type { AttributeName, Tag } from './tag.ts';
import type { XmlWriter } from './writer.ts';

/**
 * Text of more characters is encoded while the message is being written. Concatenated strings are a tree until they are
 * read, which takes many times the memory of short pieces, and garbage collections copy it.
 */
const LONG = 64 * 1024;

const NOT_ALLOWED = 'it holds a character that XML 1.0 does not allow';

export type { EncodedMessage } from './encoded-message.ts';

/** Writes a message as text; a long one is encoded in parts. Binary values stay bytes until the message is encoded. */
export class XmlBuilder implements XmlWriter {
  readonly soapVersion: '1.1' | '1.2';
  #text: string;
  readonly #segments: Segment[] = [];
  /** Set with the first binary value. */
  #encode: BinaryEncoder | undefined;
  readonly #open: Tag[] = [];
  /** The `>` of a start tag is not written yet. */
  #inStartTag = false;
  /** The attributes of the open start tag come first; the list is used again for the next one. */
  readonly #attributes: AttributeName[] = [];
  #attributeCount = 0;
  /** Their expanded names, built for attributes of wildcards: a linear search for each would take quadratic time. */
  #attributeKeys: Set<string> | undefined;
  /** Prefixes that the open start tag declares in addition to those of its Tag, by namespace. */
  #prefixes: Map<string, string> | undefined;

  /** @param start of the message: an XML declaration, an envelope. */
  constructor(start = '', soapVersion: '1.1' | '1.2' = '1.1') {
    this.#text = start;
    this.soapVersion = soapVersion;
  }

  raw(text: string): void {
    this.#text += text;
  }

  open(tag: Tag): void {
    this.#push(tag);
    this.#text += tag.open;
    if (tag.isStart) this.#beginStartTag();
  }

  start(tag: Tag): void {
    this.#push(tag);
    this.#text += tag.start;
    this.#beginStartTag();
  }

  content(): void {
    if (!this.#inStartTag) return;
    this.#text += '>';
    this.#inStartTag = false;
  }

  close(tag: Tag): void {
    this.#open.pop();
    if (this.#inStartTag) {
      this.#text += '/>';
      this.#inStartTag = false;
    } else this.#text += tag.close;
  }

  type(name: XsiType): void {
    this.#text += name.text;
  }

  attribute(name: AttributeName, value: string): void {
    const escaped = escapeAttribute(value);
    if (escaped === undefined) throw this.invalidAttribute(name, 'string', NOT_ALLOWED);
    this.plainAttribute(name, escaped);
  }

  plainAttribute(name: AttributeName, value: string): void {
    const { printed = ` ${this.prefix(name.namespace)}:${name.local}="` } = name;
    this.#text += `${printed}${value}"`;
    this.#attributes[this.#attributeCount++] = name;
    this.#attributeKeys?.add(attributeKey(name));
  }

  hasAttribute(name: Pick<AttributeName, 'namespace' | 'local'>): boolean {
    this.#attributeKeys ??= new Set(this.#attributes.slice(0, this.#attributeCount).map(attributeKey));
    return this.#attributeKeys.has(attributeKey(name));
  }

  prefix(namespace: string): string {
    if (namespace === XML_NAMESPACE) return 'xml';
    if (namespace === '') {
      if (this.defaultNamespace() === '') return '';
      throw new ValueError('a name in no namespace is not allowed where a default namespace is in scope');
    }
    const known = this.#prefixes?.get(namespace);
    if (known !== undefined) return known;
    if (!this.#inStartTag) throw new TypeError('A prefix can be declared in a start tag only.');
    const value = escapeAttribute(namespace);
    if (value === undefined || namespace === XMLNS_NAMESPACE) throw new ValueError('its namespace cannot be declared');
    this.#prefixes ??= new Map();
    const prefix = `_${this.#prefixes.size + 1}`;
    this.#prefixes.set(namespace, prefix);
    this.#text += ` xmlns:${prefix}="${value}"`;
    return prefix;
  }

  chars(value: string): void {
    const escaped = escapeText(value);
    if (escaped === undefined) throw this.invalidContent('string', NOT_ALLOWED);
    this.#text += escaped;
    this.#encodeLong();
  }

  text(tag: Tag, value: string): void {
    const escaped = escapeText(value);
    if (escaped === undefined) throw this.invalid(tag, 'string', NOT_ALLOWED);
    this.#text += tag.open + escaped + tag.close;
    this.#encodeLong();
  }

  plain(tag: Tag, value: string): void {
    this.#text += tag.open + value + tag.close;
    this.#encodeLong();
  }

  base64(tag: Tag, value: Uint8Array, encode: BinaryEncoder): void {
    // What encodes Blobs encodes bytes too.
    this.#binary(tag, value, this.#encode ?? encode);
  }

  blob(tag: Tag, value: Blob, encode: BinaryEncoder): void {
    this.#binary(tag, value, encode);
  }

  blobContent(value: Blob, encode: BinaryEncoder): void {
    this.#encode = encode;
    this.#segments.push(this.#text, value);
    this.#text = '';
  }

  nil(tag: Tag): void {
    this.#text += `${tag.start} xmlns:xsi="${XSI_NAMESPACE}" xsi:nil="true"/>`;
    this.#encodeLong();
  }

  invalid(tag: Tag, type: string, reason: string): XmlError {
    return this.#error('value', this.#path(tag.local), `not a valid ${type}: ${reason}`);
  }

  missing(tag: Tag): XmlError {
    return this.#error('missing-element', this.#path(tag.local), 'this required element is missing');
  }

  invalidAttribute(name: AttributeName, type: string, reason: string): XmlError {
    return this.#error('value', this.#path(`@${name.local}`), `not a valid ${type}: ${reason}`);
  }

  missingAttribute(name: AttributeName): XmlError {
    return this.#error('missing-attribute', this.#path(`@${name.local}`), 'this required attribute is missing');
  }

  invalidContent(type: string, reason: string): XmlError {
    return this.#error('value', this.#path(), `not a valid ${type}: ${reason}`);
  }

  wrong(property: string | undefined, reason: string): XmlError {
    return this.#error('value', this.#path(property), reason);
  }

  /**
   * Converts a TypeError of a codec, which means that a value has another shape than its type, to an XmlError. The text of
   * the TypeError is dropped, since it may quote the value.
   */
  failure(error: unknown): unknown {
    if (!(error instanceof TypeError)) return error;
    return this.#error('value', this.#path(), 'something in it has not the shape of its type');
  }

  /** The message. The builder must not be used afterwards. */
  finish(): EncodedMessage {
    return this.#encode === undefined
      ? textMessage(this.#segments, this.#text)
      : this.#encode(this.#segments, this.#text);
  }

  #binary(tag: Tag, value: Uint8Array | Blob, encode: BinaryEncoder): void {
    this.#encode = encode;
    this.#segments.push(this.#text + tag.open, value);
    this.#text = tag.close;
  }

  #push(tag: Tag): void {
    if (this.#open.length >= MOST_DEPTH) {
      const reason = `elements can be ${MOST_DEPTH} deep (limit maxDepth); is the value circular?`;
      throw this.#error('limit', this.#path(tag.local), reason);
    }
    this.#open.push(tag);
    this.#encodeLong();
  }

  #encodeLong(): void {
    if (this.#text.length < LONG) return;
    this.#segments.push(new TextPart(this.#text));
    this.#text = '';
  }

  #beginStartTag(): void {
    this.#inStartTag = true;
    this.#attributeCount = 0;
    this.#attributeKeys = undefined;
    this.#prefixes = undefined;
  }

  defaultNamespace(): string {
    for (let at = this.#open.length - 1; at >= 0; at--) {
      const declared = this.#open[at]?.declares;
      if (declared !== undefined) return declared;
    }
    return '';
  }

  #path(last?: string): string {
    const names = this.#open.map(({ local }) => local);
    return joinPath(last === undefined ? names : [...names, last]);
  }

  #error(code: XmlErrorCode, path: string, reason: string): XmlError {
    return new XmlError(code, path === '' ? reason : `${path}: ${reason}`, path);
  }
}

/** An expanded name as one string: no local name holds a space. */
function attributeKey({ namespace, local }: { readonly namespace: string; readonly local: string }): string {
  return `${local} ${namespace}`;
}
