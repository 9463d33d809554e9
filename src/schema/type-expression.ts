import { simpleTypes } from '../contract/index.ts';
import { contract as kinds } from '../diagnostics/index.ts';
import type { Findings } from './findings.ts';
import type { Located } from './shape.ts';

/** A type as a field names it: `string`, `string?`, `Item[]`. */
export interface TypeExpression {
  readonly name: Located;
  readonly optional: boolean;
  readonly many: boolean;
}

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

/** The built-in types of XML Schema beyond those that contracts can use: no record may take their names. */
const otherBuiltIns: ReadonlySet<string> = new Set(['anySimpleType', 'anyType', 'base64', 'NOTATION', 'QName']);

/** Whether XML Schema has a type of this name, supported or not. */
export function isBuiltInName(name: string): boolean {
  return (simpleTypes as readonly string[]).includes(name) || otherBuiltIns.has(name);
}

/** Takes the suffix off. The name is a type's or a record's; which, is seen when all records are known. */
export function readTypeExpression(text: Located, field: string, findings: Findings): TypeExpression | undefined {
  const parts = /^([^\s?[\]]+)\s*((?:\?|\[\])*)$/.exec(text.text);
  const name = parts?.[1];
  const suffix = parts?.[2] ?? '';
  if (name === undefined || (suffix.length > 0 && !['?', '[]', '[]?', '?[]'].includes(suffix))) {
    findings.add(kinds.badType, { type: text.text }, text.at);
    return undefined;
  }
  const at = { start: text.at.start, end: Math.min(text.at.end, text.at.start + name.length) };
  if (suffix.length === 3) {
    findings.add(kinds.manyAndOptional, { field }, text.at);
    return undefined;
  }
  // Quoted text begins behind its quote.
  const quote = /^["']/.test(findings.source.text.slice(text.at.start, text.at.start + 1)) ? 1 : 0;
  const located = { text: name, at: { start: at.start + quote, end: at.end + quote } };
  const prefixed = /^[^:]*:(.*)$/.exec(name);
  if (prefixed !== null) {
    findings.add(kinds.prefixedType, { type: name, local: prefixed[1] ?? '' }, located.at);
    return undefined;
  }
  return { name: located, optional: suffix === '?', many: suffix === '[]' };
}

/** Reports a name that is neither a built-in type nor declared. True when it is one. */
export function checkTypeName(name: Located, declared: ReadonlySet<string>, findings: Findings): boolean {
  const { text, at } = name;
  if ((simpleTypes as readonly string[]).includes(text) || declared.has(text)) return true;
  // The most common ones come first.
  const builtIn = simpleTypes.slice(0, 10).join(', ');
  if (otherBuiltIns.has(text)) {
    findings.add(kinds.unsupportedType, { type: text, builtIn }, at);
    return false;
  }
  const folded = text.toLowerCase();
  const known = [...simpleTypes, ...declared];
  // A mistake in the case of letters, then a word of another language, then whatever is close.
  const suggestion =
    known.find((name) => name.toLowerCase() === folded) ??
    (Object.hasOwn(synonyms, folded) ? synonyms[folded] : undefined);
  findings.add(kinds.unknownType, { type: text, builtIn }, at, {
    suggestion,
    didYouMean: { name: text, among: known },
  });
  return false;
}
