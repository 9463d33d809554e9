import { escapeXml } from '../soap/fault-text.ts';
import type { SoapVersion } from '../soap/version.ts';
import { type HttpResponse, textResponse } from './http-response.ts';
import { type PackedText, unpack } from './packed-text.ts';

/** A server's service without its operations: generated from the contract as plain data. */
export interface ServiceDescription {
  readonly name: string;
  readonly namespace: string;
  /** Default address; its path is served unless the options name another one. */
  readonly address: string;
  readonly soapVersions: readonly SoapVersion[];
  /** The default of the server option of that name. */
  readonly senderFaultStatus?: SenderFaultStatus;
  /** The WSDL, split at the places of the address; a long one is packed, with U+0000 in these places. */
  readonly wsdl: readonly string[] | PackedText;
}

/** HTTP status of a SOAP 1.2 fault with the code Sender. */
export type SenderFaultStatus = 400 | 500;

/**
 * The description of the service in XML that a query names: `?wsdl` (rule P2), or `?disco`, a discovery document that
 * points to it (https://learn.microsoft.com/openspecs/windows_protocols/ms-disco). Undefined for any other query.
 */
export function metadata(
  { wsdl }: ServiceDescription,
  address: string,
  query: string,
  extraHeaders: readonly string[],
): HttpResponse | undefined {
  const escaped = escapeXml(address);
  for (const key of new URLSearchParams(query).keys()) {
    const name = key.toLowerCase();
    if (name === 'wsdl') return xml(partsOf(wsdl).join(escaped), extraHeaders);
    if (name === 'disco') return xml(discovery(escaped), extraHeaders);
  }
  return undefined;
}

/** The parts of packed texts that were asked for. */
const unpacked: WeakMap<PackedText, readonly string[]> = new WeakMap();

function partsOf(wsdl: ServiceDescription['wsdl']): readonly string[] {
  if (!('packed' in wsdl)) return wsdl;
  const known = unpacked.get(wsdl);
  if (known !== undefined) return known;
  const parts = unpack(wsdl).split('\0');
  unpacked.set(wsdl, parts);
  return parts;
}

function discovery(address: string): string {
  const wsdl = `${address}${address.includes('?') ? '&amp;' : '?'}wsdl`;
  return `<?xml version="1.0" encoding="utf-8"?>
<discovery xmlns="http://schemas.xmlsoap.org/disco/">
  <contractRef ref="${wsdl}" docRef="${address}" xmlns="http://schemas.xmlsoap.org/disco/scl/"/>
</discovery>
`;
}

function xml(text: string, extraHeaders: readonly string[]): HttpResponse {
  return textResponse(200, 'text/xml; charset=utf-8', text, ['Cache-Control', 'no-cache', ...extraHeaders]);
}
