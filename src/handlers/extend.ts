import { findPlaces, type Places } from './places.ts';
import { type Answer, type IndexReading, unanswered } from './reading.ts';
import { splice } from './splice.ts';

export type Extension =
  /** It answers everything already. */
  | { readonly kind: 'complete'; readonly reading: IndexReading }
  | {
      readonly kind: 'extended';
      readonly reading: IndexReading;
      readonly text: string;
      readonly added: readonly string[];
    }
  /** To be left as it is. */
  | {
      readonly kind: 'refused';
      readonly reading: IndexReading | undefined;
      readonly missing: readonly Answer[];
      readonly because: Refusal;
    };

export type Refusal =
  | { readonly kind: 'unparsable'; readonly reason: string; readonly line: number; readonly column: number }
  | { readonly kind: 'unrecognised' }
  /** The name stands for something else in the index: an import of the function would clash with it. */
  | { readonly kind: 'taken'; readonly name: string };

/** The index with a line for each operation that it does not answer yet. */
export function extendIndex(
  text: string,
  typeName: string,
  answers: readonly Answer[],
  known: ReadonlySet<string>,
): Extension {
  // Kept off the parser, so that positions are those of the text that is spliced.
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const source = text.slice(mark.length);
  const found = findPlaces(source, typeName);
  if (found.kind === 'unparsable')
    return { kind: 'refused', reading: undefined, missing: answers, because: { ...found, kind: 'unparsable' } };
  const { reading } = found.places;
  const missing = unanswered(reading, answers, known);
  if (missing.length === 0) return { kind: 'complete', reading };
  const refuse = (because: Refusal): Extension => ({ kind: 'refused', reading, missing, because });
  if (found.places.object === undefined) return refuse({ kind: 'unrecognised' });
  const taken = missing.find(({ identifier }) => found.places.names.get(identifier) === 'other');
  if (taken !== undefined) return refuse({ kind: 'taken', name: taken.identifier });
  const spliced = splice(source, found.places, missing);
  return answersAll(spliced, typeName, found.places, missing)
    ? { kind: 'extended', reading, text: mark + spliced, added: missing.map(({ identifier }) => identifier) }
    : refuse({ kind: 'unrecognised' });
}

/** Reads the text again before anybody writes it: it says all that it said, and the rest. */
function answersAll(text: string, typeName: string, before: Places, missing: readonly Answer[]): boolean {
  const found = findPlaces(text, typeName);
  if (found.kind === 'unparsable') return false;
  const { keys } = found.places.reading;
  const expected = new Set([...(before.reading.keys ?? []), ...missing.map(({ identifier }) => identifier)]);
  return (
    keys !== undefined &&
    keys.size === expected.size &&
    [...expected].every((key) => keys.has(key)) &&
    missing.every(({ identifier }) => found.places.names.get(identifier) === 'function')
  );
}
