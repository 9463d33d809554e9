import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import type { Located, Problems } from './yaml-document.ts';

/** Reads the fields of a map with their positions, and reports problems. An invalid field reads as undefined. */
export class Fields {
  readonly #map: YAMLMap;
  readonly #what: string;
  readonly #known = new Set<string>();
  readonly problems: Problems;

  constructor(map: YAMLMap, what: string, problems: Problems) {
    this.#map = map;
    this.#what = what;
    this.problems = problems;
  }

  /** The fields of a node; undefined, with a problem, when it is not a map. */
  static of(node: Node | null, what: string, problems: Problems): Fields | undefined {
    if (isMap(node)) return new Fields(node, what, problems);
    return problems.add(offsetOf(node), `${what} must be a map of fields.`);
  }

  get offset(): number {
    return offsetOf(this.#map);
  }

  /** The node of a field; undefined when it is missing. */
  node(key: string): Node | undefined {
    this.#known.add(key);
    const pair = this.#pairs().find((candidate) => pairKey(candidate) === key);
    return pair?.value as Node | undefined;
  }

  required(key: string): Node | undefined {
    const node = this.node(key);
    if (node === undefined) this.problems.add(this.offset, `${this.#what} needs the field ${key}.`);
    return node;
  }

  text(key: string): Located<string> | undefined {
    const node = this.required(key);
    return node === undefined ? undefined : scalarText(node, key, this.problems);
  }

  optionalText(key: string): Located<string> | undefined {
    const node = this.node(key);
    return node === undefined ? undefined : scalarText(node, key, this.problems);
  }

  integer(key: string, range: readonly [least: bigint, most: bigint]): Located<bigint> | undefined {
    const text = this.text(key);
    return text && integerOf(text, key, range, this.problems);
  }

  optionalInteger(key: string, range: readonly [least: bigint, most: bigint]): Located<bigint> | undefined {
    const text = this.optionalText(key);
    return text && integerOf(text, key, range, this.problems);
  }

  /** False when it is missing. */
  flag(key: string): boolean {
    const text = this.optionalText(key);
    if (text === undefined || text.value === 'false') return false;
    if (text.value !== 'true') this.problems.add(text.offset, `${key} must be true or false.`);
    return text.value === 'true';
  }

  /** The items of a list; empty when it is missing. */
  items(key: string): readonly Node[] {
    const node = this.node(key);
    if (node === undefined || (isScalar(node) && node.value === '')) return [];
    if (isSeq(node)) return node.items as Node[];
    this.problems.add(offsetOf(node), `${key} must be a list.`);
    return [];
  }

  texts(key: string): readonly Located<string>[] {
    return this.items(key).flatMap((item) => scalarText(item, key, this.problems) ?? []);
  }

  /** Reports unknown fields. Call it after all known fields were read. */
  done(): void {
    for (const pair of this.#pairs()) {
      const key = pairKey(pair);
      if (this.#known.has(key)) continue;
      const known = [...this.#known].sort().join(', ');
      this.problems.add(offsetOf(pair.key as Node), `${this.#what} has no field ${key}. It has: ${known}.`);
    }
  }

  #pairs(): readonly Pair[] {
    return this.#map.items;
  }
}

export function offsetOf(node: Node | null): number {
  return node?.range?.[0] ?? 0;
}

/** The text of a scalar; undefined, with a problem, for anything else and for an empty scalar. */
export function scalarText(node: Node, what: string, problems: Problems): Located<string> | undefined {
  const offset = offsetOf(node);
  if (!isScalar(node)) return problems.add(offset, `${what} must be a single value.`);
  if (node.value === '') return problems.add(offset, `${what} is empty.`);
  return { value: String(node.value), offset };
}

function integerOf(
  { value, offset }: Located<string>,
  what: string,
  [least, most]: readonly [bigint, bigint],
  problems: Problems,
): Located<bigint> | undefined {
  const integer = /^[+-]?\d{1,30}$/.test(value) ? BigInt(value.replace(/^\+/, '')) : undefined;
  if (integer !== undefined && integer >= least && integer <= most) return { value: integer, offset };
  return problems.add(offset, `${what} must be a whole number from ${least} to ${most}.`);
}

function pairKey(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : '';
}
