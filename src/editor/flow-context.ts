import { unquoted } from './lines.ts';

/** Where the end of an incomplete value between brackets is. */
export interface FlowContext {
  /** Brackets that are open, the outermost first. */
  readonly open: readonly OpenBracket[];
  /** Offset of the word that ends the text; its length without one. */
  readonly wordStart: number;
}

export interface OpenBracket {
  readonly bracket: '{' | '[';
  /** Keys of the map so far. */
  readonly keys: readonly string[];
  /** The key whose value is open. */
  readonly key: string | undefined;
}

const tokens =
  /(?<=\s)#[^\n]*|"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^']|'')*(?:'|$)|[{}[\],]|:(?=\s|$)|\s+|(?:[^\s:{}[\],]|:(?!\s|$))+/g;

/** Reads a value up to the cursor. */
export function flowContext(text: string): FlowContext {
  const open: { bracket: '{' | '['; keys: string[]; key: string | undefined }[] = [];
  let word = '';
  let wordStart = text.length;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token.startsWith('#')) continue;
    const map = open.at(-1);
    if (token === '{' || token === '[') open.push({ bracket: token, keys: [], key: undefined });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && map !== undefined) map.key = undefined;
    else if (token === ':' && map?.bracket === '{' && map.key === undefined) {
      map.key = unquoted(word.trim());
      map.keys.push(map.key);
    } else {
      // A word may hold spaces: `$choice method`.
      if (word === '' && token.trim() !== '') wordStart = index;
      if (word !== '' || token.trim() !== '') word += token;
      continue;
    }
    word = '';
    wordStart = text.length;
  }
  return { open, wordStart };
}

/** Keys between the cursor and the brace that closes its map. */
export function keysAfter(text: string): readonly string[] {
  const keys: string[] = [];
  let depth = 0;
  for (const [part] of text.matchAll(/[{}[\]]|[\w$-]+(?=:(?:\s|$))/g)) {
    if (part === '{' || part === '[') depth++;
    else if (part === '}' || part === ']') depth--;
    else if (depth === 0) keys.push(part);
    if (depth < 0) break;
  }
  return keys;
}
