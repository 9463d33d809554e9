import type { FieldDescription, PagesDescription } from './pages-description.ts';
import { fieldsOf, hierarchyOf } from './record-fields.ts';

type Described = Pick<PagesDescription, 'records' | 'hierarchies' | 'abstract'>;

const known: WeakMap<PagesDescription['records'], ReadonlyMap<string, number>> = new WeakMap();

/**
 * Levels of elements in the least content of each record: 0 without required elements, 1 for values and nil. A record is
 * absent if no message can hold it: it is abstract, or it requires itself or such a record.
 */
export function levelsOf(service: Described): ReadonlyMap<string, number> {
  const levels = known.get(service.records) ?? measured(service);
  known.set(service.records, levels);
  return levels;
}

/** In each round, the records whose required content was found until then. */
function measured(service: Described): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const abstract = new Set(service.abstract);
  const records = [...Object.keys(service.records), ...Object.keys(service.hierarchies ?? {})];
  let waiting = records.filter((record) => !abstract.has(record));
  for (let level = 0; ; level++) {
    const before = found.size;
    // Groups and derived types add no level, so that they wait for others of the same one.
    for (let size = -1; size < found.size; ) {
      size = found.size;
      for (const record of waiting) if (leastIn(service, record, found) <= level) found.set(record, level);
      if (found.size > size) waiting = waiting.filter((record) => !found.has(record));
    }
    // Above the level of values, each level holds the one below.
    if (level > 0 && found.size === before) return found;
  }
}

function leastIn(service: Described, record: string, found: ReadonlyMap<string, number>): number {
  const hierarchy = hierarchyOf(service, record);
  if (hierarchy !== undefined) return Math.min(...hierarchy.types.map((type) => found.get(type.record) ?? endless));
  return Math.max(0, ...fieldsOf(service, record).map((field) => needed(service, field, found)));
}

function needed(service: Described, field: FieldDescription, found: ReadonlyMap<string, number>): number {
  return isDispensable(field) ? 0 : levels(service, field, found);
}

const endless = Number.POSITIVE_INFINITY;

/** Levels of elements that a field adds where it is there; infinite if no message can hold it. */
export function leastLevels(service: Described, field: FieldDescription): number {
  return levels(service, field, levelsOf(service));
}

function levels(service: Described, field: FieldDescription, found: ReadonlyMap<string, number>): number {
  const { record, place } = field;
  switch (place) {
    case undefined:
      return record === undefined || mayBeNil(service, field) ? 1 : 1 + (found.get(record) ?? endless);
    case 'any':
      return 1;
    case 'choice':
      return Math.min(...fieldsOf(service, record ?? '').map((one) => needed(service, one, found)));
    case 'group':
      return found.get(record ?? '') ?? endless;
    default:
      return 0;
  }
}

/** Whether nil is a value of a field: nil has no attributes, and no type but the declared one. */
export function mayBeNil(service: Described, { nillable = false, fixed, record = '' }: FieldDescription): boolean {
  if (!nillable || fixed !== undefined) return false;
  const hierarchy = hierarchyOf(service, record);
  if (hierarchy?.abstract === true) return false;
  return !fieldsOf(service, hierarchy?.types[0]?.record ?? record).some(
    ({ place, optional = false }) => place === 'attribute' && !optional,
  );
}

/** Whether valid content can lack a field. */
export function isDispensable({ optional, many, least = 0 }: FieldDescription): boolean {
  return optional === true || (many === true && least === 0);
}
