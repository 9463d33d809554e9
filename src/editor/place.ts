import { type Construct, type ConstructName, constructs, type Key, type Value } from '../contract/index.ts';
import type { Step } from './cursor-context.ts';

/** The values and keys that the language allows at the end of a path. */
export interface Place {
  /** Possible values here, without alternatives in them. */
  readonly values: readonly Value[];
  /** The last key of the path, if the language has it. */
  readonly key?: FoundKey | undefined;
}

/** A key of the language in a construct. */
export interface FoundKey {
  readonly name: string;
  readonly construct: Construct;
  /** Undefined for a word such as `$choice`. */
  readonly row: Key | undefined;
  readonly doc: string;
}

/** The style of the messages in a path. */
export type StyleOf = (path: readonly Step[]) => string;

/** Follows a path from the top of a file. */
export function placeOf(path: readonly Step[], top: ConstructName, styleOf: StyleOf): Place {
  let place = topOf(top);
  for (const [index, step] of path.entries()) {
    const isMessage = step !== 'item' && (step.key === 'request' || step.key === 'result');
    place = enter(place, step, isMessage ? styleOf(path.slice(0, index)) : '');
  }
  return place;
}

/** The top of a file. */
export function topOf(construct: ConstructName): Place {
  return { values: [{ kind: 'construct', of: construct }] };
}

/** The place one step further. @param style of the messages here. */
export function enter({ values }: Place, step: Step, style: string): Place {
  const found: Value[] = [];
  let key: FoundKey | undefined;
  for (const value of values) {
    const inner = step === 'item' ? ofItem(value) : ofKey(value, step.key);
    if (inner === undefined) continue;
    key ??= inner.key;
    found.push(...alternatives(inner.value, inner.key?.name, style));
  }
  return { values: found, key };
}

interface Inner {
  readonly value: Value;
  readonly key?: FoundKey | undefined;
}

function ofItem(value: Value): Inner | undefined {
  if (value.kind === 'list') return { value: value.of };
  if (value.kind === 'values' || value.kind === 'describedValues') return { value: { kind: 'literal' } };
  if (value.kind !== 'construct') return undefined;
  const { short } = constructs[value.of];
  return short && ofItem(short);
}

/** The value of a key, or of a name that the contract chooses. */
function ofKey(value: Value, key: string): Inner | undefined {
  switch (value.kind) {
    case 'construct':
      return inConstruct(constructs[value.of], key);
    case 'map':
      return { value: value.of };
    case 'type':
    case 'simpleType':
      return inConstruct(constructs.innerType, key);
    case 'describedValues':
      return { value: { kind: 'either', of: [{ kind: 'text' }, { kind: 'construct', of: 'value' }] } };
    default:
      return undefined;
  }
}

function inConstruct(construct: Construct, text: string): Inner | undefined {
  const { keys, members } = construct;
  const row = Object.hasOwn(keys, text) ? keys[text] : undefined;
  if (row !== undefined) return { value: row.value, key: { name: text, construct, row, doc: row.doc } };
  const word = /^\$\w+/.exec(text)?.[0] ?? '';
  const ofWord = members !== undefined && Object.hasOwn(members.words, word) ? members.words[word] : undefined;
  if (ofWord !== undefined) {
    return {
      value: { kind: 'construct', of: ofWord.of },
      key: { name: word, construct, row: undefined, doc: ofWord.doc },
    };
  }
  return members === undefined || text.startsWith('$') ? undefined : { value: members.of };
}

/** Each possible value here: those of the style, and the short forms of constructs beside their maps. */
function alternatives(value: Value, key: string | undefined, style: string): readonly Value[] {
  if (value.kind === 'either') return value.of.flatMap((one) => alternatives(one, key, style));
  if (value.kind === 'message') {
    const of: ConstructName = style === 'bare' ? 'bare' : key === 'result' ? 'result' : 'request';
    return alternatives({ kind: 'construct', of }, key, style);
  }
  if (value.kind !== 'construct') return [value];
  const { short } = constructs[value.of];
  return short === undefined ? [value] : [value, ...alternatives(short, key, style)];
}

/** The constructs whose keys can be written here. */
export function mapsOf({ values }: Place): readonly Construct[] {
  const found = values.flatMap((value) => {
    if (value.kind === 'construct') return [constructs[value.of]];
    return value.kind === 'type' || value.kind === 'simpleType' ? [constructs.innerType] : [];
  });
  return [...new Set(found)];
}
