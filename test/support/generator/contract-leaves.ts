/** Walks a contract, to change one value in it at a time. */

/** From the root of a contract to a place in it. */
export type Path = readonly (string | number)[];

/** Every text, number and truth value in the model, by where it is. */
export function* leaves(value: unknown, path: Path = []): Generator<{ path: Path; leaf: string | number | boolean }> {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') yield { path, leaf: value };
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* leaves(item, [...path, index]);
  else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) yield* leaves(item, [...path, key]);
  }
}

/** The same with another value at a place. */
export function changed(value: unknown, [step, ...rest]: Path, to: unknown): unknown {
  if (step === undefined) return to;
  if (Array.isArray(value)) return value.map((item, index) => (index === step ? changed(item, rest, to) : item));
  return Object.fromEntries(
    Object.entries(value as object).map(([key, item]) => [key, key === step ? changed(item, rest, to) : item]),
  );
}

const opposites: Readonly<Record<string, string>> = {
  qualified: 'unqualified',
  unqualified: 'qualified',
  document: 'rpc',
  rpc: 'document',
  '400': '500',
  '500': '400',
  '1.1': '1.2',
  '1.2': '1.1',
  field: 'output',
  output: 'field',
  extension: 'restriction',
  restriction: 'extension',
  sequence: 'choice',
  choice: 'sequence',
  all: 'sequence',
  'request-response': 'solicit-response',
  prohibited: 'optional',
  optional: 'required',
  required: 'optional',
  literal: 'encoded',
  digest: 'text',
  negotiate: 'ntlm',
};

/** Another value of the same kind. */
export function other(leaf: string | number | boolean): string | number | boolean {
  if (typeof leaf === 'boolean') return !leaf;
  return typeof leaf === 'number' ? leaf + 1 : (opposites[leaf] ?? `${leaf}x`);
}
