import {
  type Contract,
  ContractError,
  canBeQName,
  emptySchema,
  hasEncoding,
  lookupIn,
  ownNamespace,
  type QName,
  schemaPrefixes,
  soapEncoding,
  soapEncoding12,
  type TypeReference,
  xmlNamespace,
  xsd,
} from '../contract/index.ts';
import { foreignNamespaces, withPrefixes } from './foreign-namespaces.ts';

/** A qualified name, for attributes that hold one. Throws ContractError for a namespace that has no schema. */
export type PrefixedName = (name: QName) => string;

/** A value as a schema writes it: of a type with QNames, names are `{namespace}local` in a contract. */
export type LiteralOf = (value: string, type: TypeReference) => string;

/** The prefixes of a WSDL. */
export interface Prefixes {
  readonly namespaces: Readonly<Record<string, string>>;
  readonly of: PrefixedName;
  readonly literalOf: LiteralOf;
}

/** Those of WSDL and of the extensions, those of the schemas, and those of other names in values. */
export function prefixesOf(contract: Contract): Prefixes {
  const fixed = {
    wsdl: 'http://schemas.xmlsoap.org/wsdl/',
    soap: 'http://schemas.xmlsoap.org/wsdl/soap/',
    soap12: 'http://schemas.xmlsoap.org/wsdl/soap12/',
    xs: xsd,
    ...(contract.targetNamespace !== '' && { tns: contract.targetNamespace }),
    sw: ownNamespace,
    ...(hasAttachments(contract) && { mime: 'http://schemas.xmlsoap.org/wsdl/mime/' }),
  };
  const others = foreignNamespaces(contract).map(emptySchema);
  // Schemas of encoded messages refer to the types of the encoding, which no WSDL contains.
  if (hasEncoding(contract)) others.unshift({ ...emptySchema(soapEncoding), prefix: 'soapenc' });
  if (hasEncoding(contract) && contract.bindings.some(({ soapVersion }) => soapVersion === '1.2'))
    others.unshift({ ...emptySchema(soapEncoding12), prefix: 'soapenc12' });
  const prefixes = schemaPrefixes({ schemas: [...contract.schemas, ...others] }, { ...fixed, xml: xmlNamespace });
  const ofSchemas = [...prefixes].filter(([namespace]) => namespace !== xmlNamespace);
  const of: PrefixedName = ({ namespace, local }) => {
    if (namespace === '') return local;
    const prefix = prefixes.get(namespace);
    if (prefix === undefined) {
      throw new ContractError('Dangling', `There is no schema of the namespace ${namespace} in the contract.`);
    }
    return `${prefix}:${local}`;
  };
  const lookup = lookupIn(contract);
  return {
    namespaces: { ...fixed, ...Object.fromEntries(ofSchemas.map(([namespace, prefix]) => [prefix, namespace])) },
    of,
    literalOf: (value, type) => (value.includes('{') && canBeQName(type, lookup) ? withPrefixes(value, of) : value),
  };
}

function hasAttachments({ bindings }: Contract): boolean {
  return bindings.some(({ operations }) =>
    operations.some(({ input, output }) => input?.attachments !== undefined || output?.attachments !== undefined),
  );
}

/** A WSDL, and a schema, declare things in their own namespace alone. Throws ContractError for one of another. */
export function requireOwn({ namespace, local }: QName, targetNamespace: string): void {
  if (namespace === targetNamespace) return;
  const where = (name: string): string => (name === '' ? 'no namespace' : `the namespace ${name}`);
  const message = `${local} of ${where(namespace)} cannot be declared among things of ${where(targetNamespace)}.`;
  throw new ContractError('Unsupported', message);
}
