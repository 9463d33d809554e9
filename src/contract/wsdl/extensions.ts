import { type Annotated, type Extensible, type ForeignAttribute, nameKey, xmlNamespace } from '../model/index.ts';
import { expandedName, type XmlDocument, type XmlElement } from './document.ts';
import {
  httpBinding,
  isSchemaNamespace,
  mimeBinding,
  ownNamespace,
  soap11Binding,
  soap12Binding,
  wsdlNamespace,
} from './xml-names.ts';

/** Namespaces of elements that are read, or named and left out. */
const known: ReadonlySet<string> = new Set([
  '',
  wsdlNamespace,
  ownNamespace,
  soap11Binding,
  soap12Binding,
  httpBinding,
  mimeBinding,
]);

/** The children of other namespaces of a component of WSDL, such as policies. */
export function extensionsOf(element: XmlElement, document: XmlDocument): Extensible {
  const found = element.children.filter(({ namespace }) => !known.has(namespace) && !isSchemaNamespace(namespace));
  return found.length === 0 ? {} : { extensions: found.map((one) => document.xmlText(one)) };
}

/** Namespaces of extensions with demands of an endpoint, which `endpointDemands` reads. */
const demanding =
  /^http:\/\/(?:(?:www\.w3\.org\/ns|schemas\.xmlsoap\.org\/ws\/\d+\/\d+|www\.w3\.org\/\d+\/\d+)\/(?:ws-)?policy|(?:www\.w3\.org\/\d+\/\d+|schemas\.xmlsoap\.org\/ws\/\d+\/\d+)\/addressing(?:\/(?:wsdl|policy|metadata))?|www\.w3\.org\/2007\/05\/addressing\/metadata)\/?$/;

/** Whether an extension is known to be a policy or a demand for addressing. */
export function isDemand({ namespace }: XmlElement): boolean {
  return demanding.test(namespace);
}

/** Not kept: where a validator finds schemas, and the language of documentation. */
const notForeign: ReadonlySet<string> = new Set([
  '',
  ownNamespace,
  xmlNamespace,
  'http://www.w3.org/2001/XMLSchema-instance',
]);

/** The attributes of other namespaces. */
export function foreignOf(element: XmlElement): Pick<Annotated, 'foreign'> {
  // Nearly every element has none.
  if (element.attributes.every(({ namespace }) => namespace === '')) return {};
  const found = element.attributes.flatMap(({ namespace, local, value }): readonly ForeignAttribute[] => {
    if (notForeign.has(namespace) || isSchemaNamespace(namespace)) return [];
    if (namespace !== wsdlNamespace) return [{ name: { namespace, local }, value }];
    return local === 'arrayType' ? [{ name: { namespace, local }, value: arrayType(value, element) }] : [];
  });
  return found.length === 0 ? {} : { foreign: found };
}

/** The type of items is a QName, whose prefix means nothing elsewhere. */
function arrayType(value: string, element: XmlElement): string {
  const [, type = '', dimensions = ''] = /^\s*([^\s[]*)(.*)$/s.exec(value) ?? [];
  const name = expandedName(type, element);
  return `${name === undefined ? type : nameKey(name)}${dimensions.trim()}`;
}
