/** Namespaces of WSDL 1.1, XML Schema and the extensions of WSDL. */

export const wsdlNamespace = 'http://schemas.xmlsoap.org/wsdl/';
export const wsdl20Namespaces: ReadonlySet<string> = new Set([
  'http://www.w3.org/ns/wsdl',
  'http://www.w3.org/2006/01/wsdl',
  'http://www.w3.org/2005/08/wsdl',
]);
export const xsdNamespace = 'http://www.w3.org/2001/XMLSchema';
/** Drafts of XML Schema, which are read as the recommendation. */
export const xsdDraftNamespaces: ReadonlySet<string> = new Set([
  'http://www.w3.org/1999/XMLSchema',
  'http://www.w3.org/2000/10/XMLSchema',
  'http://www.w3.org/2000/08/XMLSchema',
]);
export const soap11Binding = 'http://schemas.xmlsoap.org/wsdl/soap/';
export const soap12Binding = 'http://schemas.xmlsoap.org/wsdl/soap12/';
export const httpBinding = 'http://schemas.xmlsoap.org/wsdl/http/';
export const mimeBinding = 'http://schemas.xmlsoap.org/wsdl/mime/';
/** Namespace of the attributes and elements for what WSDL and XML Schema cannot express. */
export const ownNamespace = 'urn:soapwright:contract:1';

export function isSchemaNamespace(namespace: string): boolean {
  return namespace === xsdNamespace || xsdDraftNamespaces.has(namespace);
}
