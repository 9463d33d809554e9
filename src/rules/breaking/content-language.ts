import type { ContentModel, LeafModel } from '../../contract/index.ts';
import type { KeyedModel } from './content.ts';

/*
 * Whether all content of one model is content of another, by derivatives of expressions (Brzozowski): the derivative of
 * a model by an element is the model of what may follow it.
 */

type Expression =
  | { readonly kind: 'nothing' | 'empty' }
  | { readonly kind: 'leaf'; readonly key: string }
  | { readonly kind: 'sequence' | 'choice' | 'all'; readonly parts: readonly Expression[] }
  | { readonly kind: 'repeat'; readonly part: Expression; readonly min: number; readonly max: number };

const nothing: Expression = { kind: 'nothing' };
const empty: Expression = { kind: 'empty' };

/** Whether an element, or all that a wildcard admits, fits a leaf. Both are keys. */
export type Fits = (element: string, leaf: string) => boolean;

export interface LanguageOptions {
  readonly fits: Fits;
  /** Keys of elements that do not count in either model. */
  readonly passed: ReadonlySet<string>;
}

/** More pairs of states than these are not visited: content so large is taken as included. */
const maxStates = 5000;

/** Content of the narrow model that the wide one does not admit: the keys of its elements. Undefined if it admits all. */
export function notAdmitted(
  narrow: KeyedModel | undefined,
  wide: KeyedModel | undefined,
  { fits, passed }: LanguageOptions,
): readonly string[] | undefined {
  if (isSame(narrow, wide)) return undefined;
  const start: State = { narrow: expressionOf(narrow, passed), wide: expressionOf(wide, passed), word: [] };
  const seen = new Set<string>();
  const waiting = [start];
  for (let state = waiting.shift(); state !== undefined; state = waiting.shift()) {
    if (seen.size > maxStates) return undefined;
    if (isNullable(state.narrow) && !isNullable(state.wide)) return state.word;
    for (const element of firstOf(state.narrow)) {
      const next = {
        narrow: derivative(state.narrow, element, exactly),
        wide: derivative(state.wide, element, fits),
        word: [...state.word, element],
      };
      if (next.narrow.kind === 'nothing') continue;
      const key = `${expressionText(next.narrow)} / ${expressionText(next.wide)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      waiting.push(next);
    }
  }
  return undefined;
}

/** Whether the elements are content of a model in some order. */
export function isAdmittedInSomeOrder(
  word: readonly string[],
  model: KeyedModel | undefined,
  { fits, passed }: LanguageOptions,
): boolean {
  const failed = new Set<string>();
  const search = (expression: Expression, rest: readonly string[]): boolean => {
    if (rest.length === 0) return isNullable(expression);
    if (expression.kind === 'nothing' || failed.size > maxStates) return false;
    const key = `${expressionText(expression)} / ${[...rest].sort().join(' ')}`;
    if (failed.has(key)) return false;
    const found = [...new Set(rest)].some((element) => {
      const at = rest.indexOf(element);
      return search(derivative(expression, element, fits), [...rest.slice(0, at), ...rest.slice(at + 1)]);
    });
    if (!found) failed.add(key);
    return found;
  };
  return search(expressionOf(model, passed), word);
}

interface State {
  readonly narrow: Expression;
  readonly wide: Expression;
  readonly word: readonly string[];
}

/** Whether two models are equal by their keys, as those of most types are in a new contract. */
function isSame(one: KeyedModel | undefined, other: KeyedModel | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const isEqual = <T>(a: readonly T[], b: readonly T[], isSameItem: (a: T, b: T) => boolean): boolean =>
    a.length === b.length &&
    a.every((item, index) => {
      const counterpart = b[index];
      return counterpart !== undefined && isSameItem(item, counterpart);
    });
  const compare = (a: ContentModel, b: ContentModel): boolean => {
    if (a.min !== b.min || a.max !== b.max) return false;
    if ('parts' in a) return 'parts' in b && a.kind === b.kind && isEqual(a.parts, b.parts, compare);
    return !('parts' in b) && isEqual(one.keysOf(a), other.keysOf(b), (key, same) => key === same);
  };
  return compare(one.model, other.model);
}

const exactly: Fits = (element, leaf) => element === leaf;

function expressionOf(keyed: KeyedModel | undefined, passed: ReadonlySet<string>): Expression {
  if (keyed === undefined) return empty;
  const leaf = (key: string): Expression => (passed.has(key) ? empty : { kind: 'leaf', key });
  const isCounted = (one: ContentModel): boolean => 'parts' in one || keyed.keysOf(one).some((key) => !passed.has(key));
  const ofLeaf = (one: LeafModel): Expression => {
    const keys = keyed.keysOf(one);
    const counted = keys.filter((key) => !passed.has(key));
    return choice((counted.length > 0 ? counted : keys).map(leaf));
  };
  const of = (model: ContentModel): Expression => {
    const { min, max } = model;
    if (!('parts' in model)) return repeat(ofLeaf(model), min, max);
    // In a choice, an element that does not count leaves the other cases.
    const counted = model.parts.filter(isCounted);
    const given = model.kind === 'choice' && counted.length > 0 ? counted : model.parts;
    const parts = given.map(of);
    const inner =
      model.kind === 'sequence'
        ? sequence(parts)
        : model.kind === 'choice'
          ? choice(parts)
          : { kind: 'all' as const, parts };
    return repeat(inner, min, max);
  };
  return of(keyed.model);
}

function repeat(part: Expression, min: number, max: number): Expression {
  if (max === 0 || part.kind === 'empty') return empty;
  if (part.kind === 'nothing') return min === 0 ? empty : nothing;
  return min === 1 && max === 1 ? part : { kind: 'repeat', part, min, max };
}

function sequence(parts: readonly Expression[]): Expression {
  const flat = parts.flatMap((part) => (part.kind === 'sequence' ? part.parts : [part]));
  if (flat.some(({ kind }) => kind === 'nothing')) return nothing;
  const filled = flat.filter(({ kind }) => kind !== 'empty');
  const [only = empty, ...others] = filled;
  return others.length === 0 ? only : { kind: 'sequence', parts: filled };
}

function choice(parts: readonly Expression[]): Expression {
  const flat = parts.flatMap((part) => (part.kind === 'choice' ? part.parts : [part]));
  const different = new Map(flat.filter(({ kind }) => kind !== 'nothing').map((part) => [expressionText(part), part]));
  const [only = nothing, ...others] = different.values();
  return others.length === 0 ? only : { kind: 'choice', parts: [...different.values()] };
}

function isNullable(expression: Expression): boolean {
  switch (expression.kind) {
    case 'nothing':
    case 'leaf':
      return false;
    case 'empty':
      return true;
    case 'choice':
      return expression.parts.some(isNullable);
    case 'repeat':
      return expression.min === 0 || isNullable(expression.part);
    default:
      return expression.parts.every(isNullable);
  }
}

/** Keys of the elements that content can begin with. */
function firstOf(expression: Expression): ReadonlySet<string> {
  switch (expression.kind) {
    case 'nothing':
    case 'empty':
      return new Set();
    case 'leaf':
      return new Set([expression.key]);
    case 'repeat':
      return firstOf(expression.part);
    case 'sequence': {
      const found = new Set<string>();
      for (const part of expression.parts) {
        for (const key of firstOf(part)) found.add(key);
        if (!isNullable(part)) break;
      }
      return found;
    }
    default:
      return new Set(expression.parts.flatMap((part) => [...firstOf(part)]));
  }
}

function derivative(expression: Expression, element: string, fits: Fits): Expression {
  switch (expression.kind) {
    case 'nothing':
    case 'empty':
      return nothing;
    case 'leaf':
      return fits(element, expression.key) ? empty : nothing;
    case 'choice':
      return choice(expression.parts.map((part) => derivative(part, element, fits)));
    case 'repeat': {
      const { part, min, max } = expression;
      const rest = repeat(part, Math.max(0, min - 1), max - 1);
      return sequence([derivative(part, element, fits), rest]);
    }
    case 'sequence': {
      const [head = empty, ...tail] = expression.parts;
      const inHead = sequence([derivative(head, element, fits), ...tail]);
      return isNullable(head) ? choice([inHead, derivative(sequence(tail), element, fits)]) : inHead;
    }
    case 'all': {
      const { parts } = expression;
      return choice(
        parts.map((part, index) => {
          const others = parts.filter((_, other) => other !== index);
          const left = others.length === 0 ? empty : ({ kind: 'all', parts: others } as const);
          return sequence([derivative(part, element, fits), left]);
        }),
      );
    }
  }
}

const texts: WeakMap<Expression, string> = new WeakMap();

function expressionText(expression: Expression): string {
  const known = texts.get(expression);
  if (known !== undefined) return known;
  const text = written(expression);
  texts.set(expression, text);
  return text;
}

function written(expression: Expression): string {
  switch (expression.kind) {
    case 'nothing':
      return '!';
    case 'empty':
      return '-';
    case 'leaf':
      return expression.key;
    case 'repeat':
      return `(${expressionText(expression.part)}){${expression.min},${expression.max}}`;
    default:
      return `${expression.kind}(${expression.parts.map(expressionText).join(', ')})`;
  }
}
