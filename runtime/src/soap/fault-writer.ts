import { carriable, escapeXml } from './carriable.ts';
import type { SoapFault } from './fault.ts';
import { HeaderFault } from './header-fault.ts';
import { carriesBody } from './http-status.ts';
import type { QName } from './qname.ts';
import type { Version } from './version.ts';

/**
 * Writes the envelope that carries a fault (rule W3). It cannot fail: characters that XML cannot carry are replaced.
 *
 * The detail holds one element of the service's namespace, the same in both versions:
 *
 * ```xml
 * <ErrorDetail xmlns="service namespace">
 *   <Code>stable name for programs</Code>
 *   <Path>path of the field, where it is about one</Path>
 *   <RequestId>id in the server's log, where there is one</RequestId>
 * </ErrorDetail>
 * ```
 *
 * @param namespace of the service.
 * @param requestId for a fault that has none itself.
 */
export function writeFault(version: Version, fault: SoapFault, namespace: string, requestId?: string): Uint8Array {
  const detail = errorDetail(fault, namespace, fault.requestId ?? requestId);
  const body = version.name === '1.1' ? fault11(version, fault, detail) : fault12(version, fault, detail);
  const { prefix } = version;
  return new TextEncoder().encode(
    `<?xml version="1.0" encoding="utf-8"?><${prefix}:Envelope xmlns:${prefix}="${version.namespace}">` +
      `${header(version, fault)}<${prefix}:Body><${prefix}:Fault>${body}</${prefix}:Fault></${prefix}:Body></${prefix}:Envelope>`,
  );
}

/** The HTTP status of a fault (rule T7). One that a fault asks for and that could not bring it over does not count. */
export function faultStatus(version: Version, fault: SoapFault): number {
  if (fault.httpStatus !== undefined && carriesBody(fault.httpStatus)) return fault.httpStatus;
  return version.name === '1.2' && fault.code === 'Sender' ? 400 : 500;
}

// SOAP 1.1, 4.4: its children are in no namespace.
function fault11(version: Version, fault: SoapFault, detail: string): string {
  return (
    `<faultcode>${version.prefix}:${codeName(version, fault)}</faultcode>` +
    `<faultstring>${content(fault.reason)}</faultstring>` +
    (fault.role === undefined ? '' : `<faultactor>${content(fault.role)}</faultactor>`) +
    (detail === '' ? '' : `<detail>${detail}</detail>`)
  );
}

// SOAP 1.2 part 1, 5.4.
function fault12(version: Version, fault: SoapFault, detail: string): string {
  const p = version.prefix;
  return (
    `<${p}:Code><${p}:Value>${p}:${codeName(version, fault)}</${p}:Value></${p}:Code>` +
    `<${p}:Reason><${p}:Text xml:lang="en">${content(fault.reason)}</${p}:Text></${p}:Reason>` +
    (fault.role === undefined ? '' : `<${p}:Role>${content(fault.role)}</${p}:Role>`) +
    (detail === '' ? '' : `<${p}:Detail>${detail}</${p}:Detail>`)
  );
}

/**
 * The local part of the fault code. SOAP 1.1 has no DataEncodingUnknown: to it that is the caller's mistake. A code that is
 * none, which code without types can make, is the server's.
 */
function codeName(version: Version, { code }: SoapFault): string {
  switch (code) {
    case 'Sender':
      return version.senderCode;
    case 'VersionMismatch':
    case 'MustUnderstand':
      return code;
    case 'DataEncodingUnknown':
      return version.name === '1.1' ? version.senderCode : code;
    default:
      return version.receiverCode;
  }
}

/** A fault of the header or the version never has one (SOAP 1.1, 4.4). */
function errorDetail({ code, detailCode, path }: SoapFault, namespace: string, requestId: string | undefined): string {
  if (code === 'VersionMismatch' || code === 'MustUnderstand') return '';
  if (detailCode === undefined && path === undefined && requestId === undefined) return '';
  return (
    `<ErrorDetail xmlns="${content(namespace)}">` +
    child('Code', detailCode) +
    child('Path', path) +
    child('RequestId', requestId) +
    '</ErrorDetail>'
  );
}

function child(name: string, text: string | undefined): string {
  return text === undefined || text === '' ? '' : `<${name}>${content(text)}</${name}>`;
}

function content(text: string): string {
  return escapeXml(carriable(text));
}

/** The header blocks of SOAP 1.2 part 1, 5.4.7 and 5.4.8: envelopes that are supported, or blocks not understood. */
function header({ name, prefix }: Version, fault: SoapFault): string {
  if (name === '1.1' || !(fault instanceof HeaderFault) || fault.names.length === 0) return '';
  const element = fault.code === 'VersionMismatch' ? 'SupportedEnvelope' : 'NotUnderstood';
  const blocks = fault.names.map((qname) => `<${prefix}:${element} ${qnameAttribute(qname)}/>`).join('');
  const all = fault.code === 'VersionMismatch' ? `<${prefix}:Upgrade>${blocks}</${prefix}:Upgrade>` : blocks;
  return `<${prefix}:Header>${all}</${prefix}:Header>`;
}

function qnameAttribute({ namespace, local }: QName): string {
  return namespace === '' ? `qname="${content(local)}"` : `qname="q:${content(local)}" xmlns:q="${content(namespace)}"`;
}
