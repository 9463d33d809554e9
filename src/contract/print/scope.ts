import { reservedTypeNames } from '../language/built-in-types.ts';
import {
  type ComplexType,
  type ComponentIndex,
  type Contract,
  type Form,
  isSimpleType,
  type QName,
  type TypeReference,
  xmlNamespace,
  xsd,
} from '../model/index.ts';
import type { Gaps } from './gaps.ts';
import type { InFull } from './in-full.ts';
import type { Remarks } from './remarks.ts';
import type { YamlMap } from './yaml-tree.ts';

/** How one file of a contract writes names. */
export interface Scope {
  readonly contract: Contract;
  readonly index: ComponentIndex;
  /** Of names without a prefix. */
  readonly namespace: string;
  readonly prefixes: ReadonlyMap<string, string>;
  /** Receives each namespace whose prefix a name needs. */
  readonly used: Set<string>;
  readonly gaps: Gaps;
  readonly remarks: Remarks;
  readonly inFull: InFull;
  /** Writes an anonymous record, whose fields may have anonymous records again. */
  readonly innerRecord: (type: ComplexType, home: Home) => YamlMap;
}

/** Where a component is: its namespace decides what names of fields and attributes mean. */
export interface Home extends Scope {
  readonly target: string;
  readonly elementForm: Form;
  readonly attributeForm: Form;
}

export function homeOf(scope: Scope, target: string): Home {
  const schema = scope.contract.schemas.find(({ targetNamespace }) => targetNamespace === target);
  const { elementFormDefault: elementForm = 'qualified', attributeFormDefault: attributeForm = 'unqualified' } =
    schema ?? {};
  return { ...scope, target, elementForm, attributeForm };
}

/**
 * The name of a component, with the prefix of its namespace.
 *
 * @param always whether to write the prefix of the file's own namespace too.
 */
export function nameIn(
  { namespace: own, prefixes, used, gaps }: Scope,
  { namespace, local }: QName,
  always = false,
): string {
  if (namespace === own && !always) return local;
  if (namespace === xmlNamespace) return `xml:${local}`;
  const prefix = prefixes.get(namespace);
  if (prefix === undefined) {
    gaps.add(`a name in the namespace "${namespace}"`);
    return local;
  }
  used.add(namespace);
  return `${prefix}:${local}`;
}

/** A type, or `untyped` where an element declares none. */
export function typeReferenceIn(scope: Scope, { name, untyped }: NamedReference): string {
  return untyped ? 'untyped' : typeNameIn(scope, name);
}

type NamedReference = Extract<TypeReference, { readonly kind: 'named' }>;

export function typeNameIn(scope: Scope, name: QName): string {
  const { namespace, local } = name;
  const isBuiltIn = namespace === xsd && (isSimpleType(local) || /^any(?:Simple)?Type$/.test(local));
  if (isBuiltIn) return local;
  // A name of a built-in type without a prefix would be that type.
  return nameIn(scope, name, reservedTypeNames.has(local));
}

/** The form of a name in a component, where it is not that of the namespace. */
export function formOf(name: QName, { target }: Home, form: Form): Form | undefined {
  if (target === '') return undefined;
  const actual = name.namespace === '' ? 'unqualified' : 'qualified';
  return actual === form ? undefined : actual;
}
