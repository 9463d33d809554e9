import type { Rule } from '../rule.ts';
import { capital } from '../sentence.ts';
import type { Subject } from '../subject.ts';
import { commonStyle, stylesOf, wordsOf } from '../words.ts';
import { namedFields } from './case.ts';

interface Named extends Subject {
  readonly name: string;
  readonly label: string;
}

/** Pairs of names in one place that are the same but for capitals: each later one with the first. */
function twins<T extends Named>(names: readonly T[]): readonly (readonly [T, T])[] {
  const first = new Map<string, T>();
  return names.flatMap((one) => {
    const key = one.name.normalize('NFC').toLowerCase();
    const before = first.get(key);
    if (before === undefined) first.set(key, one);
    return before === undefined || before.name === one.name ? [] : [[one, before] as const];
  });
}

export const caseTwins: Rule = {
  id: 'case-twins',
  category: 'naming',
  severity: 'warning',
  preset: 'recommended',
  summary: 'No two names of one place differ in capitals alone.',
  why: 'XML tells "ClientID" and "ClientId" apart, and people do not. Java makes a file of each class, so that the records "Order" and "order" overwrite one another on Windows and macOS; Visual Basic and SQL take both for one name.',
  example: {
    before: 'records:\n  Login:\n    ClientID: int\n    ClientId: string',
    after: 'records:\n  Login:\n    ClientID: int\n    ClientName: string',
  },
  remedy: 'Give one of them a name that sounds different.',
  check: (view, tell) => {
    const scopes: readonly (readonly Named[])[] = [
      ...view.holders.map(({ fields }) => fields),
      ...view.holders.map(({ attributes }) => attributes),
      ...view.contract.schemas.map(({ targetNamespace }) =>
        view.types
          .filter(({ name }) => name.namespace === targetNamespace)
          .map(({ path, origin, label, name }) => ({ path, origin, label, name: name.local })),
      ),
      view.operations.map(({ path, origin, operation: { name } }) => ({
        path,
        origin,
        name,
        label: `the operation "${name}"`,
      })),
    ];
    for (const scope of scopes) {
      for (const [one, other] of twins(scope)) {
        tell(one, `${capital(one.label)} and "${other.name}" differ in capitals alone.`, {
          subject: other,
          message: 'The other one is here.',
        });
      }
    }
  },
};

export const fieldSpelling: Rule = {
  id: 'field-spelling',
  category: 'naming',
  severity: 'info',
  preset: 'recommended',
  summary: 'What is the same in several records is spelled the same.',
  why: 'A "ClientId" in one request and a "ClientID" in the answer to another are one thing to the reader, and two to every program: they are mistyped and never found by a search.',
  example: {
    before: 'records:\n  Login: { ClientID: int }\n  Address: { ClientId: int }',
    after: 'records:\n  Login: { ClientID: int }\n  Address: { ClientID: int }',
  },
  remedy: 'Choose one spelling; a field that is on the wire already keeps its name, and goes under "ignore".',
  check: (view, tell) => {
    const fields = namedFields(view);
    // Names in another style than most are field-case's to tell of.
    const style = commonStyle(fields.map(({ name }) => name))?.style;
    const spellings = new Map<string, Map<string, Named[]>>();
    for (const field of fields) {
      if (style === undefined || !stylesOf(field.name).includes(style)) continue;
      const key = wordsOf(field.name).join('');
      const byName = spellings.get(key) ?? new Map<string, Named[]>();
      const same = byName.get(field.name);
      if (same === undefined) byName.set(field.name, [field]);
      else same.push(field);
      spellings.set(key, byName);
    }
    for (const byName of spellings.values()) {
      const [usual, ...rest] = [...byName.values()].sort((a, b) => b.length - a.length);
      const other = usual?.[0];
      if (other === undefined) continue;
      for (const field of rest.flat()) {
        tell(field, `${capital(field.label)} is spelled "${other.name}" in ${within(other)}.`, {
          subject: other,
          message: 'The other one is here.',
        });
      }
    }
  },
};

/** `the record "X"` of `the field "Y" of the record "X"`. */
function within({ label }: Named): string {
  return label.slice(label.indexOf('" of ') + '" of '.length);
}
