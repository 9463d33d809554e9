import { type Contract, type QName, xsd } from '../contract/index.ts';

/** Namespace of the attributes that say what XML Schema cannot: `sensitive`, `stream` and how a type is mapped. */
export const ownNamespace = 'urn:soapwright:contract:1';

/** The prefixes of a WSDL. */
export interface Prefixes {
  readonly namespaces: Readonly<Record<string, string>>;
  /** A qualified name, for attributes that hold one. */
  readonly of: (name: QName) => string;
}

export function prefixOf(contract: Contract): Prefixes {
  const namespaces: Record<string, string> = {
    wsdl: 'http://schemas.xmlsoap.org/wsdl/',
    soap: 'http://schemas.xmlsoap.org/wsdl/soap/',
    soap12: 'http://schemas.xmlsoap.org/wsdl/soap12/',
    xs: xsd,
    tns: contract.targetNamespace,
    sw: ownNamespace,
  };
  let count = 0;
  for (const { targetNamespace } of contract.schemas) {
    if (targetNamespace !== '' && targetNamespace !== contract.targetNamespace)
      namespaces[`ns${++count}`] = targetNamespace;
  }
  const prefixes = new Map(Object.entries(namespaces).map(([prefix, namespace]) => [namespace, prefix]));
  return {
    namespaces,
    of: ({ namespace, local }) => (namespace === '' ? local : `${prefixes.get(namespace) ?? 'tns'}:${local}`),
  };
}
