import { type FieldView, type Named, named, type View } from '../contract-view.ts';
import type { Report, RuleDefinition } from '../rule.ts';
import { capital, commonStyle, inStyle, type Style, stylesOf, wordsOf } from '../wording.ts';

/** Minimum share of names in a style that makes it the convention. */
const convention = 0.6;

/** Reports names that differ from the common style, or once if no style is common. */
function checkStyle(names: readonly Named[], what: string, view: View, report: Report): void {
  const best = commonStyle(names.map(({ name }) => name));
  if (best === undefined || names.length < 2) return;
  const others = names.filter(({ name }) => !stylesOf(name).includes(best.style));
  if (best.count < names.length * convention) {
    report(view.whole, `The ${what} have no common style: ${best.count} of ${names.length} are in ${best.style}.`);
    return;
  }
  /** The spelling of the same words elsewhere: "APIKey", not "ApiKey". */
  const spelled = new Map(
    names.filter(({ name }) => stylesOf(name).includes(best.style)).map(({ name }) => [wordsOf(name).join(' '), name]),
  );
  for (const other of others) {
    const { name, label } = other;
    const better = spelled.get(wordsOf(name).join(' ')) ?? inStyle(name, best.style);
    report(other, `${capital(label)} would be "${better}" in ${best.style}, as most ${what} are.`);
  }
}

/** Accepts PascalCase, and any other style that all names have. */
function checkPascal(names: readonly Named[], what: string, view: View, report: Report): void {
  const styles: readonly Style[] = ['camelCase', 'snake_case', 'kebab-case', 'UPPER_CASE'];
  if (names.length > 1 && styles.some((style) => names.every(({ name }) => stylesOf(name).includes(style)))) return;
  checkStyle(names, what, view, report);
}

/** Fields except results, whose names are derived from their types. */
export function namedFields(view: View): readonly FieldView[] {
  const results = new Set(
    view.operations
      .filter(({ operation }) => operation.returns === 'field')
      .map(({ operation }) => `operations/${operation.name}/response`),
  );
  return view.holders.flatMap(({ path, fields }) => (results.has(path) ? [] : fields));
}

export const operationCase: RuleDefinition = {
  id: 'operation-case',
  summary: 'Operation names have one style, preferably PascalCase.',
  why: 'The name of an operation is also that of its element, of a method of each client and of a handler file. A common style makes it easy to find.',
  example: {
    before:
      'operations:\n  FindOrder: { result: Order }\n  CloseOrder: { result: Order }\n  open_order: { result: Order }',
    after:
      'operations:\n  FindOrder: { result: Order }\n  CloseOrder: { result: Order }\n  OpenOrder: { result: Order }',
  },
  remedy:
    'Rename it before it is in use; afterwards the name on the wire must stay, and "name" changes the one in TypeScript.',
  check: (view, report) => {
    checkPascal(view.operations, 'operations', view, report);
  },
};

export const recordCase: RuleDefinition = {
  id: 'record-case',
  summary: 'Names of records and types have one style, preferably PascalCase.',
  why: 'They are names of interfaces and classes, which start with a capital in TypeScript, Java, C# and PHP.',
  example: {
    before: 'records:\n  Order: { Line: order_line }\n  Customer: { Order: Order }\n  order_line: { Sku: string }',
    after: 'records:\n  Order: { Line: OrderLine }\n  Customer: { Order: Order }\n  OrderLine: { Sku: string }',
  },
  remedy: 'Rename it: names of records and types are in the WSDL and in generated code, not in messages.',
  check: (view, report) => {
    checkPascal(view.types.map(named), 'records and types', view, report);
  },
};

export const fieldCase: RuleDefinition = {
  id: 'field-case',
  severity: 'info',
  summary: 'Field names have one style in the contract.',
  why: 'With mixed styles readers must guess between "OrderId", "orderId" and "order_id". Names on the wire are exactly those of the contract.',
  example: {
    before: 'records:\n  Order:\n    Number: string\n    Total: decimal\n    paid_at: dateTime?\n    Currency: string',
    after: 'records:\n  Order:\n    Number: string\n    Total: decimal\n    PaidAt: dateTime?\n    Currency: string',
  },
  remedy: 'Rename it before it is in use; a field of existing messages keeps its name, and is listed under "ignore".',
  check: (view, report) => {
    checkStyle(namedFields(view), 'fields', view, report);
  },
};

/** Pairs of names in one scope that differ only in case: each later name with the first. */
function caseDuplicates<T extends Named>(names: readonly T[]): readonly (readonly [T, T])[] {
  const first = new Map<string, T>();
  return names.flatMap((one) => {
    const key = one.name.normalize('NFC').toLowerCase();
    const existing = first.get(key);
    if (existing === undefined) first.set(key, one);
    return existing === undefined || existing.name === one.name ? [] : [[one, existing] as const];
  });
}

export const namesByCase: RuleDefinition = {
  id: 'case-twins',
  summary: 'No two names in one scope differ only in case.',
  why: 'XML distinguishes "ClientID" and "ClientId", but people do not. Java has a file for each class, so that the records "Order" and "order" overwrite each other on Windows and macOS; Visual Basic and SQL ignore case.',
  example: {
    before: 'records:\n  Login:\n    ClientID: int\n    ClientId: string',
    after: 'records:\n  Login:\n    ClientID: int\n    ClientName: string',
  },
  remedy: 'Give one of them another name.',
  check: (view, report) => {
    const scopes: readonly (readonly Named[])[] = [
      ...view.holders.map(({ fields }) => fields),
      ...view.holders.map(({ attributes }) => attributes),
      ...view.contract.schemas.map(({ targetNamespace }) =>
        view.types.filter(({ name }) => name.namespace === targetNamespace).map(named),
      ),
      view.operations,
    ];
    for (const scope of scopes) {
      for (const [one, other] of caseDuplicates(scope)) {
        report(one, `${capital(one.label)} and "${other.name}" differ only in case.`, other);
      }
    }
  },
};

export const fieldSpelling: RuleDefinition = {
  id: 'field-spelling',
  severity: 'info',
  summary: 'A field name has one spelling in all records.',
  why: 'To readers, "ClientId" in one record and "ClientID" in another are one name, but to programs they are two: typing errors follow, and a search finds only one.',
  example: {
    before: 'records:\n  Login: { ClientID: int }\n  Address: { ClientId: int }',
    after: 'records:\n  Login: { ClientID: int }\n  Address: { ClientID: int }',
  },
  remedy: 'Choose one spelling; a field of existing messages keeps its name, and is listed under "ignore".',
  check: (view, report) => {
    const fields = namedFields(view);
    // The rule field-case reports names in another style.
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
        report(field, `${capital(field.label)} is spelled "${other.name}" in ${within(other)}.`, other);
      }
    }
  },
};

/** `the record "X"` of `the field "Y" of the record "X"`. */
function within({ label }: Named): string {
  return label.slice(label.indexOf('" of ') + '" of '.length);
}
