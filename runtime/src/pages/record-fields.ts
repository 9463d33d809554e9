import type {
  FieldDescription,
  HierarchyDescription,
  OperationDescription,
  PagesDescription,
} from './pages-description.ts';

type Described = Pick<PagesDescription, 'records' | 'hierarchies'>;

/** The fields of a record; empty for an unknown record. */
export function fieldsOf({ records }: Described, record: string): readonly FieldDescription[] {
  return (Object.hasOwn(records, record) ? records[record] : undefined) ?? [];
}

/** The hierarchy of a record; undefined if no type is derived from it. */
export function hierarchyOf({ hierarchies = {} }: Described, record: string): HierarchyDescription | undefined {
  return Object.hasOwn(hierarchies, record) ? hierarchies[record] : undefined;
}

/** Keys of the records that a record refers to: those of its fields and of its derived types. */
export function reachedFrom(service: Described, record: string): readonly string[] {
  const held = fieldsOf(service, record).flatMap((field) => (field.record === undefined ? [] : [field.record]));
  return [...held, ...(hierarchyOf(service, record)?.types.map((type) => type.record) ?? [])];
}

/** Whether a response can contain a sensitive value: in its body, a header block or a fault detail. */
export function hasSecrets(service: PagesDescription, { output, headers, faults = [] }: OperationDescription): boolean {
  const elements = [...(headers?.output ?? []), ...faults];
  const reached = new Set([output, ...elements.map(({ record }) => record)]);
  // The loop also visits the records that it adds.
  for (const record of reached) {
    if (fieldsOf(service, record).some(({ sensitive }) => sensitive)) return true;
    for (const other of reachedFrom(service, record)) reached.add(other);
  }
  return false;
}

/** A field with its name in the paths of a form. */
export interface FormField {
  readonly key: string;
  readonly field: FieldDescription;
}

/** Path of the header blocks of a request; no element or property has this name. */
export const headersPath = '$headers';

/** The fields of a record in a form; mixed content is one field instead of its elements. */
export function formFields(fields: readonly FieldDescription[]): readonly FormField[] {
  const isMixed = fields.some(({ place }) => place === 'mixed');
  const asked = isMixed ? fields.filter(({ place }) => place !== undefined && besideText.has(place)) : fields;
  const taken = new Set<string>();
  return asked.map((field) => {
    const wanted = (field.place === 'attribute' ? `@${field.name}` : field.name).replace(/[/:]/g, encodeURIComponent);
    let key = wanted;
    for (let count = 2; taken.has(key); count++) key = `${wanted}~${count}`;
    taken.add(key);
    return { key, field };
  });
}

const besideText: ReadonlySet<string> = new Set(['attribute', 'attributes', 'mixed']);

/** One of several alternatives. */
export interface Alternative {
  readonly key: string;
  readonly label: string;
}

/** A concrete type of a hierarchy. */
export interface ConcreteType extends Alternative {
  readonly record: string;
  /** The value of `xsi:type`; undefined for the declared type itself. */
  readonly type: { readonly namespace: string; readonly local: string } | undefined;
}

/** The concrete types of a record; undefined if no type is derived from it. */
export function concreteTypes(service: PagesDescription, record: string): readonly ConcreteType[] | undefined {
  const hierarchy = hierarchyOf(service, record);
  return hierarchy?.types.map((type, index) => ({
    key: type.record,
    label: type.local,
    record: type.record,
    type: index === 0 && !hierarchy.abstract ? undefined : { namespace: type.namespace, local: type.local },
  }));
}

/** The cases of a choice. */
export function casesOf(service: PagesDescription, record: string): readonly FormField[] {
  return formFields(fieldsOf(service, record));
}

/** The header blocks of a request, as if they were fields. */
export function headerFields({ headers }: OperationDescription): readonly FormField[] {
  return formFields(
    (headers?.input ?? []).map(({ name, namespace, record, required = false, doc = '' }) => ({
      name,
      namespace,
      record,
      optional: !required,
      doc,
    })),
  );
}
