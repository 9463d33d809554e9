import type { OperationDescription, PagesDescription } from './pages-description.ts';
import { fieldsOf, reachedFrom } from './records.ts';

/** Whether an answer can hold a sensitive value: in its body, a header block or the detail of a fault. */
export function hasSecrets(service: PagesDescription, { output, headers, faults = [] }: OperationDescription): boolean {
  const elements = [...(headers?.output ?? []), ...faults];
  const reached = new Set([output, ...elements.map(({ record }) => record)]);
  // What is added meanwhile is walked through as well.
  for (const record of reached) {
    if (fieldsOf(service, record).some(({ sensitive }) => sensitive)) return true;
    for (const other of reachedFrom(service, record)) reached.add(other);
  }
  return false;
}
