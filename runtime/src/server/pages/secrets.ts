import type { ServiceDescription } from '../description.ts';

/** Whether a record can hold a sensitive value, itself or in a record that is reached from it. */
export function hasSecrets({ records }: ServiceDescription, record: string): boolean {
  const reached = new Set([record]);
  // What is added meanwhile is walked through as well.
  for (const name of reached) {
    for (const field of records[name] ?? []) {
      if (field.sensitive) return true;
      if (field.record !== undefined) reached.add(field.record);
    }
  }
  return false;
}
