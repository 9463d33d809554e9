import { escapeXml } from '../soap/fault-text.ts';
import { type SoapVersion, soap11, soap12, ultimateReceiver, type Version, versionNamed } from '../soap/version.ts';
import type { AttachedPart } from './attached-parts.ts';
import { arrayAttributes, typeName } from './encoded-attributes.ts';
import { type ElementNode, fullText, MessageNames, type RawNode, type Show, type Value } from './message-tree.ts';
import type { PagesDescription } from './pages-description.ts';

/** The content of an envelope. */
export interface Message {
  readonly headers: readonly ElementNode[];
  /** Without a name if the body is empty. */
  readonly body: ElementNode;
  /** Attachments; absent without any. */
  readonly parts?: readonly AttachedPart[];
  /** Whether to declare all prefixes of the contract, because entered values may use them. */
  readonly declaresAll?: boolean;
}

/** A pretty-printed envelope. Characters that XML cannot represent are kept, so that the service reports them. */
export function envelopeText(
  service: Pick<PagesDescription, 'namespace' | 'prefixes'>,
  version: Version,
  { headers, body, declaresAll = false }: Message,
  show: Show,
): string {
  const block = (node: ElementNode): readonly string[] =>
    new Printer(service, version, show).root(node, 2, declaresAll);
  return aroundBlocks(version, headers.flatMap(block), body.name === '' ? [] : block(body));
}

/** The element of the body and the header blocks, each as XML of its own, which declares what it needs. */
export function blockTexts(
  service: Pick<PagesDescription, 'namespace' | 'prefixes'>,
  version: Version,
  { headers, body, declaresAll = false }: Message,
): { readonly body: string; readonly headers: readonly string[] } {
  const { prefix, namespace } = version;
  const text = (node: ElementNode): string =>
    new Printer(service, version, fullText).root(node, 0, declaresAll).join('\n');
  const own = headers.map((node): ElementNode => {
    const declaration = `xmlns:${prefix}="${namespace}"`;
    const { moreAttributes } = node;
    const raw = moreAttributes === undefined ? declaration : `${declaration} ${moreAttributes.text}`;
    return { ...node, moreAttributes: { kind: 'raw', text: raw, sensitive: false } };
  });
  return { body: body.name === '' ? '' : text(body), headers: own.map(text) };
}

/** A pretty-printed element with all namespace declarations that it needs. @param version of the envelope around it. */
export function elementText(
  service: Pick<PagesDescription, 'namespace' | 'prefixes'>,
  node: ElementNode,
  version: SoapVersion = '1.1',
): string {
  return new Printer(service, versionNamed(version), fullText).root(node, 0, false).join('\n');
}

/** A pretty-printed envelope of a fault. @param detail the element in its detail. */
export function faultText(
  service: Pick<PagesDescription, 'namespace' | 'prefixes'>,
  version: Version,
  reason: string,
  detail: ElementNode,
): string {
  const { prefix, receiverCode } = version;
  const element = (name: string, lines: readonly string[]): readonly string[] => [
    `<${name}>`,
    ...lines.map((line) => `  ${line}`),
    `</${name.replace(/ .*/, '')}>`,
  ];
  const inside = new Printer(service, version, fullText).root(detail, 0, false);
  const code = `${prefix}:${receiverCode}`;
  const about =
    version === soap11
      ? [
          `<faultcode>${code}</faultcode>`,
          `<faultstring>${contentText(reason)}</faultstring>`,
          ...element('detail', inside),
        ]
      : [
          ...element(`${prefix}:Code`, [`<${prefix}:Value>${code}</${prefix}:Value>`]),
          ...element(`${prefix}:Reason`, [`<${prefix}:Text xml:lang="en">${contentText(reason)}</${prefix}:Text>`]),
          ...element(`${prefix}:Detail`, inside),
        ];
  const fault = element(`${prefix}:Fault`, about).map((line) => `    ${line}`);
  return aroundBlocks(version, [], fault);
}

/** @param headers and `body` in lines. */
function aroundBlocks({ prefix, namespace }: Version, headers: readonly string[], body: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<${prefix}:Envelope xmlns:${prefix}="${namespace}">`,
    ...(headers.length === 0 ? [] : [`  <${prefix}:Header>`, ...headers, `  </${prefix}:Header>`]),
    `  <${prefix}:Body>`,
    ...body,
    `  </${prefix}:Body>`,
    `</${prefix}:Envelope>`,
  ].join('\n');
}

/** Prints the body's element or a header block. */
class Printer {
  readonly #service: Pick<PagesDescription, 'namespace' | 'prefixes'>;
  readonly #version: Version;
  readonly #show: Show;
  #names: MessageNames;
  readonly #lines: string[] = [];

  constructor(service: Pick<PagesDescription, 'namespace' | 'prefixes'>, version: Version, show: Show) {
    this.#service = service;
    this.#version = version;
    this.#show = show;
    this.#names = new MessageNames(service, version.prefix);
  }

  root(node: ElementNode, depth: number, declaresAll: boolean): readonly string[] {
    this.#names = new MessageNames(this.#service, this.#version.prefix, node);
    if (declaresAll) this.#names.useAll();
    this.#element(node, depth);
    // The declarations are complete when all names were used.
    const [first = ''] = this.#lines;
    const name = this.#names.element(node);
    const end = '  '.repeat(depth).length + '<'.length + name.length;
    this.#lines[0] = first.slice(0, end) + this.#names.declarations + first.slice(end);
    return this.#lines;
  }

  #element(node: ElementNode, depth: number): void {
    const { content } = node;
    const indent = '  '.repeat(depth);
    if (content.kind !== 'elements' || content.nodes.length === 0) {
      this.#lines.push(indent + this.#inline(node));
      return;
    }
    this.#lines.push(`${indent}<${this.#startTag(node)}>`);
    for (const child of content.nodes) {
      if (child.kind === 'element') this.#element(child, depth + 1);
      else this.#lines.push(`${indent}  ${this.#raw(child)}`);
    }
    this.#lines.push(`${indent}</${this.#names.element(node)}>`);
  }

  /** On one line, except for line ends in its text. */
  #inline(node: ElementNode): string {
    const tag = this.#startTag(node);
    const text = this.#content(node);
    return text === '' ? `<${tag}/>` : `<${tag}>${text}</${this.#names.element(node)}>`;
  }

  #content(node: ElementNode): string {
    const { content } = node;
    switch (content.kind) {
      case 'nil':
        return '';
      case 'elements':
      case 'mixed':
        return content.nodes.map((node) => this.#node(node)).join('');
      default:
        return contentText(this.#text(content, namePrefixes(node)));
    }
  }

  #text(value: Value, prefixes: ReadonlyMap<string, string>): string {
    const name = expandedNameIn(value);
    return name === undefined
      ? this.#show(value)
      : this.#show({ ...value, text: `${prefixes.get(name.namespace)}:${name.local}` });
  }

  #node(node: ElementNode | RawNode | Value): string {
    if (node.kind === 'element') return this.#inline(node);
    return node.kind === 'raw' ? this.#raw(node) : contentText(this.#show(node));
  }

  #raw(node: RawNode): string {
    this.#names.useInstance();
    return this.#show(node);
  }

  #startTag(node: ElementNode): string {
    const { type, arrayType, attributes, moreAttributes, addressed, content } = node;
    const parts = [this.#names.element(node)];
    if (addressed !== undefined) parts.push(...addressing(this.#version, addressed));
    if (type !== undefined) {
      parts.push(`${this.#names.instance('type')}="${typeName(type, this.#names, this.#version)}"`);
    }
    if (arrayType !== undefined) parts.push(...arrayAttributes(arrayType, this.#names, this.#version));
    const prefixes = namePrefixes(node);
    for (const [namespace, prefix] of prefixes) parts.push(`xmlns:${prefix}="${escapeXml(namespace)}"`);
    for (const attribute of attributes) {
      parts.push(`${this.#names.attribute(attribute)}="${escapeXml(this.#text(attribute.value, prefixes))}"`);
    }
    if (moreAttributes !== undefined) parts.push(this.#raw(moreAttributes));
    if (content.kind === 'nil') parts.push(`${this.#names.instance('nil')}="true"`);
    return parts.join(' ');
  }
}

/** The namespaces of the QNames in an element and its attributes, with prefixes that nothing else has. */
function namePrefixes({ attributes, content }: ElementNode): ReadonlyMap<string, string> {
  const values = attributes.map(({ value }) => value);
  if (content.kind === 'text') values.push(content);
  const prefixes = new Map<string, string>();
  for (const value of values) {
    const name = expandedNameIn(value);
    if (name !== undefined && !prefixes.has(name.namespace)) prefixes.set(name.namespace, `_q${prefixes.size + 1}`);
  }
  return prefixes;
}

function expandedNameIn({
  text,
  isName = false,
}: Value): { readonly namespace: string; readonly local: string } | undefined {
  const [, namespace, local] = (isName && /^\{([^{}]+)\}([^:]+)$/.exec(text)) || [];
  return namespace === undefined || local === undefined ? undefined : { namespace, local };
}

/** The attributes of a header block (SOAP 1.1, 4.2; SOAP 1.2 part 1, 5.2). */
function addressing(
  version: Version,
  { mustUnderstand, role }: NonNullable<ElementNode['addressed']>,
): readonly string[] {
  const { prefix, roleAttribute, nextRole } = version;
  const isNext = role === soap11.nextRole || role === soap12.nextRole;
  // SOAP 1.1 has no name for the ultimate receiver: its blocks have no actor.
  const isDefault = role === undefined || (role === ultimateReceiver && version === soap11);
  return [
    ...(mustUnderstand ? [`${prefix}:mustUnderstand="1"`] : []),
    ...(isDefault ? [] : [`${prefix}:${roleAttribute}="${escapeXml(isNext ? nextRole : role)}"`]),
  ];
}

/** Escapes text for element content. Unlike a writer, it keeps characters that XML cannot represent. */
export function contentText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => escapes[character] ?? character);
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' };

/** Replaces a sensitive value, without revealing its length (rule R5). */
export const masked = '••••••••';

const longestText = 2_000;
const longestBinary = 96;

/** A text, shortened if it is long. */
export function shortText(text: string): string {
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText)}… (${text.length.toLocaleString('en')} characters)`;
}

/** A base64 text, shortened if it is long. @param size of the decoded value, in bytes. */
export function shortBinary(text: string, size: number): string {
  return text.length <= longestBinary ? text : `${text.slice(0, longestBinary / 2)}… (${byteCount(size)})`;
}

export function byteCount(size: number): string {
  return `${size.toLocaleString('en')} ${size === 1 ? 'byte' : 'bytes'}`;
}
