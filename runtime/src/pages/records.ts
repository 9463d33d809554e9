import type { FieldDescription, HierarchyDescription, PagesDescription } from './pages-description.ts';

type Described = Pick<PagesDescription, 'records' | 'hierarchies'>;

/** The fields of a record; none where nothing is known of it. */
export function fieldsOf({ records }: Described, record: string): readonly FieldDescription[] {
  return (Object.hasOwn(records, record) ? records[record] : undefined) ?? [];
}

/** What may stand for a record; undefined where it is only itself. */
export function hierarchyOf({ hierarchies = {} }: Described, record: string): HierarchyDescription | undefined {
  return Object.hasOwn(hierarchies, record) ? hierarchies[record] : undefined;
}

/** Keys of the records that a record leads to: those that its fields hold, and what may stand for it. */
export function reachedFrom(service: Described, record: string): readonly string[] {
  const held = fieldsOf(service, record).flatMap((field) => (field.record === undefined ? [] : [field.record]));
  return [...held, ...(hierarchyOf(service, record)?.types.map((type) => type.record) ?? [])];
}
