/** XML as our writers print it: no DOCTYPE, no CDATA, no comments. Names and values stay as they are written. */

export interface Attribute {
  readonly name: string;
  /** Escaped. */
  readonly value: string;
}

export interface Element {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly children: readonly Node[];
}

/** A text is escaped. */
export type Node = Element | string;

const tag = /<(\/?)([^\s/>]+)((?:\s+[^\s=>]+="[^"]*")*)\s*(\/?)>/gy;

/** The root of a document, or of the content of a body. */
export function parseTree(xml: string): Element {
  const text = xml.replace(/^\s*<\?[^>]*\?>\s*/, '').trim();
  const open: { name: string; attributes: Attribute[]; children: Node[] }[] = [
    { name: '', attributes: [], children: [] },
  ];
  let at = 0;
  while (at < text.length) {
    const top = open.at(-1);
    if (top === undefined) break;
    if (text[at] !== '<') {
      const end = text.indexOf('<', at);
      top.children.push(text.slice(at, end < 0 ? text.length : end));
      at = end < 0 ? text.length : end;
      continue;
    }
    tag.lastIndex = at;
    const [whole = '', closing, name = '', attributes = '', empty] = tag.exec(text) ?? [];
    if (whole === '') throw new Error(`This is not a tag: ${text.slice(at, at + 40)}`);
    at += whole.length;
    if (closing === '/') {
      open.pop();
      continue;
    }
    const element = { name, attributes: attributesOf(attributes), children: [] };
    top.children.push(element);
    if (empty === '') open.push(element);
  }
  const root = open[0]?.children[0];
  if (root === undefined || typeof root === 'string' || open.length !== 1) throw new Error('There is no root.');
  return root;
}

function attributesOf(text: string): Attribute[] {
  return [...text.matchAll(/([^\s=]+)="([^"]*)"/g)].map(([, name = '', value = '']) => ({ name, value }));
}

export function printTree(node: Node): string {
  if (typeof node === 'string') return node;
  const attributes = node.attributes.map(({ name, value }) => ` ${name}="${value}"`).join('');
  return `<${node.name}${attributes}>${node.children.map(printTree).join('')}</${node.name}>`;
}

export function elementsIn(element: Element): readonly Element[] {
  return element.children.filter((child) => typeof child !== 'string');
}

/** The first element of a local name, at any depth. */
export function findElement(element: Element, local: string): Element | undefined {
  if (localOf(element.name) === local) return element;
  for (const child of elementsIn(element)) {
    const found = findElement(child, local);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function localOf(name: string): string {
  return name.replace(/^.*:/, '');
}

/** Prefixes in scope, declared by an element and those around it; the empty one is the default namespace. */
export type Prefixes = ReadonlyMap<string, string>;

export function prefixesIn(element: Element, outer: Prefixes): Prefixes {
  const declared = element.attributes.flatMap(({ name, value }): (readonly [string, string])[] => {
    if (name === 'xmlns') return [['', value]];
    return name.startsWith('xmlns:') ? [[name.slice('xmlns:'.length), value]] : [];
  });
  return declared.length === 0 ? outer : new Map([...outer, ...declared]);
}

/** The same for elements that say the same: names by their namespaces, attributes sorted, no declarations. */
export function meaningOf(node: Node, outer: Prefixes = new Map()): string {
  if (typeof node === 'string') return node;
  const prefixes = prefixesIn(node, outer);
  const expanded = (name: string, isAttribute: boolean): string => {
    const [prefix, local] = name.includes(':') ? (name.split(':') as [string, string]) : ['', name];
    const namespace = prefix === '' && isAttribute ? '' : (prefixes.get(prefix) ?? '');
    return `{${namespace}}${local}`;
  };
  const attributes = node.attributes
    .filter(({ name }) => !/^xmlns(?::|$)/.test(name))
    .map(({ name, value }) => `${expanded(name, true)}=${value}`);
  const children = node.children.map((child) => meaningOf(child, prefixes)).join('');
  return `<${[expanded(node.name, false), ...attributes.sort()].join(' ')}>${children}</>`;
}
