import type { Field } from '../contract/index.ts';

/** What stands before names that a file imports as a namespace. */
export interface Qualifiers {
  /** Before the names of records. */
  readonly records: string;
  /** Before the runtime's types. */
  readonly runtime: string;
}

const bare: Qualifiers = { records: '', runtime: '' };

/** In codec.ts and binding.ts. */
export const qualified: Qualifiers = { records: 't.', runtime: 'soap.' };

/** The type of one value of a field. */
export function valueTypeText({ type, nillable }: Field, { records, runtime }: Qualifiers = bare): string {
  const simple = (name: string): string => (name === 'DateTime' ? `${runtime}${name}` : name);
  const declared = type.kind === 'record' ? type.typeName : type.declared;
  const name =
    declared !== undefined ? `${records}${declared}` : simple(type.kind === 'simple' ? type.representation : '');
  return nillable ? `${name} | null` : name;
}

/** The type of a field as a whole; `undefined` is part of it where the field may be absent. */
export function fieldTypeText(field: Field, qualifiers: Qualifiers = bare): string {
  const value = valueTypeText(field, qualifiers);
  if (field.many) return field.nillable ? `(${value})[]` : `${value}[]`;
  return field.optional ? `${value} | undefined` : value;
}

/** Whether any of the fields is of the runtime's exact DateTime. */
export function usesDateTime(fields: readonly Field[]): boolean {
  return fields.some(
    ({ type }) => type.kind === 'simple' && type.declared === undefined && type.representation === 'DateTime',
  );
}
