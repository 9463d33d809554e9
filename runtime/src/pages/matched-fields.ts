import type { ElementDescription, FieldDescription, PagesDescription } from './pages-description.ts';
import { fieldsOf, hierarchyOf } from './record-fields.ts';
import { expanded, instanceAttribute, type XmlAttribute, type XmlElement } from './xml-tree.ts';

/** What is known of an element or attribute that was found. */
export interface Known {
  readonly field: FieldDescription | undefined;
  /** It may be: where names alone do not tell, it counts as sensitive. */
  readonly sensitive: boolean;
  /** Whether there may be more of them beside it. */
  readonly many: boolean;
}

/** A field with whether something around it repeats. */
interface Listed {
  readonly field: FieldDescription;
  readonly many: boolean;
  readonly sensitive: boolean;
}

/** The fields of an element that holds a record: those of the type that it names, of every one that may stand there otherwise. */
export function fieldsIn(service: PagesDescription, record: string, element: XmlElement): readonly FieldDescription[] {
  const hierarchy = hierarchyOf(service, record);
  if (hierarchy === undefined) return fieldsOf(service, record);
  const named = instanceAttribute(element, 'type');
  const local = named === undefined ? undefined : expanded(named, element.scope).local;
  const meant =
    local === undefined
      ? hierarchy.types.slice(0, hierarchy.abstract ? undefined : 1)
      : hierarchy.types.filter((type) => type.local === local);
  const types = meant.length > 0 ? meant : hierarchy.types;
  return types.flatMap((type) => fieldsOf(service, type.record));
}

/** The elements that fields stand for: those of their choices and groups among them. */
export function elementsIn(service: PagesDescription, fields: readonly FieldDescription[]): readonly Listed[] {
  const listed: Listed[] = [];
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

/** What is known of an element by its name. */
export function matchElement(
  service: PagesDescription,
  elements: readonly Listed[],
  { local, namespace }: XmlElement,
): Known {
  const alike = elements.filter(({ field }) => field.name === local);
  const exact = alike.find(({ field }) => (field.namespace ?? service.namespace) === namespace);
  const { field, many = false } = exact ?? alike[0] ?? { field: undefined };
  return { field, many, sensitive: alike.some(({ sensitive }) => sensitive) };
}

export function matchAttribute(
  fields: readonly FieldDescription[],
  { local, namespace }: XmlAttribute,
): Pick<Known, 'field' | 'sensitive'> {
  const alike = fields.filter(({ place, name }) => place === 'attribute' && name === local);
  const field = alike.find((one) => (one.namespace ?? '') === namespace) ?? alike[0];
  return { field, sensitive: alike.some(({ sensitive }) => sensitive) };
}

/** The key of the record that an element by itself holds; undefined where no operation declares it. */
export function declaredRecord(
  declared: readonly ElementDescription[],
  { local, namespace }: XmlElement,
): string | undefined {
  const alike = declared.filter(({ name }) => name === local);
  return (alike.find((one) => one.namespace === namespace) ?? alike[0])?.record;
}
