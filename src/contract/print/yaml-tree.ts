/** A YAML document before it is text: maps with their entries in order, lists, and scalars. */
export type YamlValue = string | number | boolean | YamlList | YamlMap;

export type YamlList = readonly YamlValue[];

export interface YamlEntry {
  readonly key: string;
  readonly value: YamlValue;
  /** A comment on the lines before the entry. */
  readonly comment?: string | undefined;
}

/**
 * How a map is written: on one line where it fits, one line after another, with blank lines between entries of several
 * lines, or with blank lines before entries that have such.
 */
export type Layout = 'short' | 'lines' | 'spaced' | 'sections';

export interface YamlMap {
  readonly kind: 'map';
  readonly entries: readonly YamlEntry[];
  readonly layout: Layout;
}

export function mapOf(entries: readonly YamlEntry[], layout: Layout = 'short'): YamlMap {
  return { kind: 'map', entries, layout };
}

export function isMap(value: YamlValue): value is YamlMap {
  return typeof value === 'object' && !isList(value);
}

export function isList(value: YamlValue): value is YamlList {
  return Array.isArray(value);
}
