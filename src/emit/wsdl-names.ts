import { type Contract, ContractError, type QName, xsd } from '../contract/index.ts';

/** Namespace of the attributes and elements that say what WSDL and XML Schema cannot. */
export const ownNamespace = 'urn:soapwright:contract:1';

/** Where `xml:lang` and its like live: its prefix is never declared (Namespaces in XML, 3). */
export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/** A qualified name, for attributes that hold one. Throws ContractError for a namespace that has no schema. */
export type NameOf = (name: QName) => string;

/** The prefixes of a WSDL. */
export interface Prefixes {
  readonly namespaces: Readonly<Record<string, string>>;
  readonly of: NameOf;
}

/** The schemas' own prefixes where they are free, `ns1` and so on where they are not. */
export function prefixesOf({ targetNamespace: target, schemas }: Contract): Prefixes {
  const namespaces: Record<string, string> = {
    wsdl: 'http://schemas.xmlsoap.org/wsdl/',
    soap: 'http://schemas.xmlsoap.org/wsdl/soap/',
    soap12: 'http://schemas.xmlsoap.org/wsdl/soap12/',
    xs: xsd,
    tns: target,
    sw: ownNamespace,
  };
  const prefixes = new Map(Object.entries(namespaces).map(([prefix, namespace]) => [namespace, prefix]));
  prefixes.set(xmlNamespace, 'xml');
  const wanted = new Set(schemas.map(({ prefix }) => prefix));
  let count = 0;
  for (const { targetNamespace, prefix } of schemas) {
    if (targetNamespace === '' || prefixes.has(targetNamespace)) continue;
    let chosen = prefix !== undefined && isFree(prefix, namespaces) ? prefix : undefined;
    while (chosen === undefined) {
      const next = `ns${++count}`;
      if (!wanted.has(next)) chosen = next;
    }
    namespaces[chosen] = targetNamespace;
    prefixes.set(targetNamespace, chosen);
  }
  return {
    namespaces,
    of: ({ namespace, local }) => {
      if (namespace === '') return local;
      const prefix = prefixes.get(namespace);
      if (prefix === undefined) {
        throw new ContractError('Dangling', `There is no schema of the namespace ${namespace} in the contract.`);
      }
      return `${prefix}:${local}`;
    },
  };
}

/** A WSDL, and a schema, declare things in their own namespace alone. Throws ContractError for one of another. */
export function requireOwn({ namespace, local }: QName, targetNamespace: string): void {
  if (namespace === targetNamespace) return;
  const where = (name: string): string => (name === '' ? 'no namespace' : `the namespace ${name}`);
  const message = `${local} of ${where(namespace)} cannot be declared among things of ${where(targetNamespace)}.`;
  throw new ContractError('Unsupported', message);
}

/** Prefixes that begin with xml, in any case, are reserved. */
function isFree(prefix: string, taken: Readonly<Record<string, string>>): boolean {
  return /^(?!xml)[\p{L}_][\p{L}\p{Nd}._-]*$/iu.test(prefix) && !Object.hasOwn(taken, prefix);
}
