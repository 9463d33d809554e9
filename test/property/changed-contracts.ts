import { parse, stringify } from 'yaml';
import type { ContractTexts } from './contracts.ts';
import type { Draw } from './draw.ts';

/** A change at one place of a contract, made in its parsed text. */
type Change = () => void;

const lexicalTypes = [
  'string',
  'token',
  'int',
  'long',
  'short',
  'unsignedByte',
  'decimal',
  'boolean',
  'date',
  'dateTime',
];
const flags = ['optional', 'nillable', 'mustUnderstand', 'abstract'];
const bounds = ['min', 'max', 'minExclusive', 'maxExclusive', 'length', 'minLength', 'maxLength', 'fractionDigits'];

/** A contract with one random change of a type, an occurrence, a facet, an enumeration, a flag or an order. It may be invalid. */
export function changedContract(draw: Draw, texts: ContractTexts): ContractTexts | undefined {
  const parsed = [...texts].map(([file, text]) => [file, parse(text, { mapAsMap: true })] as const);
  const changes = parsed.flatMap(([, root]) => changesIn(draw, root));
  if (changes.length === 0) return undefined;
  draw.pick(changes)();
  return new Map(parsed.map(([file, root]) => [file, stringify(root, { lineWidth: 0 })]));
}

function changesIn(draw: Draw, node: unknown): readonly Change[] {
  if (Array.isArray(node)) return [...changesOfList(node), ...node.flatMap((item) => changesIn(draw, item))];
  if (!(node instanceof Map)) return [];
  const own = [...node].flatMap(([key, value]) => changesOfEntry(draw, node, key, value));
  return [...own, ...changesOfMap(draw, node), ...[...node.values()].flatMap((value) => changesIn(draw, value))];
}

function changesOfList(list: unknown[]): readonly Change[] {
  return list.map((_, index) => () => {
    list.splice(index, 1);
  });
}

function changesOfEntry(draw: Draw, map: Map<unknown, unknown>, key: unknown, value: unknown): readonly Change[] {
  const set =
    (next: unknown): Change =>
    () => {
      map.set(key, next);
    };
  if (typeof value === 'boolean' && flags.includes(String(key))) return [set(!value)];
  if (bounds.includes(String(key)) && /^-?\d+$/.test(String(value))) {
    return [set(String(Number(value) + 1)), set(String(Number(value) - 1))];
  }
  if (typeof value !== 'string') return [];
  const [, name = '', suffix = ''] = /^([\w:.-]+)(\?|\[.*\])?$/.exec(value) ?? [];
  const others = ['', '?', '[]', '[1..2]'].filter((other) => other !== suffix);
  const changes = name === '' ? [] : others.map((other) => set(name + other));
  if (lexicalTypes.includes(name)) changes.push(set(draw.pick(lexicalTypes) + suffix));
  return changes;
}

/** Fields change places, go, or come. */
function changesOfMap(draw: Draw, map: Map<unknown, unknown>): readonly Change[] {
  const entries = [...map];
  const write = (next: readonly (readonly [unknown, unknown])[]): void => {
    map.clear();
    for (const [key, value] of next) map.set(key, value);
  };
  const places = entries.map((_, index) => index).filter((index) => !String(entries[index]?.[0]).startsWith('$'));
  if (places.length === 0) return [];
  const at = draw.pick(places);
  return [
    () => write(entries.filter((_, index) => index !== at)),
    () => write([...entries.slice(0, at), ...entries.slice(at + 1), ...entries.slice(at, at + 1)]),
    () =>
      write([...entries.slice(0, at), ['NewField', draw.pick(['string?', 'int', 'string[]'])], ...entries.slice(at)]),
  ];
}
