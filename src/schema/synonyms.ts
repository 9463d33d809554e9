import { simpleTypes } from '../contract/index.ts';

/** What people write who come from other languages, and what it is called here. */
const synonyms: Readonly<Record<string, string>> = {
  binary: 'base64Binary',
  bool: 'boolean',
  bytes: 'base64Binary',
  bigint: 'long',
  datetime: 'dateTime',
  int32: 'int',
  int64: 'long',
  number: 'int',
  str: 'string',
  text: 'string',
  timestamp: 'dateTime',
};

export function synonymOf(folded: string): string | undefined {
  return Object.hasOwn(synonyms, folded) ? synonyms[folded] : undefined;
}

/** Names of XML Schema beyond the simple types: no record may take them. */
export const otherBuiltIns: ReadonlySet<string> = new Set(['anySimpleType', 'anyType', 'base64']);

/** Whether XML Schema has a type of this name, supported or not. */
export function isBuiltInName(name: string): boolean {
  return (simpleTypes as readonly string[]).includes(name) || otherBuiltIns.has(name);
}
