import { escapeXml } from '../soap/fault-text.ts';
import { type Answer, textAnswer } from './answer.ts';
import type { ServiceDescription } from './service-description.ts';

/**
 * The description of the service in XML that a query names: `?wsdl` (rule P2), or `?disco`, a discovery document that
 * points to it (https://learn.microsoft.com/openspecs/windows_protocols/ms-disco). Undefined for any other query.
 */
export function metadata(
  { wsdl }: ServiceDescription,
  address: string,
  query: string,
  extraHeaders: readonly string[],
): Answer | undefined {
  const escaped = escapeXml(address);
  for (const key of new URLSearchParams(query).keys()) {
    const name = key.toLowerCase();
    if (name === 'wsdl') return xml(wsdl.join(escaped), extraHeaders);
    if (name === 'disco') return xml(discovery(escaped), extraHeaders);
  }
  return undefined;
}

function discovery(address: string): string {
  const wsdl = `${address}${address.includes('?') ? '&amp;' : '?'}wsdl`;
  return `<?xml version="1.0" encoding="utf-8"?>
<discovery xmlns="http://schemas.xmlsoap.org/disco/">
  <contractRef ref="${wsdl}" docRef="${address}" xmlns="http://schemas.xmlsoap.org/disco/scl/"/>
</discovery>
`;
}

function xml(text: string, extraHeaders: readonly string[]): Answer {
  return textAnswer(200, 'text/xml; charset=utf-8', text, ['Cache-Control', 'no-cache', ...extraHeaders]);
}
