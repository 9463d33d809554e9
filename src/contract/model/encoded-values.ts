import { type ArrayType, type EncodedType, maxDimensions, ranksText } from './encoded-types.ts';
import type { ElementDeclaration, TypeReference } from './model.ts';
import { innerNameOf, propertyNameOf } from './naming.ts';
import { xsd } from './qualified-name.ts';
import type { ArrayValue, ValueType } from './resolved-structures.ts';
import type { SimpleDefinitions } from './simple-definitions.ts';

/** Resolves a type. @param of what has it. @param typeName of the type in TypeScript, if it is anonymous. */
type Resolve = (reference: TypeReference, of: ElementDeclaration, typeName: string) => ValueType;

/** Resolves the types of encoded messages that are not records, each array once. */
export class EncodedValues {
  readonly #simpleTypes: SimpleDefinitions;
  readonly #resolve: Resolve;
  readonly #arrays: Map<string, ArrayValue> = new Map();
  /** Dimensions of the arrays around the type that is being resolved. */
  #dimensions = 0;

  constructor(simpleTypes: SimpleDefinitions, resolve: Resolve) {
    this.#simpleTypes = simpleTypes;
    this.#resolve = resolve;
  }

  /** All arrays until now, each after the arrays in it. */
  get arrays(): readonly ArrayValue[] {
    return [...this.#arrays.values()];
  }

  valueOf(type: EncodedType, of: ElementDeclaration, typeName: string): ValueType {
    switch (type.kind) {
      case 'simple':
        return this.#simpleTypes.valueOf({ kind: 'named', name: type.builtIn }, of, typeName);
      case 'map':
        return { kind: 'collection', name: 'Map' };
      case 'vector':
        return { kind: 'collection', name: 'Vector' };
      case 'anyType':
        return type;
      case 'array':
        return this.#array(type, of, typeName);
    }
  }

  /** An array that contains itself, or has too many dimensions, has items of any type from some depth on. */
  #array(type: ArrayType, of: ElementDeclaration, typeName: string): ValueType {
    const { owner = typeName, ranks, element } = type;
    const known = this.#arrays.get(owner);
    if (known !== undefined) return known;
    const around = this.#dimensions;
    const dimensions = ranks.reduce((sum, rank) => sum + rank, around);
    if (dimensions > maxDimensions) return { kind: 'anyType' };
    this.#dimensions = dimensions;
    const property = element === undefined ? 'item' : propertyNameOf(element);
    const item = this.#resolve(type.item, element ?? of, innerNameOf(owner, property));
    this.#dimensions = around;
    const arrays = arrayValues(type, owner, item);
    for (const array of arrays) this.#arrays.set(array.typeName, array);
    return arrays.at(-1) ?? item;
  }
}

/** The arrays of a type, the innermost first: `T[][,]` is an array of two dimensions with arrays of one as its items. */
function arrayValues(type: ArrayType, owner: string, innermost: ValueType): readonly ArrayValue[] {
  const { name, item, itemNillable, element, ranks } = type;
  const declared = item.kind === 'named' ? item.name : { namespace: xsd, local: 'anyType' };
  // The name of an array type says nothing to .NET.
  const { itemType, itemRanks } =
    innermost.kind === 'array'
      ? { itemType: innermost.itemType, itemRanks: `${innermost.itemRanks}${ranksText([innermost.rank])}` }
      : { itemType: declared, itemRanks: '' };
  const arrays: ArrayValue[] = [];
  for (const [index, rank] of ranks.entries()) {
    const isOutermost = index === ranks.length - 1;
    arrays.push({
      kind: 'array',
      // No property has a name with this `$`.
      typeName: isOutermost ? owner : innerNameOf(owner, `$items${index + 1}`),
      name: isOutermost ? name : undefined,
      rank,
      item: arrays.at(-1) ?? innermost,
      itemNillable: index === 0 && itemNillable,
      itemName: element?.name.local ?? 'item',
      itemType,
      itemRanks: `${itemRanks}${ranksText(ranks.slice(0, index))}`,
    });
  }
  return arrays;
}
