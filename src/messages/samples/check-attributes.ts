import { wildcard } from '@soapwright/runtime';
import type { TreeElement } from '@soapwright/runtime/xml';
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
import type { Schemas } from './schemas.ts';

export interface AttributesPlace {
  readonly element: TreeElement;
  /** Of the element. */
  readonly path: string;
  readonly sensitive: boolean;
  /** Namespace of the schema that declares its type, if that is anonymous. */
  readonly target: string;
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
  const { element, path, declared } = place;
  const uses = new Map(declared.map(({ use }) => [nameKey(use.name), use]));
  const found = element.attributes.flatMap((attribute): readonly Deviation[] => {
    const use = uses.get(nameKey(attribute));
    uses.delete(nameKey(attribute));
    if (use !== undefined) return checkValue(attribute.value, use, place, schemas);
    if (ofEveryElement.has(attribute.namespace) || isAdmitted(attribute, place, schemas)) return [];
    const reason = 'the contract has no such attribute here';
    return [{ kind: 'unknown-attribute', path: `${path}/@${attribute.local}`, reason, offset: element.start }];
  });
  const missing = [...uses.values()].flatMap(({ name, use }): readonly Deviation[] =>
    use === 'required'
      ? [{ kind: 'missing-attribute', path: `${path}/@${name.local}`, reason: 'it is missing', offset: element.start }]
      : [],
  );
  return [...found, ...missing];
}

function checkValue(
  text: string,
  use: AttributeUse,
  { element, path, sensitive }: AttributesPlace,
  schemas: Schemas,
): readonly Deviation[] {
  const type = typeOf(use, schemas);
  const fault = schemas.faultOf(text, type, element, use.fixed);
  if (fault === undefined) return [];
  const value = schemas.shownValue(text, type, { sensitive: sensitive || use.sensitive, kind: fault.kind });
  return [{ ...fault, path: `${path}/@${use.name.local}`, offset: element.start, value }];
}

function typeOf({ reference, name, type }: AttributeUse, { index }: Schemas): TypeReference {
  return reference === true ? (index.attribute(name)?.type ?? type) : type;
}

function isAdmitted({ namespace }: QName, { target, type }: AttributesPlace, { lookup }: Schemas): boolean {
  const any = type && anyAttributeOf(type, lookup);
  return any !== undefined && wildcard(any.namespaces, type?.name?.namespace ?? target).admits(namespace);
}
