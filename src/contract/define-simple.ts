import { ContractError } from './error.ts';
import type { Lookup } from './lookup.ts';
import type { ContractOptions, SimpleType, TypeReference } from './model.ts';
import { typeNameOf } from './naming.ts';
import { keyOf, xsd } from './qname.ts';
import { isSimpleType, type Representation, representationOf, type SimpleTypeName } from './simple-types.ts';
import type { SimpleDeclaration, SimpleDefinition, SimpleValue } from './structure.ts';

type BuiltIn = Extract<SimpleDefinition, { kind: 'built-in' }>;

/** Follows the references of simple types, each declared one once. */
export class SimpleDefinitions {
  readonly #lookup: Lookup;
  readonly #options: ContractOptions;
  readonly #declared: Map<string, SimpleDeclaration> = new Map();

  constructor(lookup: Lookup, options: ContractOptions) {
    this.#lookup = lookup;
    this.#options = options;
  }

  /** Those that were asked for by name so far, each behind the ones that it is made of. */
  get declared(): readonly SimpleDeclaration[] {
    return [...this.#declared.values()];
  }

  /** A simple type that has a name. */
  declare(type: SimpleType & { readonly name: NonNullable<SimpleType['name']> }): SimpleDeclaration {
    const key = keyOf(type.name);
    const known = this.#declared.get(key);
    if (known !== undefined) return known;
    const declaration = {
      typeName: typeNameOf(type),
      doc: type.doc,
      deprecated: type.deprecated,
      definition: this.define(type, type.name.local),
    };
    this.#declared.set(key, declaration);
    return declaration;
  }

  /** @param name what messages call it where it has none. */
  define(type: SimpleType, name: string): SimpleDefinition {
    const { variety } = type;
    switch (variety.kind) {
      case 'restriction':
        return { kind: 'restriction', name, base: this.refer(variety.base, name), facets: variety.facets };
      case 'list':
        return { kind: 'list', name, item: this.refer(variety.item, name) };
      case 'union':
        return { kind: 'union', name, members: variety.members.map((member) => this.refer(member, name)) };
    }
  }

  refer(reference: TypeReference, name: string): SimpleDefinition {
    const type = reference.kind === 'anonymous' ? reference.type : this.#named(reference.name);
    if ('representation' in type) return type;
    if (type.kind !== 'simple') throw new ContractError('Unsupported', `The type of ${name} is no simple one.`);
    if (type.name === undefined) return this.define(type, name);
    const { typeName, definition } = this.declare({ ...type, name: type.name });
    return { kind: 'declared', typeName, definition };
  }

  #named(name: { readonly namespace: string; readonly local: string }): BuiltIn | ReturnType<Lookup['type']> {
    if (name.namespace !== xsd) return this.#lookup.type(name);
    // Its values are text of which nothing is known.
    const local = name.local === 'anySimpleType' ? 'string' : name.local;
    if (!isSimpleType(local)) throw new ContractError('Unsupported', `There is no simple type ${keyOf(name)}.`);
    return {
      kind: 'built-in',
      name: local,
      representation: representationOf(local, { stream: false }, this.#options),
    };
  }
}

/** The built-in type that a definition comes down to; undefined for lists and unions. */
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

const unknownRoot: { readonly name: SimpleTypeName; readonly representation: Representation } = {
  name: 'string',
  representation: 'string',
};

/** A value of a type that the contract declares. */
export function declaredValue(typeName: string, definition: SimpleDefinition): SimpleValue {
  const { name, representation } = rootOf(definition) ?? unknownRoot;
  return { kind: 'simple', name, representation, declared: typeName };
}
