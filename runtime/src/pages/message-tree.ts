import { escapeXml } from '../soap/fault-text.ts';
import type { PagesDescription } from './pages-description.ts';

/** An element of a message that is made for a page: of a sample, or of a request that a form stands for. */
export interface ElementNode {
  readonly kind: 'element';
  readonly name: string;
  /** The empty string for none. */
  readonly namespace: string;
  /** The concrete type, where the declared one does not say it. */
  readonly type?: { readonly namespace: string; readonly local: string } | undefined;
  readonly attributes: readonly AttributeNode[];
  /** Attributes as somebody has written them. */
  readonly moreAttributes?: RawNode | undefined;
  /** Of a header block. */
  readonly addressed?: { readonly mustUnderstand: boolean; readonly role: string | undefined } | undefined;
  readonly content: Content;
}

export interface AttributeNode {
  readonly name: string;
  readonly namespace: string;
  readonly value: Value;
}

/** XML as somebody has written it. */
export interface RawNode {
  readonly kind: 'raw';
  readonly text: string;
  readonly sensitive: boolean;
}

/** A simple value. */
export type Value =
  | { readonly kind: 'text'; readonly text: string; readonly sensitive: boolean }
  /** Binary: `text` is base64, and `size` what it stands for. */
  | { readonly kind: 'bytes'; readonly text: string; readonly size: number; readonly sensitive: boolean };

export type Content =
  | { readonly kind: 'nil' }
  | Value
  /** Elements alone, each on lines of its own. */
  | { readonly kind: 'elements'; readonly nodes: readonly (ElementNode | RawNode)[] }
  /** White space counts here. */
  | { readonly kind: 'mixed'; readonly nodes: readonly (ElementNode | RawNode | Value)[] };

/** What becomes of text before it is escaped: it stays, or is masked or shortened for a page. */
export type Show = (value: Value | RawNode) => string;

export const fullText: Show = ({ text }) => text;

export const empty: Content = { kind: 'elements', nodes: [] };

const xml = 'http://www.w3.org/XML/1998/namespace';
const xsi = 'http://www.w3.org/2001/XMLSchema-instance';

type Named = Pick<PagesDescription, 'namespace' | 'prefixes'>;

/** Names with their prefixes in an element that stands by itself, and the declarations that its start tag then needs. */
export class MessageNames {
  /** Undefined where names without a prefix must be in no namespace. */
  readonly #default: string | undefined;
  readonly #prefixes = new Map<string, string>();
  readonly #used = new Set<string>();
  readonly #taken: Set<string>;

  /** @param reserved a prefix that is declared around it. */
  constructor({ namespace, prefixes = {} }: Named, reserved: string, root?: ElementNode) {
    this.#taken = new Set(['xml', 'xmlns', reserved]);
    for (const [prefix, name] of Object.entries(prefixes)) this.#declare(prefix, name);
    const isPrefixed = this.#prefixes.has(namespace) || (root !== undefined && hasUnqualified(root));
    this.#default = isPrefixed ? undefined : namespace;
    if (isPrefixed) this.#prefix(namespace, 'tns');
  }

  element({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
    return namespace === this.#default || namespace === '' ? name : `${this.#prefix(namespace)}:${name}`;
  }

  attribute({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
    return namespace === '' ? name : `${this.#prefix(namespace)}:${name}`;
  }

  /** An attribute of XML Schema's own. */
  instance(name: 'nil' | 'type'): string {
    return `${this.#prefix(xsi, 'xsi')}:${name}`;
  }

  /** What somebody has written may want every prefix. */
  useAll(): void {
    for (const namespace of this.#prefixes.keys()) this.#used.add(namespace);
  }

  /** What XML that somebody has written may want besides. */
  useInstance(): void {
    this.#prefix(xsi, 'xsi');
    this.useAll();
  }

  /** Each with a space before it; complete when everything was named. */
  get declarations(): string {
    const own = this.#default === undefined ? [] : [` xmlns="${escapeXml(this.#default)}"`];
    const used = [...this.#prefixes].filter(([name]) => this.#used.has(name));
    return [...own, ...used.map(([name, prefix]) => ` xmlns:${prefix}="${escapeXml(name)}"`)].join('');
  }

  #prefix(namespace: string, wanted = 'ns1'): string {
    if (namespace === xml) return 'xml';
    this.#used.add(namespace);
    return this.#prefixes.get(namespace) ?? this.#declare(wanted, namespace);
  }

  #declare(wanted: string, namespace: string): string {
    let prefix = wanted;
    for (let count = 2; this.#taken.has(prefix); count++) prefix = `${wanted.replace(/\d+$/, '')}${count}`;
    this.#taken.add(prefix);
    this.#prefixes.set(namespace, prefix);
    return prefix;
  }
}

/** Whether an element in it is in no namespace, where a default one must not reach. */
function hasUnqualified({ namespace, content }: ElementNode): boolean {
  if (namespace === '') return true;
  if (content.kind !== 'elements' && content.kind !== 'mixed') return false;
  return content.nodes.some((node) => node.kind === 'element' && hasUnqualified(node));
}
