import { stringify } from 'yaml';

/** The parts of a contract's text. A map keeps names such as `__proto__`, which an object would not. */
export type Yaml = string | boolean | readonly Yaml[] | YamlMap;
export type YamlMap = ReadonlyMap<string, Yaml>;

/** A map of the defined entries. */
export function mapOf(...entries: readonly (readonly [key: string, value: Yaml | undefined])[]): Map<string, Yaml> {
  return new Map(entries.filter((entry): entry is readonly [string, Yaml] => entry[1] !== undefined));
}

/** `flow` writes collections in brackets where it can. */
export function yamlText(map: YamlMap, { flow }: { readonly flow: boolean }): string {
  return stringify(map, { lineWidth: 0, ...(flow ? { collectionStyle: 'flow' } : {}) });
}
