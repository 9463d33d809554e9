import type { FaultCode } from '@soapwright/runtime';
import type { SoapVersion } from '../../contract/index.ts';

interface Version {
  readonly namespace: string;
  readonly prefix: string;
}

const versions: Readonly<Record<SoapVersion, Version>> = {
  '1.1': { namespace: 'http://schemas.xmlsoap.org/soap/envelope/', prefix: 'soap' },
  '1.2': { namespace: 'http://www.w3.org/2003/05/soap-envelope', prefix: 'soap12' },
};

/** The prefix of SOAP in envelopes of a version. */
export function prefixOf(version: SoapVersion): string {
  return versions[version].prefix;
}

/** The declaration of the prefix of SOAP. */
export function soapDeclaration(version: SoapVersion): string {
  const { namespace, prefix } = versions[version];
  return `xmlns:${prefix}="${namespace}"`;
}

/** An envelope with header blocks and a body as XML text. */
export function envelopeText(version: SoapVersion, body: string, headerBlocks: readonly string[] = []): string {
  const { prefix } = versions[version];
  const header = headerBlocks.length === 0 ? '' : `<${prefix}:Header>${headerBlocks.join('')}</${prefix}:Header>`;
  const open = `<?xml version="1.0" encoding="utf-8"?><${prefix}:Envelope ${soapDeclaration(version)}>`;
  return `${open}${header}<${prefix}:Body>${body}</${prefix}:Body></${prefix}:Envelope>`;
}

/** A fault as the element of a body (SOAP 1.1, 4.4; SOAP 1.2 part 1, 5.4). @param detail as XML text. */
export function faultText(
  version: SoapVersion,
  { code, reason }: { readonly code: FaultCode; readonly reason: string },
  detail: string,
): string {
  const { prefix: p } = versions[version];
  if (version === '1.1') {
    const inside = detail === '' ? '' : `<detail>${detail}</detail>`;
    const about = `<faultcode>${p}:${codes11[code] ?? code}</faultcode><faultstring>${escaped(reason)}</faultstring>`;
    return `<${p}:Fault>${about}${inside}</${p}:Fault>`;
  }
  const inside = detail === '' ? '' : `<${p}:Detail>${detail}</${p}:Detail>`;
  const text = `<${p}:Reason><${p}:Text xml:lang="en">${escaped(reason)}</${p}:Text></${p}:Reason>`;
  return `<${p}:Fault><${p}:Code><${p}:Value>${p}:${code}</${p}:Value></${p}:Code>${text}${inside}</${p}:Fault>`;
}

/** SOAP 1.1 has no DataEncodingUnknown, which is the caller's error. */
const codes11: Partial<Readonly<Record<FaultCode, string>>> = {
  Sender: 'Client',
  Receiver: 'Server',
  DataEncodingUnknown: 'Client',
};

function escaped(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
