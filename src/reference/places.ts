import type { Declaration, ResolvedService, SimpleDeclaration } from '../contract/index.ts';
import { short } from './document.ts';

/** A type that has a page. */
export type Documented = Exclude<Declaration, { kind: 'choice-type' | 'group-type' }> | SimpleDeclaration;

/** Names that Windows keeps for devices. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Longest name of a file without its extension. */
const longestName = 80;

/** Where the pages of operations and types are. Names of files differ in more than the case of their letters. */
export class Places {
  readonly #operations: ReadonlyMap<string, string>;
  readonly #types: ReadonlyMap<string, string>;
  readonly #titles: ReadonlyMap<string, string>;

  constructor(service: ResolvedService, types: readonly Documented[]) {
    this.#operations = fileNames(
      'operations',
      service.operations.map(({ identifier }) => ({ key: identifier, name: identifier })),
    );
    this.#types = fileNames(
      'types',
      types.map((type) => ({ key: type.typeName, name: titleOf(type) })),
    );
    this.#titles = new Map(types.map((type) => [type.typeName, titleOf(type)]));
  }

  /** @param identifier of the operation. */
  operation(identifier: string): string {
    return this.#operations.get(identifier) ?? 'index';
  }

  /** Undefined for a type without a page. */
  type(typeName: string): string | undefined {
    return this.#types.get(typeName);
  }

  /** The name of a type in its schema, or in TypeScript if it has none. */
  title(typeName: string): string {
    return this.#titles.get(typeName) ?? short(typeName);
  }
}

/** Name of a type in its schema; in TypeScript, if it has none. */
export function titleOf(type: Documented): string {
  if ('definition' in type) return short('name' in type.definition ? type.definition.name : type.typeName);
  return short(type.name?.local ?? type.typeName);
}

interface Named {
  readonly key: string;
  readonly name: string;
}

function fileNames(folder: string, all: readonly Named[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const sorted = [...all].sort((one, other) => byCodeUnits(one.name, other.name) || byCodeUnits(one.key, other.key));
  return new Map(
    sorted.map(({ key, name }) => {
      const base = fileName(name);
      let chosen = base;
      for (let count = 2; taken.has(chosen.toLowerCase()); count++) chosen = `${base}-${count}`;
      taken.add(chosen.toLowerCase());
      return [key, `${folder}/${chosen}`];
    }),
  );
}

function fileName(name: string): string {
  const safe = name.replace(/[^\w]/g, (character) => `-${character.charCodeAt(0).toString(16)}`).slice(0, longestName);
  return devices.test(safe) ? `${safe}-` : safe;
}

/** The anchor of a name on a page: the name itself, as far as an address has it unescaped. */
export function anchor(prefix: string, name: string): string {
  return `${prefix}-${name.replace(/[^\p{L}\p{N}_.-]/gu, '-').slice(0, longestName)}`;
}

export function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Alphabetical, whatever the case; deterministic on every machine. */
export function byName(one: string, other: string): number {
  return byCodeUnits(one.toLowerCase(), other.toLowerCase()) || byCodeUnits(one, other);
}
