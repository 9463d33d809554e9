import { wildcard } from '@soapwright/runtime';
import {
  type AttributeUse,
  anyAttributeOf,
  type ComplexType,
  type DeclaredAttribute,
  nameKey,
  type QName,
  type TypeReference,
} from '../../contract/index.ts';
import type { Deviation } from './deviation.ts';
import { xsi } from './element-content.ts';
import type { Place } from './place.ts';
import type { Schemas } from './schemas.ts';

export interface AttributesPlace extends Place {
  readonly declared: readonly DeclaredAttribute[];
  /** The type of the element; undefined for a simple one. */
  readonly type: ComplexType | undefined;
}

/** Attributes that every element may have: of XML, of XML Schema instances, of both versions of SOAP, and wsu:Id. */
const ofEveryElement: ReadonlySet<string> = new Set([
  xsi,
  'http://www.w3.org/XML/1998/namespace',
  'http://schemas.xmlsoap.org/soap/envelope/',
  'http://www.w3.org/2003/05/soap-envelope',
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd',
]);

/** Compares the attributes of an element with those of its type. */
export function checkAttributes(place: AttributesPlace, schemas: Schemas): readonly Deviation[] {
  const { element, declared } = place;
  const at = (local: string) => placeOfAttribute(place, local);
  const by = place.value === undefined ? 'all' : 'none';
  const uses = new Map(declared.map(({ use }) => [nameKey(use.name), use]));
  const found = element.attributes.flatMap((attribute): readonly Deviation[] => {
    const use = uses.get(nameKey(attribute));
    uses.delete(nameKey(attribute));
    if (use !== undefined) return checkValue(attribute.value, use, place, schemas);
    if (ofEveryElement.has(attribute.namespace) || isAdmitted(attribute, place, schemas)) return [];
    const reason = 'the contract has no such attribute here';
    return [{ kind: 'unknown-attribute', ...at(attribute.local), reason, readableBy: 'all' }];
  });
  const missing = [...uses.values()].flatMap(({ name, use }): readonly Deviation[] =>
    use === 'required'
      ? [{ kind: 'missing-attribute', ...at(name.local), reason: 'it is missing', readableBy: by }]
      : [],
  );
  return [...found, ...missing];
}

function checkValue(text: string, use: AttributeUse, place: AttributesPlace, schemas: Schemas): readonly Deviation[] {
  const { element, sensitive } = place;
  const type = typeOf(use, schemas);
  const fault = schemas.faultOf(text, type, element, use.fixed);
  if (fault === undefined) return [];
  const value = schemas.shownValue(text, type, { sensitive: sensitive || use.sensitive, kind: fault.kind });
  // A text that is not a value is reported where it is read.
  return [{ ...fault, ...placeOfAttribute(place, use.name.local), readableBy: 'all', value }];
}

function placeOfAttribute({ element, path, place }: AttributesPlace, local: string) {
  return { path: `${path}/@${local}`, place: `${place}/@${local}`, offset: element.start };
}

function typeOf({ reference, name, type }: AttributeUse, { index }: Schemas): TypeReference {
  return reference === true ? (index.attribute(name)?.type ?? type) : type;
}

function isAdmitted({ namespace }: QName, { target, type }: AttributesPlace, { lookup }: Schemas): boolean {
  const any = type && anyAttributeOf(type, lookup);
  return any !== undefined && wildcard(any.namespaces, type?.name?.namespace ?? target).admits(namespace);
}
