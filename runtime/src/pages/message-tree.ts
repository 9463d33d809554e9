import { escapeXml } from '../soap/fault-text.ts';
import { XML_NAMESPACE, XSI_NAMESPACE } from '../xml/namespaces.ts';
import type { FieldDescription, PagesDescription } from './pages-description.ts';

/** An element of a sample message, or of the request of a test form. */
export interface ElementNode {
  readonly kind: 'element';
  readonly name: string;
  /** The empty string for none. */
  readonly namespace: string;
  /** The concrete type, if it is not the declared one. */
  readonly type?: { readonly namespace: string; readonly local: string } | undefined;
  /** Of an encoded array: what it says of its items, with `size` for its dimensions. */
  readonly arrayType?: { readonly namespace: string; readonly local: string; readonly size: string } | undefined;
  readonly attributes: readonly AttributeNode[];
  /** Attributes that were entered as XML. */
  readonly moreAttributes?: RawNode | undefined;
  /** The SOAP attributes of a header block. */
  readonly addressed?: { readonly mustUnderstand: boolean; readonly role: string | undefined } | undefined;
  readonly content: Content;
}

export interface AttributeNode {
  readonly name: string;
  readonly namespace: string;
  readonly value: Value;
}

/** XML as it was entered. */
export interface RawNode {
  readonly kind: 'raw';
  readonly text: string;
  readonly sensitive: boolean;
}

/** A simple value. */
export type Value = (
  | { readonly kind: 'text'; readonly text: string; readonly sensitive: boolean }
  /** Binary: `text` is base64, `size` the number of bytes. */
  | { readonly kind: 'bytes'; readonly text: string; readonly size: number; readonly sensitive: boolean }
) & {
  /** Its field, if that is sensitive or streamed. */
  readonly field?: FieldDescription;
  /** Whether it is a QName: `{namespace}local` is written with a prefix that its element declares. */
  readonly isName?: boolean;
};

/** The field of a value that a command cannot show as it is, and whether the value is a QName. */
export function fieldOfValue(field: FieldDescription, sensitive: boolean): Pick<Value, 'field' | 'isName'> {
  const isName = field.type === 'QName' || field.type === 'NOTATION';
  return { ...((sensitive || field.stream === true) && { field }), ...(isName && { isName }) };
}

export type Content =
  | { readonly kind: 'nil' }
  | Value
  /** Elements only, each on its own lines. */
  | { readonly kind: 'elements'; readonly nodes: readonly (ElementNode | RawNode)[] }
  /** Content in which white space is significant. */
  | { readonly kind: 'mixed'; readonly nodes: readonly (ElementNode | RawNode | Value)[] };

/** The text of a value before it is escaped: in full, masked or shortened. */
export type Show = (value: Value | RawNode) => string;

export const fullText: Show = ({ text }) => text;

export const empty: Content = { kind: 'elements', nodes: [] };

type Named = Pick<PagesDescription, 'namespace' | 'prefixes'>;

/** The prefixed names in the body's element or a header block, and the namespace declarations of its start tag. */
export class MessageNames {
  /** The default namespace; undefined if names without a prefix must be in no namespace. */
  readonly #default: string | undefined;
  readonly #prefixes = new Map<string, string>();
  readonly #used = new Set<string>();
  readonly #taken: Set<string>;

  /** @param reserved a prefix that an outer element declares. */
  constructor({ namespace, prefixes = {} }: Named, reserved: string, root?: ElementNode) {
    this.#taken = new Set(['xml', 'xmlns', reserved]);
    for (const [prefix, name] of Object.entries(prefixes)) this.#declare(prefix, name);
    const isPrefixed = this.#prefixes.has(namespace) || (root !== undefined && hasUnqualified(root));
    this.#default = isPrefixed ? undefined : namespace;
    if (isPrefixed && namespace !== '') this.#prefix(namespace, 'tns');
  }

  element({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
    return namespace === this.#default || namespace === '' ? name : `${this.#prefix(namespace)}:${name}`;
  }

  attribute({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
    return namespace === '' ? name : `${this.#prefix(namespace)}:${name}`;
  }

  /** An attribute of the XML Schema instance namespace. */
  instance(name: 'nil' | 'type'): string {
    return `${this.#prefix(XSI_NAMESPACE, 'xsi')}:${name}`;
  }

  /** Declares all prefixes, because entered values may use them. */
  useAll(): void {
    for (const namespace of this.#prefixes.keys()) this.#used.add(namespace);
  }

  /** Declares all prefixes and `xsi`, because entered XML may use them. */
  useInstance(): void {
    this.#prefix(XSI_NAMESPACE, 'xsi');
    this.useAll();
  }

  /** Each preceded by a space; complete when all names were used. */
  get declarations(): string {
    const own = this.#default === undefined ? [] : [` xmlns="${escapeXml(this.#default)}"`];
    const used = [...this.#prefixes].filter(([name]) => this.#used.has(name));
    return [...own, ...used.map(([name, prefix]) => ` xmlns:${prefix}="${escapeXml(name)}"`)].join('');
  }

  #prefix(namespace: string, wanted = 'ns1'): string {
    if (namespace === XML_NAMESPACE) return 'xml';
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

/** Whether it contains an element in no namespace, which forbids a default namespace. */
function hasUnqualified({ namespace, content }: ElementNode): boolean {
  if (namespace === '') return true;
  if (content.kind !== 'elements' && content.kind !== 'mixed') return false;
  return content.nodes.some((node) => node.kind === 'element' && hasUnqualified(node));
}
