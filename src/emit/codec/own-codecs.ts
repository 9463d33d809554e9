import type { SimpleValue } from '../../contract/index.ts';

const ATTRIBUTE_CODECS: ReadonlySet<string> = new Set(['String', 'Int', 'Boolean', 'Long']);

/** The most common types have readers and writers of their own. */
export function ownCodec({ name, representation, declared, fallback }: SimpleValue): string | undefined {
  if (declared !== undefined || fallback !== undefined) return undefined;
  switch (name) {
    case 'string':
      return 'String';
    case 'int':
      return 'Int';
    case 'boolean':
      return 'Boolean';
    case 'long':
      if (representation === 'string') return 'LongAsString';
      return representation === 'number' ? 'LongAsNumber' : 'Long';
    case 'dateTime':
      return representation === 'DateTime' ? 'DateTime' : 'Instant';
    case 'base64Binary':
      return representation === 'Blob' ? 'Blob' : 'Base64';
    default:
      return undefined;
  }
}

/** As `ownCodec`, for attributes. */
export function ownAttributeCodec(type: SimpleValue): string | undefined {
  const own = ownCodec(type);
  return own !== undefined && ATTRIBUTE_CODECS.has(own) ? own : undefined;
}
