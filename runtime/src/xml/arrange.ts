import type { ChildOrder, RepeatedPart } from './codec-tables.ts';
import { OTHER } from './reader.ts';

interface Child {
  /** Index in its table, or `OTHER`. */
  readonly index: number;
}

/**
 * Brings children into the schema's order. Children of a repeated part keep their order, except in sequences of single
 * elements, where each row is put in order. Children that were in order stay as they are.
 *
 * @returns the children, and those of them that were out of order.
 */
export function arrange<Item extends Child>(
  children: readonly Item[],
  { repeated = [], others = -1 }: ChildOrder,
): { readonly children: readonly Item[]; readonly displaced: readonly Item[] } {
  const displaced: Item[] = [];
  const byPlace = new Map<number, Item[]>();
  let farthest = 0;
  for (const child of children) {
    const place = child.index === OTHER ? others + 0.5 : placeOf(child.index, repeated);
    if (place < farthest) displaced.push(child);
    else farthest = place;
    const here = byPlace.get(place);
    if (here === undefined) byPlace.set(place, [child]);
    else here.push(child);
  }
  const places = [...byPlace].sort(([one], [other]) => one - other);
  const arranged = places.flatMap(([place, here]) => {
    const part = repeated.find(([first, , ...required]) => first === place && required.length > 0);
    return part === undefined ? here : inRows(here, part, displaced);
  });
  return { children: arranged, displaced };
}

function placeOf(index: number, repeated: readonly RepeatedPart[]): number {
  return repeated.find(([first, last]) => first <= index && index <= last)?.[0] ?? index;
}

/** The children of a repeated sequence of single elements. Adds those that were out of order in their row to `displaced`. */
function inRows<Item extends Child>(
  children: readonly Item[],
  [, , ...required]: RepeatedPart,
  displaced: Item[],
): Item[] {
  const rows: Item[][] = [];
  let row: Item[] = [];
  for (const child of children) {
    if (rows.length === 0 || beginsRow(child, row, required)) {
      row = [];
      rows.push(row);
    } else if (row.some(({ index }) => index > child.index)) displaced.push(child);
    row.push(child);
  }
  return rows.flatMap((one) => one.sort((a, b) => a.index - b.index));
}

/** A row ends where an element occurs again, and where it is complete and the schema lets the next one begin. */
function beginsRow({ index }: Child, row: readonly Child[], required: readonly number[]): boolean {
  const has = (wanted: number): boolean => row.some((child) => child.index === wanted);
  if (has(index)) return true;
  return row.some((child) => child.index > index) && required.every((needed) => needed >= index && has(needed));
}
