import type { FieldDescription, PagesDescription } from './pages-description.ts';
import { fieldsOf, hierarchyOf } from './record-fields.ts';

type Described = Pick<PagesDescription, 'records' | 'hierarchies' | 'abstract'>;

const heights: WeakMap<PagesDescription['records'], ReadonlyMap<string, number>> = new WeakMap();

/**
 * How deep the least content of each record is. A record is absent if no message can hold it: it is abstract, or it
 * requires itself or such a record.
 */
export function heightsOf(service: Described): ReadonlyMap<string, number> {
  const known = heights.get(service.records) ?? measured(service);
  heights.set(service.records, known);
  return known;
}

/** In each round, the records whose required content was found in earlier rounds. */
function measured(service: Described): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const abstract = new Set(service.abstract);
  const records = [...Object.keys(service.records), ...Object.keys(service.hierarchies ?? {})];
  let waiting = records.filter((record) => !abstract.has(record));
  for (let height = 0; ; height++) {
    const ready = waiting.filter((record) => isReady(service, record, found));
    if (ready.length === 0) return found;
    for (const record of ready) found.set(record, height);
    waiting = waiting.filter((record) => !found.has(record));
  }
}

function isReady(service: Described, record: string, found: ReadonlyMap<string, number>): boolean {
  const hierarchy = hierarchyOf(service, record);
  if (hierarchy !== undefined) return hierarchy.types.some((type) => found.has(type.record));
  return fieldsOf(service, record).every((field) => isFieldReady(service, field, found));
}

function isFieldReady(service: Described, field: FieldDescription, found: ReadonlyMap<string, number>): boolean {
  const { record, place } = field;
  if (record === undefined || isDispensable(field)) return true;
  if (place !== 'choice') return found.has(record);
  return fieldsOf(service, record).some((one) => isFieldReady(service, one, found));
}

/** Whether valid content can lack a field. */
export function isDispensable({ optional, many, least = 0 }: FieldDescription): boolean {
  return optional === true || (many === true && least === 0);
}
