import type { Node } from '../oracle/tree.ts';
import { LIST_MOST, NAMES, NAMESPACE, type Value } from './sample-codec.ts';
import { checkAlone } from './well-formed.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
/** Stands for a value of `any`, whose text is checked when the values are compared. */
export class AnyNode {
  readonly node: Node;
  constructor(node: Node) {
    this.node = node;
  }
}

export type Expected = string | null | AnyNode | Unknown | readonly Expected[];

/** Thrown for a fact that a tree lacks: the namespace of a prefix. */
export class Unknown {}

/** The reason why the sample codec must reject a well-formed message. */
export class Unfit extends Error {}

/** The expected result of `sample-codec.ts` for a tree. @throws {Unfit} if it must reject it. */
export class SampleModel {
  readonly #strict: boolean;

  constructor(strict: boolean) {
    this.#strict = strict;
  }

  record(node: Node): Expected {
    this.#refuseNil(node);
    const type = instance(node, 'type');
    if (type !== undefined) this.types.push(type);
    return this.#content(node, 'child');
  }

  /** Values of xsi:type that were checked: the namespaces of their prefixes are not in a tree. */
  readonly types: string[] = [];

  #content(node: Node, how: 'child' | 'next' | 'all'): Expected {
    const value: Expected[] = [...attributes(node)];
    let last = -1;
    let items = 0;
    for (const child of node.children) {
      if (typeof child === 'string') {
        if (/[^ \t\r\n]/.test(child)) throw new Unfit('text between elements');
        continue;
      }
      const index = NAMES.findIndex(([namespace, local]) => child.namespace === namespace && child.local === local);
      if (index === -1) {
        if (this.#strict) throw new Unfit('an unknown element');
        continue;
      }
      if (this.#strict && how === 'child' && index < last) throw new Unfit('out of order');
      last = index;
      if (index === 7 && items++ >= LIST_MOST) throw new Unfit('too many items');
      value.push(NAMES[index]?.join(':') ?? '', this.#child(child, index));
    }
    return value;
  }

  #child(node: Node, index: number): Expected {
    switch (index) {
      case 1:
        return this.#saysNil(node) ? this.#empty(node) : text(node);
      case 2:
        this.#refuseNil(node);
        return base64(text(node));
      case 3: {
        this.#refuseNil(node);
        if (instance(node, 'type') === undefined) return ['0', this.#content(node, 'child')];
        this.types.push('r');
        return [new Unknown(), this.#content(node, 'child')];
      }
      case 4:
        this.#refuseNil(node);
        return this.#content(node, 'next');
      case 5:
        this.#refuseNil(node);
        return node.children.map((child) => (typeof child === 'string' ? child : [this.#mixedItem(child)]));
      case 6:
        return new AnyNode(node);
      case 8:
        this.#refuseNil(node);
        return [text(node), new Unknown()];
      case 9:
        this.#refuseNil(node);
        return this.#content(node, 'all');
      default:
        this.#refuseNil(node);
        return text(node);
    }
  }

  #mixedItem(node: Node): Expected {
    if (node.namespace === NAMESPACE && node.local === 't') return this.#child(node, 0);
    if (node.namespace === NAMESPACE && node.local === 'n') return this.#child(node, 1);
    return new AnyNode(node);
  }

  #empty(node: Node): null {
    if (node.children.length > 0 || node.cdata) throw new Unfit('nil and not empty');
    return null;
  }

  #refuseNil(node: Node): void {
    if (this.#saysNil(node)) throw new Unfit('nil');
  }

  #saysNil(node: Node): boolean {
    const value = instance(node, 'nil')?.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
    if (value === undefined || value === 'false' || value === '0') return false;
    if (value === 'true' || value === '1') return true;
    throw new Unfit('xsi:nil is not a boolean');
  }
}

function instance(node: Node, name: string): string | undefined {
  return node.attributes.find(([namespace, local]) => namespace === XSI && local === name)?.[2];
}

function attributes({ attributes }: Node): Expected[] {
  const find = (ns: string, name: string) =>
    attributes.find(([namespace, local]) => namespace === ns && local === name)?.[2] ?? null;
  const known = ([namespace, local]: readonly [string, string, string]): boolean =>
    namespace === XSI || (namespace === '' && local === 'a') || (namespace === NAMESPACE && local === 'c');
  return [find('', 'a'), find(NAMESPACE, 'c'), attributes.filter((one) => !known(one))];
}

function text({ children }: Node): string {
  if (children.some((child) => typeof child !== 'string')) throw new Unfit('an element where text belongs');
  return children.join('');
}

function base64(value: string): string {
  const packed = value.replace(/[ \t\r\n]/g, '');
  const strict = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;
  if (!strict.test(packed)) throw new Unfit('no base64');
  return Buffer.from(packed, 'base64').toString('hex');
}

/** Where a value that was read differs from what must be read. */
export function differs(value: Value | undefined, expected: Expected | undefined, path = ''): string | undefined {
  if (expected instanceof Unknown) return undefined;
  if (expected instanceof AnyNode) {
    const [kind, namespace, local, xml] = Array.isArray(value) ? value : [];
    const { node } = expected;
    if (kind !== 'any' || namespace !== node.namespace || local !== node.local) return `${path}: another element`;
    checkAlone(String(xml), node);
    return undefined;
  }
  if (Array.isArray(value) && Array.isArray(expected)) {
    if (value.length !== expected.length) return `${path}: ${value.length} instead of ${expected.length}`;
    // Attributes come in the order of the message, and are sorted in the model.
    for (let at = 0; at < value.length; at++) {
      const found = differs(value[at], expected[at], `${path}/${at}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return value === expected ? undefined : `${path}: ${JSON.stringify(value)} instead of ${JSON.stringify(expected)}`;
}
