import { escapeXml } from '../soap/fault-text.ts';
import type { ElementNode } from './message-node.ts';
import type { PagesDescription } from './pages-description.ts';

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
