import { declaredValue, SimpleDefinitions } from './define-simple.ts';
import type { Lookup } from './lookup.ts';
import type { ContractOptions, NamedType, TypeReference } from './model.ts';
import { xsd } from './qname.ts';
import { isSimpleType, representationOf } from './simple-types.ts';
import type { SimpleDeclaration, SimpleValue } from './structure.ts';

/** What elements, attributes and texts of simple types hold, and the types that they declare in place. */
export class SimpleValues {
  readonly #definitions: SimpleDefinitions;
  readonly #options: ContractOptions;
  /** By their names in TypeScript. */
  readonly #anonymous: Map<string, SimpleDeclaration> = new Map();

  constructor(lookup: Lookup, options: ContractOptions) {
    this.#definitions = new SimpleDefinitions(lookup, options);
    this.#options = options;
  }

  /** Those met so far, each behind the ones that it is made of. */
  get declared(): readonly SimpleDeclaration[] {
    return [...this.#definitions.declared, ...this.#anonymous.values()];
  }

  declare(type: NamedType & { readonly kind: 'simple' }): void {
    this.#definitions.declare(type);
  }

  /** @param typeName of the type in TypeScript, if that is anonymous. */
  valueOf(
    reference: TypeReference,
    { mapping, stream = false }: { readonly mapping?: string | undefined; readonly stream?: boolean },
    typeName: string,
  ): SimpleValue {
    if (reference.kind === 'named' && reference.name.namespace === xsd && isSimpleType(reference.name.local)) {
      const name = reference.name.local;
      return { kind: 'simple', name, representation: representationOf(name, { mapping, stream }, this.#options) };
    }
    const definition = this.#definitions.refer(reference, typeName);
    if (definition.kind === 'built-in') return { ...definition, kind: 'simple' };
    if (definition.kind === 'declared') return declaredValue(definition.typeName, definition.definition);
    const { doc, deprecated } = reference.kind === 'anonymous' ? reference.type : {};
    if (!this.#anonymous.has(typeName)) this.#anonymous.set(typeName, { typeName, doc, deprecated, definition });
    return declaredValue(typeName, definition);
  }
}
