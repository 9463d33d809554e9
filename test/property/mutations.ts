import type { Draw } from './draw.ts';
import { odd } from './lexical.ts';
import { type Element, localOf, type Node } from './tree.ts';

export interface Mutation {
  readonly what: string;
  readonly root: Element;
}

/** A place in a message: the way from the root by the numbers of children. */
type Path = readonly number[];

/** The same message with one thing changed. Undefined where there is nothing to change in that way. */
export function mutate(draw: Draw, root: Element): Mutation | undefined {
  const places = placesIn(root);
  const path = draw.pick(places);
  const [what, change] = draw.pick(kinds);
  const changed = at(root, path, (element, isRoot) => change(draw, element, isRoot));
  return changed === undefined ? undefined : { what, root: changed };
}

function placesIn(root: Element): readonly Path[] {
  const found: Path[] = [];
  const visit = (element: Element, path: Path): void => {
    found.push(path);
    for (const [index, child] of element.children.entries())
      if (typeof child !== 'string') visit(child, [...path, index]);
  };
  visit(root, []);
  return found;
}

function at(
  element: Element,
  path: Path,
  change: (element: Element, isRoot: boolean) => Element | undefined,
  isRoot = true,
): Element | undefined {
  const [index, ...rest] = path;
  if (index === undefined) return change(element, isRoot);
  const child = element.children[index];
  if (child === undefined || typeof child === 'string') return undefined;
  const changed = at(child, rest, change, false);
  return changed && { ...element, children: element.children.with(index, changed) };
}

type Change = (draw: Draw, element: Element, isRoot: boolean) => Element | undefined;

const isElement = (node: Node): node is Element => typeof node !== 'string';

/** Changes the list of an element's child elements. */
function children(change: (draw: Draw, list: readonly Node[], index: number) => readonly Node[] | undefined): Change {
  return (draw, element) => {
    const indexes = element.children.flatMap((child, index) => (isElement(child) ? [index] : []));
    if (indexes.length === 0) return undefined;
    const list = change(draw, element.children, draw.pick(indexes));
    return list && { ...element, children: list };
  };
}

function renamed(name: string, local: string): string {
  return name.includes(':') ? name.replace(/[^:]*$/, local) : local;
}

const own = /^(?:xmlns(?::.*)?|xsi:.*|soap.*)$/;

function attribute(change: (draw: Draw, element: Element, index: number) => Element | undefined): Change {
  return (draw, element) => {
    const indexes = element.attributes.flatMap(({ name }, index) => (own.test(name) ? [] : [index]));
    return indexes.length === 0 ? undefined : change(draw, element, draw.pick(indexes));
  };
}

const xsi = { name: 'xmlns:xsi', value: 'http://www.w3.org/2001/XMLSchema-instance' };

const kinds: readonly (readonly [what: string, change: Change])[] = [
  ['an element dropped', children((_, list, index) => list.filter((_child, at) => at !== index))],
  [
    'an element doubled',
    children((_, list, index) => list.flatMap((child, at) => (at === index ? [child, child] : [child]))),
  ],
  [
    'two elements swapped',
    children((draw, list, index) => {
      const other = draw.int(0, list.length - 1);
      const [one, two] = [list[index], list[other]];
      if (one === undefined || two === undefined || index === other) return undefined;
      return list.with(index, two).with(other, one);
    }),
  ],
  [
    'an element renamed',
    children((draw, list, index) => {
      const element = list[index] as Element;
      const others = list.filter(isElement).map(({ name }) => localOf(name));
      const local = draw.pick(['zz', ...others]);
      return local === localOf(element.name)
        ? undefined
        : list.with(index, { ...element, name: renamed(element.name, local) });
    }),
  ],
  [
    'an element in another namespace',
    children((draw, list, index) => {
      const element = list[index] as Element;
      const namespace = draw.pick(['', 'urn:zz']);
      const attributes = element.attributes.filter(({ name }) => name !== 'xmlns');
      const changed = {
        ...element,
        name: localOf(element.name),
        attributes: [...attributes, { name: 'xmlns', value: namespace }],
      };
      return list.with(index, changed);
    }),
  ],
  [
    'an element added',
    (draw, element) => ({
      ...element,
      children: element.children.toSpliced(draw.int(0, element.children.length), 0, {
        name: 'zz',
        attributes: [],
        children: [],
      }),
    }),
  ],
  [
    'an attribute dropped',
    attribute((_, element, index) => ({ ...element, attributes: element.attributes.toSpliced(index, 1) })),
  ],
  [
    'an attribute renamed',
    attribute((_, element, index) => {
      const { name, value } = element.attributes[index] ?? { name: '', value: '' };
      return { ...element, attributes: element.attributes.with(index, { name: renamed(name, 'zz'), value }) };
    }),
  ],
  [
    'the value of an attribute changed',
    attribute((draw, element, index) => {
      const { name } = element.attributes[index] ?? { name: '' };
      return {
        ...element,
        attributes: element.attributes.with(index, { name, value: draw.pick(odd).replaceAll('"', '') }),
      };
    }),
  ],
  [
    'a value changed',
    (draw, element) =>
      element.children.some(isElement)
        ? undefined
        : { ...element, children: [draw.pick(odd)].filter((text) => text !== '') },
  ],
  [
    'text between elements',
    (_, element) =>
      element.children.some(isElement) ? { ...element, children: [...element.children, 'zz'] } : undefined,
  ],
  [
    'said to be nil',
    (_, element) => {
      const attributes = element.attributes.filter(({ name }) => !/^(?:xmlns:xsi|xsi:.*)$/.test(name));
      const nil = { ...element, attributes: [...attributes, xsi, { name: 'xsi:nil', value: 'true' }], children: [] };
      return nil;
    },
  ],
  [
    'no longer said to be nil',
    (_, element) => {
      const attributes = element.attributes.filter(({ name }) => name !== 'xsi:nil');
      return attributes.length === element.attributes.length ? undefined : { ...element, attributes };
    },
  ],
  [
    'a derived type left out',
    (_, element) => {
      const attributes = element.attributes.filter(({ name }) => name !== 'xsi:type');
      return attributes.length === element.attributes.length ? undefined : { ...element, attributes };
    },
  ],
];
