import type { Representation } from '../contract/index.ts';

/**
 * A string literal of TypeScript on one line, in single quotes. Every character that could end it, or that editors show
 * as a line break, is escaped, so that nothing in a contract leaves its literal.
 */
export function stringLiteral(value: string): string {
  return `'${literalContent(value)}'`;
}

/** The content of the literal, without its quotes. */
function literalContent(value: string): string {
  if (plain.test(value)) return value;
  // One character at a time: V8 has a short way for that, and a WSDL is a literal too.
  if (lines.test(value)) return value.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n');
  return value.replace(/[\\'\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, escapeCharacter);
}

/** The content of a template literal; lines stay lines. */
export function templateContent(value: string): string {
  if (lines.test(value)) return value.replace(/[\\`$]/g, '\\$&');
  return value.replace(/(?!\n)[\\`$\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, escapeCharacter);
}

/** A string literal in parts of at most `columns` where spaces allow, to be joined by `+`. */
export function literalParts(literal: string, columns: number): readonly string[] {
  if (literal.length <= columns || !literal.startsWith("'")) return [literal];
  const parts = literal.slice(1, -1).match(new RegExp(`.{1,${columns - 4}}(?: |$)|[^ ]+ ?`, 'g')) ?? [];
  return parts.map((part) => `'${part}'`);
}

/** Nearly every text: classes of Unicode take many times as long. */
const plain = /^[ -&(-[\]-~]*$/;
const lines = /^[ -~\n]*$/;

/** A value in its lexical form as a literal of TypeScript. */
export function valueLiteral(value: string, representation: Representation): string {
  if (representation === 'number') return value;
  return representation === 'bigint' ? `${value}n` : stringLiteral(value);
}

function escapeCharacter(character: string): string {
  switch (character) {
    case '\n':
      return '\\n';
    case '\r':
      return '\\r';
    case '\t':
      return '\\t';
    case '\\':
    case "'":
    case '`':
    case '$':
      return `\\${character}`;
  }
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
