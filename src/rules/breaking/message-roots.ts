import type { BindingOperation, GlobalElement, Part, PortTypeOperation, QName } from '../../contract/index.ts';
import type { Value } from './content.ts';
import type { Violations } from './findings.ts';
import type { Side } from './side.ts';
import type { TypeComparison } from './type-comparison.ts';
import type { Sides } from './value-comparison.ts';

/** Context that the comparisons of bodies, headers and faults share. */
export interface MessageContext {
  readonly sides: Sides;
  readonly types: TypeComparison;
  readonly violations: Violations;
}

/** An operation in both contracts, with its bindings. */
export interface BoundPair {
  readonly old: PortTypeOperation;
  readonly current: PortTypeOperation;
  readonly one: BindingOperation;
  readonly other: BindingOperation;
}

/** A root element of a header or a fault. */
export interface Root {
  readonly name: QName;
  readonly key: string;
  readonly value: Value;
}

/** A global element at the root of a body, a header or a fault. */
export function rootOfElement(element: GlobalElement, side: Side): Root {
  const { name, type, nillable, fixed, default: otherwise } = element;
  const place = side.places.of(element);
  const value = { type, nillable, default: otherwise, fixed, place, namespace: side.namespace(name.namespace) };
  return { name, key: side.key(name), value };
}

/** An encoded header or fault has a type: its element has the name of the part. */
export function rootOfPart(part: Part, namespace: string, side: Side): Root | undefined {
  const element = part.content.kind === 'element' ? side.index.element(part.content.name) : undefined;
  if (element !== undefined) return rootOfElement(element, side);
  if (part.content.kind === 'element') return undefined;
  const name = { namespace, local: part.name };
  const place = { path: part.name, label: `the part "${part.name}"`, origin: part.origin };
  const type = { kind: 'named' as const, name: part.content.type };
  const value = {
    type,
    nillable: false,
    default: undefined,
    fixed: undefined,
    place,
    namespace: side.namespace(namespace),
  };
  return { name, key: side.key(name), value };
}

/** `request` or `response` */
export function wordOf(side: 'input' | 'output'): string {
  return side === 'input' ? 'request' : 'response';
}

/** An element as messages name it. */
export function elementText({ namespace, local }: QName): string {
  if (local === '') return 'none';
  return namespace === '' ? `"${local}" in no namespace` : `"${local}" in "${namespace}"`;
}
