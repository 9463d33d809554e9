import type { WrittenAttribute } from '../xml/pieces.ts';
import type { ElementDescription, FieldDescription, PagesDescription } from './pages-description.ts';
import { fieldsOf, hierarchyOf } from './record-fields.ts';
import { instanceAttribute, type XmlElement } from './xml-tree.ts';

/** The description that matches an element or attribute. */
export interface MatchedField {
  readonly field: FieldDescription | undefined;
  /** Whether it may be sensitive: several fields can have the same name. */
  readonly sensitive: boolean;
  /** Whether it may occur several times. */
  readonly many: boolean;
}

/** A field, with the properties of choices and groups around it. */
interface ElementField {
  readonly field: FieldDescription;
  readonly many: boolean;
  readonly sensitive: boolean;
}

/** The fields of an element with a record: of the type that `xsi:type` names, or of all possible types. */
export function fieldsIn(service: PagesDescription, record: string, element: XmlElement): readonly FieldDescription[] {
  const hierarchy = hierarchyOf(service, record);
  if (hierarchy === undefined) return fieldsOf(service, record);
  const typeName = instanceAttribute(element, 'type');
  const local = typeName?.slice(typeName.indexOf(':') + 1);
  const named =
    local === undefined
      ? hierarchy.types.slice(0, hierarchy.abstract ? undefined : 1)
      : hierarchy.types.filter((type) => type.local === local);
  const types = named.length > 0 ? named : hierarchy.types;
  return types.flatMap((type) => fieldsOf(service, type.record));
}

/** The fields that are elements, also those in choices and groups. */
export function elementsIn(service: PagesDescription, fields: readonly FieldDescription[]): readonly ElementField[] {
  const listed: ElementField[] = [];
  const add = (field: FieldDescription, many: boolean, sensitive: boolean, around: readonly string[]): void => {
    const { place, record = '' } = field;
    const own = { many: many || field.many === true, sensitive: sensitive || field.sensitive === true };
    if (place === undefined) listed.push({ field, ...own });
    else if ((place === 'choice' || place === 'group') && !around.includes(record)) {
      for (const inner of fieldsOf(service, record)) add(inner, own.many, own.sensitive, [...around, record]);
    }
  };
  for (const field of fields) add(field, false, false, []);
  return listed;
}

/** The field of an element, by its name. */
export function matchElement(
  service: PagesDescription,
  elements: readonly ElementField[],
  { local, namespace }: XmlElement,
): MatchedField {
  const alike = elements.filter(({ field }) => field.name === local);
  const exact = alike.find(({ field }) => (field.namespace ?? service.namespace) === namespace);
  const { field, many = false } = exact ?? alike[0] ?? { field: undefined };
  return { field, many, sensitive: alike.some(({ sensitive }) => sensitive) };
}

export function matchAttribute(
  fields: readonly FieldDescription[],
  { local, namespace }: WrittenAttribute,
): Pick<MatchedField, 'field' | 'sensitive'> {
  const alike = fields.filter(({ place, name }) => place === 'attribute' && name === local);
  const field = alike.find((one) => (one.namespace ?? '') === namespace) ?? alike[0];
  return { field, sensitive: alike.some(({ sensitive }) => sensitive) };
}

/** The key of the record of a global element; undefined if no operation declares it. */
export function declaredRecord(
  declared: readonly ElementDescription[],
  { local, namespace }: XmlElement,
): string | undefined {
  const alike = declared.filter(({ name }) => name === local);
  return (alike.find((one) => one.namespace === namespace) ?? alike[0])?.record;
}
