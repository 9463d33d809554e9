import type { FieldView, Subject, View } from '../contract-view.ts';
import type { Rule, Tell } from '../rule.ts';
import { capital, commonStyle, inStyle, type Style, stylesOf, wordsOf } from '../wording.ts';

interface Named extends Subject {
  readonly name: string;
  readonly label: string;
}

/** With a lower share than this there is no style to depart from. */
const convention = 0.6;

/** Tells of names that depart from how most are written; once for all of them where there is no such way. */
function checkStyle(names: readonly Named[], what: string, view: View, tell: Tell): void {
  const best = commonStyle(names.map(({ name }) => name));
  if (best === undefined || names.length < 2) return;
  const others = names.filter(({ name }) => !stylesOf(name).includes(best.style));
  if (best.count < names.length * convention) {
    tell(view.whole, `The ${what} follow no one style: ${best.count} of ${names.length} are in ${best.style}.`);
    return;
  }
  /** How others in the style spell the same words: "APIKey", not "ApiKey". */
  const spelled = new Map(
    names.filter(({ name }) => stylesOf(name).includes(best.style)).map(({ name }) => [wordsOf(name).join(' '), name]),
  );
  for (const other of others) {
    const { name, label } = other;
    const better = spelled.get(wordsOf(name).join(' ')) ?? inStyle(name, best.style);
    tell(other, `${capital(label)} would be "${better}" in ${best.style}, as most ${what} are.`);
  }
}

/** PascalCase is fine, and so is any other style that all of them have. */
function checkPascal(names: readonly Named[], what: string, view: View, tell: Tell): void {
  const styles: readonly Style[] = ['camelCase', 'snake_case', 'kebab-case', 'UPPER_CASE'];
  if (names.length > 1 && styles.some((style) => names.every(({ name }) => stylesOf(name).includes(style)))) return;
  checkStyle(names, what, view, tell);
}

/** Fields that somebody named: an answer's one field has its name from its type. */
export function namedFields(view: View): readonly FieldView[] {
  const results = new Set(
    view.operations
      .filter(({ operation }) => operation.returns === 'field')
      .map(({ operation }) => `operations/${operation.name}/response`),
  );
  return view.holders.flatMap(({ path, fields }) => (results.has(path) ? [] : fields));
}

export const operationCase: Rule = {
  id: 'operation-case',
  category: 'naming',
  severity: 'warning',
  preset: 'recommended',
  summary: 'Operations are named in one style, best in PascalCase.',
  why: 'The name of an operation is the name of its element, of a method of every client and of a handler file. People find it where it is written as the others are.',
  example: {
    before:
      'operations:\n  FindOrder: { result: Order }\n  CloseOrder: { result: Order }\n  open_order: { result: Order }',
    after:
      'operations:\n  FindOrder: { result: Order }\n  CloseOrder: { result: Order }\n  OpenOrder: { result: Order }',
  },
  remedy:
    'Rename it before anybody calls it; afterwards the old name must stay on the wire, and "name" gives it another in TypeScript.',
  check: (view, tell) => {
    const names = view.operations.map(({ path, origin, operation: { name } }) => ({
      path,
      origin,
      name,
      label: `the operation "${name}"`,
    }));
    checkPascal(names, 'operations', view, tell);
  },
};

export const recordCase: Rule = {
  id: 'record-case',
  category: 'naming',
  severity: 'warning',
  preset: 'recommended',
  summary: 'Records and types are named in one style, best in PascalCase.',
  why: 'They become interfaces and classes, whose names begin with a capital in TypeScript, Java, C# and PHP alike.',
  example: {
    before: 'records:\n  Order: { Line: order_line }\n  Customer: { Order: Order }\n  order_line: { Sku: string }',
    after: 'records:\n  Order: { Line: OrderLine }\n  Customer: { Order: Order }\n  OrderLine: { Sku: string }',
  },
  remedy: 'Rename it: names of records and types show in the WSDL and in generated code, not in messages.',
  check: (view, tell) => {
    const names = view.types.map(({ path, origin, label, name }) => ({ path, origin, label, name: name.local }));
    checkPascal(names, 'records and types', view, tell);
  },
};

export const fieldCase: Rule = {
  id: 'field-case',
  category: 'naming',
  severity: 'info',
  preset: 'recommended',
  summary: 'Fields are named in one style throughout the contract.',
  why: 'Any style will do, and a mixture makes people guess: is it "OrderId", "orderId" or "order_id" here? Names go over the wire as they are.',
  example: {
    before: 'records:\n  Order:\n    Number: string\n    Total: decimal\n    paid_at: dateTime?\n    Currency: string',
    after: 'records:\n  Order:\n    Number: string\n    Total: decimal\n    PaidAt: dateTime?\n    Currency: string',
  },
  remedy:
    'Rename it before anybody uses it; a field that is on the wire already keeps its name, and goes under "ignore".',
  check: (view, tell) => {
    checkStyle(namedFields(view), 'fields', view, tell);
  },
};

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
