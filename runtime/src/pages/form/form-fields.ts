import type { FieldDescription, OperationDescription, PagesDescription } from '../pages-description.ts';
import { fieldsOf, hierarchyOf } from '../records.ts';

/** A field with what it is called in the paths of a form. */
export interface FormField {
  readonly key: string;
  readonly field: FieldDescription;
}

/** Under which the header blocks of a request stand; no element and no property is called so. */
export const headersPath = '$headers';

/** The fields of a record that a form asks for: mixed content is one of them, in place of its elements. */
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

/** One of several that may stand in a place. */
export interface Alternative {
  readonly key: string;
  readonly label: string;
}

/** A concrete type of a hierarchy. */
export interface ConcreteType extends Alternative {
  readonly record: string;
  /** To be named by xsi:type; undefined for the declared type itself. */
  readonly type: { readonly namespace: string; readonly local: string } | undefined;
}

/** The types that may stand for a record; undefined where it is only itself. */
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
