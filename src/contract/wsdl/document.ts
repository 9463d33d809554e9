import { decodeXml, readTree, type TreeElement, XmlError } from '@soapwright/runtime/xml';
import {
  type Diagnostic,
  type Entry,
  type FindingDetails,
  Findings,
  wsdl as kinds,
  type ParametersOf,
  type Range,
  report,
} from '../../diagnostics/index.ts';
import type { Origin, QName } from '../model/index.ts';
import { elementText } from './element-text.ts';
import { expandEntities } from './internal-entities.ts';
import { isSchemaNamespace, wsdlNamespace, xsdDraftNamespaces, xsdNamespace } from './xml-names.ts';

/** An element of a WSDL or schema file. */
export type XmlElement = TreeElement;

/** A file as its source supplies it. */
export interface XmlFile {
  /** The absolute path or address that identifies the file. */
  readonly location: string;
  /** The path or address that diagnostics name it by. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Limits of a file of a WSDL: far above those of a message, and low enough that hostile input ends soon. */
const limits = {
  maxDepth: 256,
  maxElements: 4_000_000,
  maxAttributes: 1_000,
  maxAttributeValueBytes: 1024 * 1024,
};

/** Bytes of a file. */
const maxFileBytes = 64 * 1024 * 1024;

const keptAsText: ReadonlySet<string> = new Set(['documentation', 'appinfo']);

/** A WSDL or schema file that was read, with the positions of its elements. */
export class XmlDocument {
  readonly location: string;
  readonly root: XmlElement;
  readonly findings: Findings;
  readonly #offsets: FileOffsets;
  readonly #data: Uint8Array;

  /** @param data the document as UTF-8. */
  constructor(location: string, root: XmlElement, findings: Findings, offsets: FileOffsets, data: Uint8Array) {
    this.location = location;
    this.root = root;
    this.findings = findings;
    this.#offsets = offsets;
    this.#data = data;
  }

  /** The start tag of an element, or the value of one of its attributes. */
  range(element: XmlElement, attribute?: string): Range {
    const start = this.#offsets.at(element.start);
    const end = this.#offsets.at(element.tagEnd);
    if (attribute === undefined) return { start, end };
    const tag = this.findings.source.text.slice(start, end);
    const [plain, prefixed] = attributePatterns(attribute);
    const found = plain.exec(tag) ?? prefixed.exec(tag);
    if (found?.[1] === undefined) return { start, end };
    const valueEnd = start + found.index + found[0].length - 1;
    return { start: valueEnd - found[1].length + 2, end: valueEnd };
  }

  /** An element from its start tag to its end tag. */
  extent({ start, end }: XmlElement): Range {
    return { start: this.#offsets.at(start), end: this.#offsets.at(end) };
  }

  /** An element as XML text that has all declarations of its prefixes. */
  xmlText(element: XmlElement): string {
    return elementText(element, this.#data);
  }

  origin(element: XmlElement, attribute?: string): Origin {
    const { file, line, column, length } = this.findings.place(this.range(element, attribute));
    return { file: file ?? '', line: line ?? 1, column: column ?? 1, length };
  }

  /** Reports at an element, or at the value of one of its attributes. */
  report<E extends Entry>(
    entry: E,
    parameters: ParametersOf<E>,
    element: XmlElement,
    attribute?: string,
    details?: FindingDetails,
  ): void {
    this.findings.add(entry, parameters, this.range(element, attribute), details);
  }
}

const knownPatterns = new Map<string, readonly [RegExp, RegExp]>();

/** An attribute of this name without and with a prefix. Compiled once: most elements have their place by an attribute. */
function attributePatterns(attribute: string): readonly [RegExp, RegExp] {
  const known = knownPatterns.get(attribute);
  if (known !== undefined) return known;
  const value = `${attribute}\\s*=\\s*("[^"]*"|'[^']*')`;
  const patterns = [new RegExp(`\\s${value}`), new RegExp(`:${value}`)] as const;
  knownPatterns.set(attribute, patterns);
  return patterns;
}

export interface ReadOptions {
  /** Whether a document type declaration is read, and its internal entities are expanded. By default it is an error. */
  readonly internalEntities?: boolean | undefined;
}

export interface ReadDocument {
  /** Absent if the file is not XML, or has a document type declaration. */
  readonly document?: XmlDocument;
  /** Text that diagnostics may quote; absent unless the file is XML, so that a WSDL cannot reveal other files. */
  readonly text?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a file. Every mistake of its XML is a diagnostic with its position. */
export function readDocument(file: XmlFile, { internalEntities = false }: ReadOptions = {}): ReadDocument {
  if (file.bytes.length > maxFileBytes) {
    const parameters = { limit: 'maxFileBytes', value: maxFileBytes };
    return { diagnostics: [report(kinds.limitReached, parameters, { file: file.name, line: 1, column: 1 })] };
  }
  const decoded = decodeXml(file.bytes);
  if (typeof decoded === 'string') {
    const place = { file: file.name, line: 1, column: 1 };
    return { diagnostics: [report(kinds.badEncoding, { encoding: decoded }, place)] };
  }
  const findings = new Findings({ file: file.name, text: decoded.text });
  const skipped = /^[\s\uFEFF]*/.exec(decoded.text)?.[0].length ?? 0;
  const isShifted = skipped > 0 && decoded.text.startsWith('<?xml', skipped);
  if (isShifted) findings.add(kinds.textBeforeDeclaration, {}, { start: 0, end: skipped });
  const shift = isShifted ? new TextEncoder().encode(decoded.text.slice(0, skipped)).length : 0;
  const bytes = decoded.bytes.subarray(shift);
  const offsets = new Offsets(bytes, skipped === 0 || !isShifted ? 0 : skipped);
  return readBytes(bytes, offsets, { file, findings, internalEntities });
}

interface Reading {
  readonly file: XmlFile;
  readonly findings: Findings;
  readonly internalEntities: boolean;
}

function readBytes(
  bytes: Uint8Array,
  offsets: FileOffsets,
  reading: Reading,
  declared: Readonly<Record<string, string>> = {},
): ReadDocument {
  const { file, findings, internalEntities } = reading;
  try {
    const keepsContent = (namespace: string, local: string): boolean =>
      keptAsText.has(local) && (namespace === wsdlNamespace || isSchemaNamespace(namespace));
    const { root, data } = readTree(bytes, { limits, keepsContent, declared });
    const { text } = findings.source;
    return {
      document: new XmlDocument(file.location, root, findings, offsets, data),
      text,
      diagnostics: findings.diagnostics,
    };
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    const offset = Math.min(error.offset ?? 0, bytes.length);
    if (error.code === 'doctype' && internalEntities) return readExpanded(bytes, offset, offsets, reading);
    const range = characterAt(offsets.at(offset), findings.source.text);
    const prefix = /^xsd?(?=:)/.exec(findings.source.text.slice(range.start))?.[0];
    if (error.code === 'ill-formed' && prefix !== undefined && declared[prefix] === undefined) {
      findings.add(kinds.undeclaredPrefix, { prefix }, range);
      return readBytes(bytes, offsets, reading, { ...declared, [prefix]: xsdNamespace });
    }
    const [, limit, value] = error.code === 'limit' ? (/^limit (\w+) \((\d+)\)/.exec(error.message) ?? []) : [];
    if (error.code === 'doctype') findings.add(kinds.doctype, {}, range);
    else if (limit !== undefined && value !== undefined) findings.add(kinds.limitReached, { limit, value }, range);
    else findings.add(kinds.illFormed, { reason: withoutOffset(error.message) }, range);
    return { ...quotable(findings), diagnostics: findings.diagnostics };
  }
}

/** Reads a document without its document type declaration, which begins at an offset, and its entities. */
function readExpanded(bytes: Uint8Array, offset: number, offsets: FileOffsets, reading: Reading): ReadDocument {
  const { findings } = reading;
  const before = new TextDecoder().decode(bytes.subarray(0, offset)).length;
  const shift = offsets.at(offset) - before;
  const expanded = expandEntities(new TextDecoder().decode(bytes), before);
  if ('fault' in expanded) {
    const { reason, limit, offset: at } = expanded.fault;
    const range = characterAt(at + shift, findings.source.text);
    if (limit === undefined) findings.add(kinds.badEntity, { reason }, range);
    else findings.add(kinds.limitReached, { limit: limit.name, value: limit.value }, range);
    return { ...quotable(findings), diagnostics: findings.diagnostics };
  }
  const bytesAfter = new TextEncoder().encode(expanded.text);
  const after = new Offsets(bytesAfter, 0);
  const mapped = { at: (one: number) => expanded.originalOffset(after.at(one)) + shift };
  return readBytes(bytesAfter, mapped, { ...reading, internalEntities: false });
}

function quotable({ source: { text } }: Findings): { readonly text?: string } {
  return /^[\s\uFEFF]*</.test(text) ? { text } : {};
}

function characterAt(offset: number, text: string): Range {
  const start = Math.max(0, Math.min(offset, text.length - 1));
  return { start, end: Math.min(start + 1, text.length) };
}

function withoutOffset(message: string): string {
  return message.replace(/^The XML is not well-formed at byte \d+: /, '').replace(/\.$/, '');
}

/** Converts offsets in the bytes that were read to offsets in the text of the file. */
interface FileOffsets {
  at(offset: number): number;
}

/** Converts offsets in UTF-8 bytes to offsets in UTF-16 code units. */
class Offsets implements FileOffsets {
  readonly #bytes: Uint8Array;
  readonly #shift: number;
  /** Code units before each block of bytes; undefined while no offset was asked for. */
  #blocks: Uint32Array | undefined;
  readonly #isAscii: boolean;

  constructor(bytes: Uint8Array, shift: number) {
    this.#bytes = bytes;
    this.#shift = shift;
    this.#isAscii = isAscii(bytes);
  }

  at(offset: number): number {
    if (this.#isAscii) return offset + this.#shift;
    this.#blocks ??= blocksOf(this.#bytes);
    const block = Math.floor(offset / blockBytes);
    const before = this.#blocks[block] ?? 0;
    return this.#shift + before + unitsIn(this.#bytes, block * blockBytes, offset);
  }
}

/** A loop: a callback for each byte takes a tenth of the time of reading the document. */
function isAscii(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte >= 0x80) return false;
  return true;
}

const blockBytes = 4096;

function blocksOf(bytes: Uint8Array): Uint32Array {
  const blocks = new Uint32Array(Math.floor(bytes.length / blockBytes) + 1);
  let units = 0;
  for (let block = 1; block < blocks.length; block++) {
    units += unitsIn(bytes, (block - 1) * blockBytes, block * blockBytes);
    blocks[block] = units;
  }
  return blocks;
}

/** UTF-16 code units of the characters that begin in a range; those of four bytes are two. */
function unitsIn(bytes: Uint8Array, start: number, end: number): number {
  let units = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte < 0x80 || byte >= 0xc0) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}

/** The value of an attribute in no namespace, without white space around it; undefined without the attribute. */
export function attributeOf(element: XmlElement, local: string): string | undefined {
  return rawAttributeOf(element, local)?.trim();
}

/** The value of an attribute as it is in the file. */
export function rawAttributeOf({ attributes }: XmlElement, local: string, namespace = ''): string | undefined {
  for (const one of attributes) if (one.local === local && one.namespace === namespace) return one.value;
  return undefined;
}

/** The namespace of a prefix where an element is; the default namespace of the empty prefix. Undefined without a declaration. */
export function namespaceOf({ scope }: XmlElement, prefix: string): string | undefined {
  if (prefix === 'xml') return 'http://www.w3.org/XML/1998/namespace';
  for (let at = scope; at !== undefined; at = at.outer) if (at.prefix === prefix) return at.namespace;
  return prefix === '' ? '' : undefined;
}

/** The expanded name of a QName in an attribute; undefined if its prefix is not declared. Drafts of XML Schema count as the recommendation. */
export function expandedName(text: string, element: XmlElement): QName | undefined {
  const colon = text.indexOf(':');
  const namespace = namespaceOf(element, colon === -1 ? '' : text.slice(0, colon));
  if (namespace === undefined) return undefined;
  const local = text.slice(colon + 1);
  return { namespace: xsdDraftNamespaces.has(namespace) ? xsdNamespace : namespace, local };
}
