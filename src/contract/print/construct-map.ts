import { type ConstructName, constructs } from '../language/index.ts';
import type { Gaps } from './gaps.ts';
import { isList, isMap, type Layout, mapOf, type YamlEntry, type YamlMap, type YamlValue } from './yaml-tree.ts';

/** Values by the keys of a construct; undefined for a key that is absent. */
export type KeyValues = Readonly<Record<string, YamlValue | undefined>>;

/**
 * The keys of a construct in the order of the language's table, without those whose value is the default. Documentation
 * is last, unless it is of something with a content of its own.
 */
export function entriesOf(construct: ConstructName, values: KeyValues, gaps: Gaps): readonly YamlEntry[] {
  const { keys } = constructs[construct];
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined && value !== false && !Object.hasOwn(keys, key)) gaps.add(`${construct}.${key}`);
  }
  const entries = Object.entries(keys).flatMap(([key, row]): readonly YamlEntry[] => {
    const value = values[key];
    return value === undefined || isDefault(value, row.default) ? [] : [{ key, value }];
  });
  const isDocLast = Object.hasOwn(keys, 'type') && values.record === undefined;
  const doc = entries.find(({ key }) => key === 'doc');
  return isDocLast && doc !== undefined ? [...entries.filter((one) => one !== doc), doc] : entries;
}

export function constructMap(
  construct: ConstructName,
  values: KeyValues,
  gaps: Gaps,
  layout: Layout = 'short',
): YamlMap {
  return mapOf(entriesOf(construct, values, gaps), layout);
}

function isDefault(value: YamlValue, otherwise: unknown): boolean {
  if (isMap(value)) return false;
  if (isList(value)) {
    return (
      Array.isArray(otherwise) &&
      value.length === otherwise.length &&
      value.every((item, index) => item === otherwise[index])
    );
  }
  return otherwise !== undefined && String(value) === String(otherwise);
}

/** The list, or undefined for an empty one. */
export function filled<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}

/** A value as a person writes it: a number or `true` without quotes. The reader takes it as it is written. */
export function literal(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^(?:0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}
