import type { CST } from 'yaml';
import { type Findings, source as kinds, type Range } from '../../diagnostics/index.ts';

/** An error of the package that parses YAML. */
export interface SyntaxProblem {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [start: number, end: number];
}

/** Why a text is not YAML, as the end of a sentence, and what to do. */
interface Reason {
  readonly reason: string;
  readonly remedy: string;
  /** Where the mistake was made, if that is not where the parser noticed it. */
  readonly at?: Range;
}

/**
 * Reports the first problem of a text: those after it follow from it. Returns the text without the mistake, with the same
 * offsets, where it is known how to correct it; the text is then parsed again for further mistakes.
 */
export function reportSyntax(
  problems: readonly SyntaxProblem[],
  text: string,
  tokens: readonly CST.Token[],
  findings: Findings,
): string | undefined {
  const [first] = [...problems].sort((a, b) => a.pos[0] - b.pos[0]);
  if (first === undefined) return undefined;
  const bracketed = bracketedText(first, text);
  if (bracketed !== undefined) {
    const written = text.slice(bracketed.start, bracketed.end);
    const edits = [{ at: bracketed, text: `"${written}"` }];
    findings.add(kinds.bracketsInBraces, { text: written }, bracketed, { edits });
    return masked(text, bracketed, written.replaceAll(/[^\w$]/g, '_'));
  }
  const at = rangeOf(first.pos, text);
  if (first.code === 'TAB_AS_INDENT') {
    findings.add(kinds.tabIndent, {}, at);
    return undefined;
  }
  const { reason, remedy, at: cause = at } = reasonOf(first, at, text, tokens);
  findings.add(kinds.notYaml, { reason, remedy }, cause);
  return first.code === 'BAD_SCALAR_START' ? masked(text, { start: at.start, end: at.start + 1 }, '_') : undefined;
}

/** `string[]` or `$any more[1..2]` inside of braces, where the bracket begins a list. */
function bracketedText({ message, pos: [start] }: SyntaxProblem, text: string): Range | undefined {
  if (!message.startsWith('Unexpected flow-seq-start')) return undefined;
  const before = /[^{}[\],:\n"']*$/.exec(text.slice(0, start))?.[0].trimStart() ?? '';
  const behind = /^\[[^\]{}"'\n]*\]\??/.exec(text.slice(start))?.[0];
  if (before === '' || behind === undefined) return undefined;
  return { start: start - before.length, end: start + behind.length };
}

function masked(text: string, { start, end }: Range, mask: string): string {
  return text.slice(0, start) + mask + text.slice(end);
}

const inQuotes = 'Put the text in quotes.';
const sameIndent = 'Indent the keys of one map by the same number of spaces.';

function reasonOf(problem: SyntaxProblem, at: Range, text: string, tokens: readonly CST.Token[]): Reason {
  const { code, message } = problem;
  switch (code) {
    case 'BAD_SCALAR_START':
      return { reason: `a text without quotes cannot begin with "${text[at.start]}"`, remedy: inQuotes };
    case 'BAD_DQ_ESCAPE':
      return {
        reason: 'a backslash in double quotes begins an escape, and this one is unknown',
        remedy: 'Write two backslashes, or use single quotes.',
      };
    case 'MULTILINE_IMPLICIT_KEY':
      return withoutColon(at, text);
    case 'BLOCK_IN_FLOW':
      return { reason: 'inside of { } a text with a colon needs quotes', remedy: inQuotes };
    case 'BLOCK_AS_IMPLICIT_KEY':
      return message.startsWith('A block sequence')
        ? { reason: 'an item of a list, "- ", stands beside keys', remedy: 'Remove the hyphen, or indent the list.' }
        : valueWithKeys(at, text);
    case 'BAD_INDENT':
    case 'MISSING_CHAR':
    case 'UNEXPECTED_TOKEN':
      return (
        missingQuote(problem, text, tokens) ??
        missingBracket(problem, text, tokens) ??
        (message.startsWith('Implicit map keys') ? withoutColon(at, text) : misplaced(problem, at, text))
      );
    default:
      return { reason: firstLine(message), remedy: 'Put texts with special characters in quotes.' };
  }
}

function withoutColon(at: Range, text: string): Reason {
  const line = lineAt(at.start, text);
  const [word = ''] = /^[^\s:=]*/.exec(text.slice(line.start, line.end)) ?? [];
  const written = text.slice(line.start, line.end);
  const remedy = written.includes('\u00A0')
    ? 'Replace the no-break space, which looks like a space, by a space.'
    : `Write "${word}: …", with a space after the colon.`;
  return { reason: 'this line has no colon and space after its key', remedy, at: line };
}

/** A value on the line of a key, and keys in it or below it. */
function valueWithKeys(at: Range, text: string): Reason {
  const line = lineAt(at.start, text);
  if (/:(?:\s|$)/.test(text.slice(at.start, line.end))) {
    return { reason: 'a text with a colon and a space needs quotes', remedy: inQuotes };
  }
  const next = /\n[ \t]*(?=[^\s#])/g;
  next.lastIndex = line.end;
  const found = next.exec(text);
  const below = found === null ? line : lineAt(next.lastIndex, text);
  const reason = 'this line is indented deeper than the one above, which already has a value';
  return { reason, remedy: sameIndent, at: below };
}

/** A quoted text that does not end, or ends on another line than its own. */
function missingQuote(
  { message, pos: [position] }: SyntaxProblem,
  text: string,
  tokens: readonly CST.Token[],
): Reason | undefined {
  const isOpen = /^Missing closing ["']quote/.test(message);
  if (!isOpen && !/^Unexpected .* at node end/.test(message)) return undefined;
  const quoted = tokensOf(tokens).filter(
    (token) => token.type.endsWith('-quoted-scalar') && token.offset < position && 'source' in token,
  );
  const last = quoted.reduce<CST.Token | undefined>(
    (a, b) => (a !== undefined && a.offset > b.offset ? a : b),
    undefined,
  );
  if (last === undefined || !('source' in last)) return undefined;
  const quote = text[last.offset] ?? '"';
  const at = { start: last.offset, end: lineAt(last.offset, text).end };
  if (isOpen || last.source.includes('\n')) {
    return { reason: `a closing ${quote} is missing`, remedy: `End the text with ${quote}.`, at };
  }
  if (last.offset + last.source.length > position || text.slice(last.offset, position).includes('\n')) return undefined;
  const inside = quote === "'" ? "Write '' for a ' in the text" : 'Write \\" for a " in the text';
  return { reason: 'text follows the closing quote', remedy: `${inside}, or use the other quotes.` };
}

function missingBracket(
  { message, pos: [position] }: SyntaxProblem,
  text: string,
  tokens: readonly CST.Token[],
): Reason | undefined {
  const bracket =
    /^Flow (?:map|sequence) .* end with a (.)$/.exec(message)?.[1] ?? /^Expected .* end with (.)$/.exec(message)?.[1];
  if (bracket === undefined) return undefined;
  const open = tokensOf(tokens)
    .filter((token) => token.type === 'flow-collection' && token.offset < position)
    .reduce<CST.Token | undefined>((a, b) => (a !== undefined && a.offset > b.offset ? a : b), undefined);
  const at = open && { start: open.offset, end: lineAt(open.offset, text).end };
  return { reason: `a closing ${bracket} is missing`, remedy: `End it with ${bracket}.`, ...(at && { at }) };
}

function misplaced({ code, message }: SyntaxProblem, at: Range, text: string): Reason {
  const character = text[at.start] ?? '';
  if (message.includes(' in YAML stream') && /[\]}]/.test(character)) {
    return { reason: `there is a ${character} without its opening bracket`, remedy: 'Remove it.' };
  }
  if (/^Missing ,/.test(message)) {
    return {
      reason: 'a comma is missing between two entries',
      remedy: 'Put a comma between them, and texts with commas, colons or brackets in quotes.',
    };
  }
  if (code === 'BAD_INDENT') {
    return {
      reason: 'the indentation of this line fits no line above',
      remedy: sameIndent,
      at: lineAt(at.start, text),
    };
  }
  return {
    reason: firstLine(message),
    remedy: 'Put texts with special characters in quotes, and check the indentation.',
  };
}

/** All tokens, those within others included. */
function tokensOf(tokens: readonly CST.Token[]): readonly CST.Token[] {
  const found: CST.Token[] = [];
  const waiting = [...tokens];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    found.push(next);
    if (next.type === 'document') {
      if (next.value !== undefined) waiting.push(next.value);
    } else if ('items' in next) {
      for (const { key, value } of next.items) {
        if (key) waiting.push(key);
        if (value) waiting.push(value);
      }
    }
  }
  return found;
}

/** The line of an offset, without its indentation. */
function lineAt(offset: number, text: string): Range {
  const before = text.lastIndexOf('\n', offset - 1) + 1;
  const newline = text.indexOf('\n', offset);
  const end = newline === -1 ? text.length : newline;
  const indent = /^\s*/.exec(text.slice(before, end))?.[0].length ?? 0;
  return { start: Math.min(before + indent, end), end };
}

function firstLine(message: string): string {
  const line = message.split('\n', 1)[0] ?? '';
  return line.replace(/[.:]$/, '');
}

/** The range of a syntax error; one at the end of the text moves back to the last character. */
export function rangeOf([start, end]: readonly [number, number], text: string): Range {
  const from = Math.max(0, Math.min(start, text.length - 1));
  return { start: from, end: Math.max(end, from + 1) };
}
