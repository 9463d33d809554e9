import {
  apacheSoap,
  arrayTypeOf,
  componentsOf,
  type GlobalAttribute,
  type GlobalComponent,
  hasEncoding,
  isSoapEncoding,
  nameKey,
  type QName,
  type SchemaReference,
  type SymbolSpace,
  soapEncoding,
  soapEncoding12,
  visitParts,
  type Wildcard,
  xsd,
} from '../../contract/index.ts';
import type { View } from './contract-view.ts';

/** Symbol space and name of a component: `type {urn:shop}Order`. */
export type ComponentKey = string;

export function componentKey(kind: SymbolSpace, name: QName): ComponentKey {
  return `${kind} ${nameKey(name)}`;
}

/** Components that messages with these parts can contain, including derived types, substitutes and elements of wildcards. */
export function reachable(
  view: View,
  parts: Iterable<{ readonly kind: 'element' | 'type'; readonly name: QName }>,
): ReadonlySet<ComponentKey> {
  const edges = edgesOf(view);
  const found = new Set<ComponentKey>();
  const stack = [...parts].map(({ kind, name }) => componentKey(kind, name));
  for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
    if (found.has(key)) continue;
    found.add(key);
    stack.push(...(edges.get(key) ?? []));
  }
  return found;
}

/** Types of encoded messages that hold values of any type. */
const anyTypes: readonly QName[] = [
  { namespace: xsd, local: 'anyType' },
  { namespace: soapEncoding, local: 'Array' },
  { namespace: soapEncoding, local: 'Struct' },
  { namespace: soapEncoding12, local: 'Array' },
  { namespace: soapEncoding12, local: 'Struct' },
  { namespace: apacheSoap, local: 'Map' },
  { namespace: apacheSoap, local: 'Vector' },
];

type Edges = ReadonlyMap<ComponentKey, readonly ComponentKey[]>;
const cache = new WeakMap<View, Edges>();

function edgesOf(view: View): Edges {
  const cached = cache.get(view);
  if (cached !== undefined) return cached;
  const edges = new Map<ComponentKey, ComponentKey[]>();
  const from = (key: ComponentKey): ComponentKey[] => {
    const list = edges.get(key);
    if (list !== undefined) return list;
    const created: ComponentKey[] = [];
    edges.set(key, created);
    return created;
  };
  for (const component of view.contract.schemas.flatMap(componentsOf)) {
    const { name } = component.component;
    const key = componentKey(component.kind, name);
    from(key).push(...keysIn(view, component));
    // Derived types and substitutes can replace it.
    const replaced = replacedBy(component);
    if (replaced !== undefined) from(componentKey(component.kind, replaced)).push(key);
  }
  if (hasEncoding(view.contract)) {
    for (const name of anyTypes) from(componentKey('type', name)).push(...everything(view));
  }
  cache.set(view, edges);
  return edges;
}

function replacedBy(component: GlobalComponent): QName | undefined {
  if (component.kind === 'element') return component.component.substitutionGroup;
  const isComplex = component.kind === 'type' && component.component.kind === 'complex';
  const base = isComplex ? component.component.derivation?.base : undefined;
  return base && !isSoapEncoding(base.namespace) ? base : undefined;
}

/** The components that one refers to. */
function keysIn(view: View, component: GlobalComponent): readonly ComponentKey[] {
  const found: ComponentKey[] = [];
  visitParts(component, (part, owner) => {
    // The base of array types is an array of anything, which they are not.
    const isBase = owner.kind === 'type' && owner.component.kind === 'complex';
    if (part.kind === 'reference') found.push(...ofReference(view, part, isBase));
    else if (part.kind === 'attribute') found.push(...ofArrayType(view, part.component));
    else if (part.kind === 'particle' && part.component.kind === 'any') {
      const { wildcard } = part.component;
      if (wildcard.processContents !== 'skip') found.push(...admitted(view, wildcard));
    }
    return true;
  });
  return found;
}

function ofReference(view: View, { space, name }: SchemaReference, isBase: boolean): readonly ComponentKey[] {
  if (space !== 'type') return [componentKey(space, name)];
  if (isBase) return isSoapEncoding(name.namespace) ? [] : [componentKey('type', name)];
  if (name.namespace !== xsd) return [componentKey('type', name)];
  return name.local === 'anyType' ? everything(view) : [];
}

/** The items of an encoded array. */
function ofArrayType(view: View, use: GlobalAttribute): readonly ComponentKey[] {
  const array = use.foreign && arrayTypeOf(use);
  return array === undefined ? [] : ofReference(view, { kind: 'reference', space: 'type', name: array.item }, false);
}

/** The namespace of the wildcard is unknown here, so that `##other` allows all. */
function admitted(view: View, { namespaces }: Wildcard): readonly ComponentKey[] {
  if (typeof namespaces === 'string' || namespaces.includes('##targetNamespace')) return everything(view);
  return view.elements
    .filter(({ name }) => namespaces.includes(name.namespace))
    .map(({ name }) => componentKey('element', name));
}

function everything(view: View): readonly ComponentKey[] {
  const elements = view.elements
    .filter(({ wrapperOf }) => wrapperOf === undefined)
    .map(({ name }) => componentKey('element', name));
  // The xsi:type of an encoded value can name any type.
  const types = hasEncoding(view.contract) ? view.types.map(({ name }) => componentKey('type', name)) : [];
  return [...elements, ...types];
}
