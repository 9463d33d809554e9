/** A token of TypeScript, as coarse as the scan of an index allows. */
export interface Token {
  readonly kind: 'name' | 'text' | 'other';
  /** Without quotes for strings. */
  readonly text: string;
}

/** A slash after these keywords begins a regular expression, not a division. */
const beforeExpression = /^(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield|default)$/;

const namePattern = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy;
const numberPattern = /\d[\w.]*/y;
const punctuationPattern = /=>|={2,3}|!={1,2}|<=|>=|\.\.\.|[^\s\w]/uy;
const spacePattern = /[\s\uFEFF]+/uy;

/**
 * The tokens of a module, without comments. Undefined if in doubt: for a slash that may begin a regular expression, a
 * template with expressions, or an unterminated string or comment.
 */
export function tokensOf(source: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  let at = source.startsWith('#!') ? endOfLine(source, 0) : 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  while (at < source.length) {
    const space = match(spacePattern);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    if (source.startsWith('//', at)) {
      at = endOfLine(source, at);
      continue;
    }
    if (source.startsWith('/*', at)) {
      const end = source.indexOf('*/', at + 2);
      if (end === -1) return undefined;
      at = end + 2;
      continue;
    }
    const character = source[at] ?? '';
    if (character === "'" || character === '"' || character === '`') {
      const end = endOfText(source, at, character);
      if (end === undefined) return undefined;
      tokens.push({ kind: 'text', text: source.slice(at + 1, end - 1) });
      at = end;
      continue;
    }
    if (character === '/' && !isDivision(tokens.at(-1))) return undefined;
    const name = match(namePattern);
    const text = name ?? match(numberPattern) ?? match(punctuationPattern) ?? character;
    tokens.push({ kind: name === undefined ? 'other' : 'name', text });
    at += text.length;
  }
  return tokens;
}

function endOfLine(source: string, from: number): number {
  const end = source.slice(from).search(/[\n\r\u2028\u2029]/);
  return end === -1 ? source.length : from + end;
}

/** The end of a string or template; undefined if it is unterminated or contains an expression. */
function endOfText(source: string, start: number, quote: string): number | undefined {
  for (let at = start + 1; at < source.length; at++) {
    const character = source[at];
    if (character === quote) return at + 1;
    if (character === '\\') at++;
    else if (quote === '`' ? character === '$' && source[at + 1] === '{' : character === '\n' || character === '\r')
      return undefined;
  }
  return undefined;
}

function isDivision(before: Token | undefined): boolean {
  if (before === undefined) return false;
  if (before.kind === 'name') return !beforeExpression.test(before.text);
  return before.kind === 'text' || before.text === ')' || before.text === ']' || /^\d/.test(before.text);
}
