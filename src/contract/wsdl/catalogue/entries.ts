/** A document that the package brings along, because many WSDLs import it without saying where it is. */
export interface CatalogueEntry {
  readonly namespace: string;
  /** The file in `schema/well-known`. */
  readonly file: string;
  /** Where it is published. The first one is its name in diagnostics and the base of its own imports. */
  readonly locations: readonly string[];
}

const oasis = 'http://docs.oasis-open.org/';
const wss = `${oasis}wss/2004/01/oasis-200401-wss-wssecurity-`;
const microsoft = 'http://schemas.microsoft.com/';
const soap = 'http://schemas.xmlsoap.org/soap/';
const wsdl = 'http://schemas.xmlsoap.org/wsdl/';
const w3 = 'http://www.w3.org/';

/** Its sources and licences: docs/reference/catalogue.md. */
export const catalogueEntries: readonly CatalogueEntry[] = [
  entry(`${w3}2001/XMLSchema`, 'xml-schema.xsd', [`${w3}2001/XMLSchema.xsd`]),
  entry(`${w3}XML/1998/namespace`, 'xml.xsd', [
    `${w3}2001/xml.xsd`,
    `${w3}2001/03/xml.xsd`,
    `${w3}2004/10/xml.xsd`,
    `${w3}2005/08/xml.xsd`,
    `${w3}2007/08/xml.xsd`,
    `${w3}2009/01/xml.xsd`,
  ]),
  entry(`${w3}1999/xlink`, 'xlink.xsd', [`${w3}1999/xlink.xsd`, `${w3}XML/2008/06/xlink.xsd`]),
  entry(`${soap}encoding/`, 'soap-encoding.xsd'),
  entry(`${soap}envelope/`, 'soap-envelope.xsd'),
  entry(`${w3}2003/05/soap-encoding`, 'soap12-encoding.xsd', [
    `${w3}2003/05/soap-encoding`,
    `${w3}2003/05/soap-encoding/soap-encoding.xsd`,
  ]),
  entry(`${w3}2003/05/soap-envelope`, 'soap12-envelope.xsd', [
    `${w3}2003/05/soap-envelope`,
    `${w3}2003/05/soap-envelope/soap-envelope.xsd`,
  ]),
  entry(wsdl, 'wsdl.xsd', [wsdl, `${wsdl}2003-02-11.xsd`]),
  entry(`${wsdl}soap/`, 'wsdl-soap.xsd', [`${wsdl}soap/`, `${wsdl}soap/2003-02-11.xsd`]),
  entry(`${wsdl}soap12/`, 'wsdl-soap12.xsd', [`${wsdl}soap12/`, `${wsdl}soap12/wsdl11soap12.xsd`]),
  entry(`${w3}2005/08/addressing`, 'ws-addressing.xsd', [
    `${w3}2005/08/addressing/ws-addr.xsd`,
    `${w3}2006/03/addressing/ws-addr.xsd`,
    `${w3}2005/08/addressing`,
  ]),
  entry(`${w3}2006/05/addressing/wsdl`, 'ws-addressing-wsdl.xsd', [
    `${w3}2006/05/addressing/wsdl`,
    `${w3}2006/05/addressing/ws-addr-wsdl.xsd`,
    `${w3}2006/05/addressing/wsdl.xsd`,
  ]),
  entry('http://schemas.xmlsoap.org/ws/2004/08/addressing', 'ws-addressing-2004.xsd', [
    'http://schemas.xmlsoap.org/ws/2004/08/addressing',
    'http://schemas.xmlsoap.org/ws/2004/08/addressing/addressing.xsd',
  ]),
  entry(`${wss}secext-1.0.xsd`, 'wss-secext.xsd'),
  entry(`${wss}utility-1.0.xsd`, 'wss-utility.xsd'),
  entry(`${w3}2000/09/xmldsig#`, 'xmldsig.xsd', [
    `${w3}TR/2002/REC-xmldsig-core-20020212/xmldsig-core-schema.xsd`,
    `${w3}TR/xmldsig-core/xmldsig-core-schema.xsd`,
    `${w3}2000/09/xmldsig`,
  ]),
  entry(`${w3}2001/04/xmlenc#`, 'xmlenc.xsd', [
    `${w3}TR/2002/REC-xmlenc-core-20021210/xenc-schema.xsd`,
    `${w3}TR/xmlenc-core/xenc-schema.xsd`,
    `${w3}2001/04/xmlenc`,
  ]),
  entry(`${w3}2004/08/xop/include`, 'xop-include.xsd'),
  entry(`${w3}2005/05/xmlmime`, 'xmlmime.xsd'),
  entry(`${w3}2004/11/xmlmime`, 'xmlmime-2004-11.xsd'),
  entry(`${w3}2004/06/xmlmime`, 'xmlmime-2004-06.xsd'),
  entry('http://ws-i.org/profiles/basic/1.1/xsd', 'swaref.xsd', ['http://ws-i.org/profiles/basic/1.1/swaref.xsd']),
  entry(`${microsoft}2003/10/Serialization/`, 'ms-serialization.xsd'),
  entry(`${microsoft}2003/10/Serialization/Arrays`, 'ms-arrays.xsd'),
  entry(`${microsoft}Message`, 'ms-message.xsd'),
  entry('http://microsoft.com/wsdl/types/', 'ms-types.xsd'),
  entry('http://xml.apache.org/xml-soap', 'apache-soap.xsd'),
  entry(`${oasis}wsn/b-2`, 'wsn-b-2.xsd', [`${oasis}wsn/b-2.xsd`]),
  entry(`${oasis}wsn/br-2`, 'wsn-br-2.xsd', [`${oasis}wsn/br-2.xsd`]),
  entry(`${oasis}wsn/t-1`, 'wsn-t-1.xsd', [`${oasis}wsn/t-1.xsd`]),
  entry(`${oasis}wsn/bw-2`, 'wsn-bw-2.wsdl', [`${oasis}wsn/bw-2.wsdl`]),
  entry(`${oasis}wsrf/bf-2`, 'wsrf-bf-2.xsd', [`${oasis}wsrf/bf-2.xsd`]),
  entry(`${oasis}wsrf/r-2`, 'wsrf-r-2.xsd', [`${oasis}wsrf/r-2.xsd`]),
  entry(`${oasis}wsrf/rw-2`, 'wsrf-rw-2.wsdl', [`${oasis}wsrf/rw-2.wsdl`]),
];

export interface CatalogueQuery {
  readonly namespace?: string | undefined;
  /** As in the import, or resolved against the address of the document that imports it. */
  readonly location?: string | undefined;
}

/**
 * The entry for an import. A location that is published decides; an address that is not (a copy on a server) and an
 * import without location are found by the namespace. A relative location is a file of the user, never an entry.
 */
export function findCatalogueEntry({ namespace, location }: CatalogueQuery): CatalogueEntry | undefined {
  const published = location === undefined ? undefined : byLocation().get(comparable(location));
  if (published !== undefined) return published;
  if (location !== undefined && !/^[a-z][a-z0-9+.-]+:/i.test(location)) return undefined;
  return catalogueEntries.find((candidate) => candidate.namespace === namespace);
}

let locations: ReadonlyMap<string, CatalogueEntry> | undefined;

function byLocation(): ReadonlyMap<string, CatalogueEntry> {
  locations ??= new Map(
    catalogueEntries.flatMap((candidate) =>
      candidate.locations.map((location) => [comparable(location), candidate] as const),
    ),
  );
  return locations;
}

/** Addresses differ in the scheme and in a last slash or hash without meaning another document. */
function comparable(location: string): string {
  return location
    .trim()
    .replace(/^https:/i, 'http:')
    .replace(/[/#]$/, '');
}

function entry(namespace: string, file: string, published: readonly string[] = [namespace]): CatalogueEntry {
  return { namespace, file, locations: published };
}
