import type { EncodedTypes } from './encoded-types.ts';
import { lifeCycleOf } from './life-cycle.ts';
import { ContractError, type Lookup } from './lookup.ts';
import type { ContractOptions, NamedType, QName, SimpleType, TypeReference } from './model.ts';
import { typeNameOf } from './naming.ts';
import { nameKey, xsd } from './qualified-name.ts';
import type { SimpleDeclaration, SimpleDefinition, SimpleValue } from './resolved-structures.ts';
import { isSimpleType, representationOf } from './type-representation.ts';

type BuiltIn = Extract<SimpleDefinition, { kind: 'built-in' }>;
type NamedSimpleType = NamedType & { readonly kind: 'simple' };

/** Resolves references to simple types, and collects the declarations of those that need a name in TypeScript. */
export class SimpleDefinitions {
  readonly #lookup: Lookup;
  readonly #options: ContractOptions;
  readonly #encodedTypes: EncodedTypes | undefined;
  readonly #named: Map<string, SimpleDeclaration> = new Map();
  /** By their names in TypeScript. */
  readonly #anonymous: Map<string, SimpleDeclaration> = new Map();

  constructor(lookup: Lookup, options: ContractOptions, encodedTypes: EncodedTypes | undefined) {
    this.#encodedTypes = encodedTypes;
    this.#lookup = lookup;
    this.#options = options;
  }

  /** All declarations collected until now, each after its dependencies. */
  get declared(): readonly SimpleDeclaration[] {
    return [...this.#named.values(), ...this.#anonymous.values()];
  }

  declare(type: NamedSimpleType): SimpleDeclaration {
    const key = nameKey(type.name);
    const existing = this.#named.get(key);
    if (existing !== undefined) return existing;
    const declaration = {
      typeName: typeNameOf(type),
      doc: type.doc,
      ...lifeCycleOf(type),
      definition: this.#define(type, type.name.local),
    };
    this.#named.set(key, declaration);
    return declaration;
  }

  /** @param typeName of the type in TypeScript, if it is anonymous. */
  valueOf(
    reference: TypeReference,
    { mapping, stream = false }: { readonly mapping?: string | undefined; readonly stream?: boolean },
    typeName: string,
  ): SimpleValue {
    if (reference.kind === 'named' && reference.name.namespace === xsd && isSimpleType(reference.name.local)) {
      const name = reference.name.local;
      return { kind: 'simple', name, representation: representationOf(name, { mapping, stream }, this.#options) };
    }
    const definition = this.#resolve(reference, typeName);
    if (definition.kind === 'built-in') return { ...definition, kind: 'simple' };
    if (definition.kind === 'declared') return declaredValue(definition.typeName, definition.definition);
    const type: Pick<SimpleType, 'doc' | 'deprecated'> = reference.kind === 'anonymous' ? reference.type : {};
    if (!this.#anonymous.has(typeName))
      this.#anonymous.set(typeName, { typeName, doc: type.doc, ...lifeCycleOf(type), definition });
    return declaredValue(typeName, definition);
  }

  /** @param name that error messages use for an anonymous type. */
  #define({ variety, mapping }: SimpleType, name: string): SimpleDefinition {
    switch (variety.kind) {
      case 'restriction':
        return { kind: 'restriction', name, base: this.#resolve(variety.base, name, mapping), facets: variety.facets };
      case 'list':
        return { kind: 'list', name, item: this.#resolve(variety.item, name) };
      case 'union':
        return { kind: 'union', name, members: variety.members.map((member) => this.#resolve(member, name)) };
    }
  }

  #resolve(reference: TypeReference, name: string, mapping?: string): SimpleDefinition {
    if (reference.kind === 'named') {
      const name = this.#builtInName(reference.name);
      if (name !== undefined) return this.#builtIn(name, mapping);
    }
    const type = reference.kind === 'anonymous' ? reference.type : this.#lookup.type(reference.name);
    if (type.kind !== 'simple') throw new ContractError('Unsupported', `The type of ${name} is not a simple type.`);
    if (type.name === undefined) return this.#define(type, name);
    const { typeName, definition } = this.declare({ ...type, name: type.name });
    return { kind: 'declared', typeName, definition };
  }

  /** Axis 1 restricts `soapenc:string` by simple types, which have the values of `xs:string`. */
  #builtInName(name: QName): QName | undefined {
    if (name.namespace === xsd) return name;
    const encoded = this.#encodedTypes?.find({ kind: 'named', name });
    return encoded?.kind === 'simple' ? encoded.builtIn : undefined;
  }

  #builtIn(name: QName, mapping: string | undefined): BuiltIn {
    // Values of anySimpleType are arbitrary text.
    const local = name.local === 'anySimpleType' ? 'string' : name.local;
    if (!isSimpleType(local)) throw new ContractError('Unsupported', `There is no simple type ${nameKey(name)}.`);
    const representation = representationOf(local, { mapping, stream: false }, this.#options);
    return { kind: 'built-in', name: local, representation };
  }
}

/** The built-in type at the root of a chain of restrictions; undefined for lists and unions. */
export function rootOf(definition: SimpleDefinition): BuiltIn | undefined {
  switch (definition.kind) {
    case 'built-in':
      return definition;
    case 'declared':
      return rootOf(definition.definition);
    case 'restriction':
      return rootOf(definition.base);
    default:
      return undefined;
  }
}

function declaredValue(typeName: string, definition: SimpleDefinition): SimpleValue {
  const { name, representation } = rootOf(definition) ?? { name: 'string', representation: 'string' };
  return { kind: 'simple', name, representation, declared: typeName };
}

/** Whether values of a type are, or hold, QNames, so that they need prefixes. */
export function holdsName(definition: SimpleDefinition): boolean {
  switch (definition.kind) {
    case 'built-in':
      return isNameType(definition.name);
    case 'declared':
      return holdsName(definition.definition);
    case 'restriction':
      return holdsName(definition.base);
    case 'list':
      return holdsName(definition.item);
    case 'union':
      return definition.members.some(holdsName);
  }
}

export function isNameType(type: string): boolean {
  return type === 'QName' || type === 'NOTATION';
}
