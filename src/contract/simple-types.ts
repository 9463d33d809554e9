import type { ContractOptions, ElementDeclaration } from './model.ts';

/** The built-in simple types of XML Schema that contracts can use. */
export const simpleTypes = ['string', 'int', 'long', 'boolean', 'dateTime', 'base64Binary'] as const;

export type SimpleTypeName = (typeof simpleTypes)[number];

/** What a value is in TypeScript. `DateTime` is the runtime's exact type, `Blob` is streamed binary. */
export type Representation = 'string' | 'number' | 'bigint' | 'boolean' | 'Date' | 'DateTime' | 'Uint8Array' | 'Blob';

/** What the contract's options and a field's `mapping` may say, by type. */
export const mappings = { long: ['bigint', 'string', 'number'], dateTime: ['Date', 'exact'] } as const;

/** Empty for a type that leaves no choice. */
export function mappingsOf(type: string): readonly string[] {
  return type === 'long' || type === 'dateTime' ? mappings[type] : [];
}

export function isSimpleType(name: string): name is SimpleTypeName {
  return (simpleTypes as readonly string[]).includes(name);
}

/** By the field's own mapping, else by the contract's options. */
export function representationOf(
  type: SimpleTypeName,
  element: Pick<ElementDeclaration, 'mapping' | 'stream'>,
  options: ContractOptions,
): Representation {
  switch (type) {
    case 'string':
      return 'string';
    case 'int':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'base64Binary':
      return element.stream ? 'Blob' : 'Uint8Array';
    case 'dateTime':
      return (element.mapping ?? options.dateTime) === 'exact' ? 'DateTime' : 'Date';
    case 'long': {
      const mapping = element.mapping ?? options.long;
      return mapping === 'string' || mapping === 'number' ? mapping : 'bigint';
    }
  }
}
