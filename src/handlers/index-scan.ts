import { type IndexSummary, withoutExtension } from './handler-files.ts';
import { type Token, tokensOf } from './tokens.ts';

/**
 * Summarises an index from its tokens, since loading a parser takes 0.3 s and most runs change nothing in the index.
 * Undefined if in doubt.
 *
 * @param typeName name of the interface that the handlers object implements.
 */
export function scanIndex(source: string, typeName: string): IndexSummary | undefined {
  const tokens = tokensOf(source);
  if (tokens === undefined) return undefined;
  const mentions = new Set<string>();
  const modules = new Set<string>();
  const objects: FoundObject[] = [];
  let depth = 0;
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text } = tokens[at] ?? end;
    if (kind === 'text' && isRelative(text)) modules.add(withoutExtension(text));
    if (depth === 0 && kind === 'name' && text === 'import' && !/^[(.]$/.test(tokens[at + 1]?.text ?? '')) {
      while (at < tokens.length && tokens[at]?.kind !== 'text') at++;
      const module = tokens[at]?.text ?? '';
      if (isRelative(module)) modules.add(withoutExtension(module));
      continue;
    }
    if (kind !== 'other') mentions.add(text);
    else if (isOpening(text)) depth++;
    else if (isClosing(text)) depth--;
    if (depth < 0) return undefined;
    if (depth === 0 && kind === 'name' && /^(?:const|let|var)$/.test(text)) {
      const object = objectAt(tokens, at);
      if (object?.hasMore) return undefined;
      if (object !== undefined) objects.push(object);
    }
  }
  if (depth !== 0) return undefined;
  const found = chooseHandlers(objects, typeName);
  if (found === undefined) return { keys: undefined, isOpen: false, mentions, modules };
  return { keys: found.keys, isOpen: found.isOpen, mentions, modules };
}

const end: Token = { kind: 'other', text: '' };

/** A top-level variable that is initialised with an object literal. */
export interface Candidate {
  readonly name: string;
  readonly exported: boolean;
  /** Names of its types, from annotation, `as` and `satisfies`, but not those of its properties. */
  readonly types: readonly string[];
  /** A property is an object, as no handler is. */
  readonly isNested: boolean;
}

/**
 * The variable `handlers`, or else the only exported variable of the type. An object that contains the handlers object
 * is not chosen.
 */
export function chooseHandlers<C extends Candidate>(candidates: readonly C[], typeName: string): C | undefined {
  const named = candidates.filter(
    ({ name, isNested, types }) => name === 'handlers' && (!isNested || types.includes(typeName)),
  );
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const typed = candidates.filter(({ exported, types }) => exported && types.includes(typeName));
  return typed.length === 1 ? typed[0] : undefined;
}

interface FoundObject extends Candidate, Keys {
  /** A comma follows: the statement declares another variable. */
  readonly hasMore: boolean;
}

/** `const NAME: type = {…} satisfies type`, where `at` is the index of `const`. */
function objectAt(tokens: readonly Token[], at: number): FoundObject | undefined {
  const name = tokens[at + 1];
  if (name?.kind !== 'name') return undefined;
  const equals = find(tokens, at + 2, (text) => text === '=');
  if (equals === undefined) return undefined;
  let open = equals + 1;
  while (tokens[open]?.text === '(') open++;
  if (tokens[open]?.kind !== 'other' || tokens[open]?.text !== '{') return undefined;
  const close = closingOf(tokens, open);
  if (close === undefined) return undefined;
  // Between the object and the next statement are `as` and `satisfies`.
  const after = find(tokens, close + 1, (text, before) => before !== 'as' && statementEnd.test(text));
  const types = [...tokens.slice(at + 2, equals), ...tokens.slice(close + 1, after)];
  return {
    name: name.text,
    exported: tokens[at - 1]?.text === 'export',
    types: outermostNames(types),
    ...keysOf(tokens, open),
    hasMore: tokens[close + 1]?.text === ',',
  };
}

/** The names of the type itself, not of its parts. */
function outermostNames(tokens: readonly Token[]): readonly string[] {
  const names: string[] = [];
  /** For each open bracket: whether its content is the type itself. */
  const open: boolean[] = [];
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === 'name' && open.every((isType) => isType)) names.push(text);
    if (kind !== 'other') continue;
    if (text === '<') open.push(isWrapper(tokens[at - 1]?.text ?? ''));
    else if (isOpening(text)) open.push(text === '(');
    else if (text === '>' || isClosing(text)) open.pop();
  }
  return names;
}

/** Generic types that stand for their type argument. */
export function isWrapper(name: string): boolean {
  return /^(?:Readonly|Required|Partial|Pick|Omit|NoInfer)$/.test(name);
}

const statementEnd = /^(?:;|export|const|let|var|function|class|import)$/;

/** The next matching token outside of brackets; undefined if the statement ends before it. */
function find(
  tokens: readonly Token[],
  from: number,
  matches: (text: string, before: string | undefined) => boolean,
): number | undefined {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    const { kind, text } = tokens[at] ?? end;
    if (kind === 'text') continue;
    if (depth === 0 && matches(text, tokens[at - 1]?.text)) return at;
    if (kind === 'other' && isOpening(text)) depth++;
    if (kind === 'other' && isClosing(text)) depth--;
    if (depth < 0 || (depth === 0 && text === ';')) return undefined;
  }
  return undefined;
}

function closingOf(tokens: readonly Token[], open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    const { kind, text } = tokens[at] ?? end;
    if (kind !== 'other') continue;
    if (isOpening(text)) depth++;
    if (isClosing(text) && --depth === 0) return at;
  }
  return undefined;
}

interface Keys {
  readonly keys: ReadonlySet<string>;
  readonly isOpen: boolean;
  readonly isNested: boolean;
}

/** @param start index of the token that opens the object. */
function keysOf(tokens: readonly Token[], start: number): Keys {
  const keys = new Set<string>();
  let isOpen = false;
  let isNested = false;
  let atEntry = true;
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    const { kind, text } = tokens[at] ?? end;
    if (kind === 'other' && isClosing(text) && --depth === 0) break;
    if (at === start) depth++;
    else if (depth === 1 && kind === 'other' && text === ',') atEntry = true;
    else {
      if (depth === 1 && atEntry) {
        const next = tokens[at + 1];
        // In `async GetURL() {…}` and `*GetURL() {…}` the name follows.
        if (isModifier(text) && (next?.kind !== 'other' || /^[[*]$/.test(next.text))) continue;
        atEntry = false;
        if (kind !== 'other') {
          keys.add(text);
          isNested ||= next?.text === ':' && isObject(tokens, at + 2);
        } else if (text === '[' && next?.kind === 'text' && tokens[at + 2]?.text === ']') keys.add(next.text);
        else if (text === '...' || text === '[') isOpen = true;
      }
      if (kind === 'other' && isOpening(text)) depth++;
    }
  }
  return { keys, isOpen, isNested };
}

/** An object literal, with or without parentheses. */
function isObject(tokens: readonly Token[], start: number): boolean {
  const first = tokens[start];
  if (first?.kind !== 'other') return false;
  if (first.text !== '(') return first.text === '{';
  const close = closingOf(tokens, start);
  // `({ a }) =>` and `({ a }): T =>` are functions.
  return close !== undefined && !/^(?:=>|:)$/.test(tokens[close + 1]?.text ?? '') && isObject(tokens, start + 1);
}

function isModifier(text: string): boolean {
  return text === 'async' || text === 'get' || text === 'set' || text === '*';
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith('./') || specifier.startsWith('../');
}

function isOpening(text: string): boolean {
  return text === '{' || text === '(' || text === '[';
}

function isClosing(text: string): boolean {
  return text === '}' || text === ')' || text === ']';
}
