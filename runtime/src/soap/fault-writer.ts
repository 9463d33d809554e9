import { type EncodedMessage, XmlBuilder } from '../xml/builder.ts';
import { carriable, escapeXml } from './carriable.ts';
import { writeElement } from './envelope-writer.ts';
import type { SoapFault } from './fault.ts';
import { HeaderFault } from './header-fault.ts';
import type { HeaderContent } from './header-type.ts';
import { writeHeader } from './header-writer.ts';
import { carriesBody } from './http-status.ts';
import type { QName } from './qname.ts';
import { TypedFault } from './typed-fault.ts';
import type { Version } from './version.ts';

/**
 * Writes the envelope that carries a fault (rule W3). Only a detail of a declared type and header blocks can fail: elsewhere
 * characters that XML cannot carry are replaced.
 *
 * The detail of a `TypedFault` holds its element and nothing else. Any other holds one element of the service's namespace,
 * the same in both versions:
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
 * @param blocks of the header; one about the header has its own.
 * @throws {XmlError} when a typed detail or a block cannot be written; nothing has left by then.
 */
export function writeFault(
  version: Version,
  fault: SoapFault,
  namespace: string,
  requestId?: string,
  blocks: readonly HeaderContent[] = [],
): EncodedMessage {
  const { prefix } = version;
  const builder = new XmlBuilder(
    `<?xml version="1.0" encoding="utf-8"?><${prefix}:Envelope xmlns:${prefix}="${version.namespace}">`,
  );
  const ours = header(version, fault);
  if (ours === '') writeHeader(builder, version, blocks);
  else builder.raw(ours);
  const [name, about] =
    version.name === '1.1' ? ['detail', fault11(version, fault)] : [`${prefix}:Detail`, fault12(version, fault)];
  builder.raw(`<${prefix}:Body><${prefix}:Fault>${about}`);
  if (fault instanceof TypedFault) {
    builder.raw(`<${name}>`);
    writeDetail(builder, fault);
    builder.raw(`</${name}>`);
  } else {
    const detail = errorDetail(version, fault, namespace, fault.requestId ?? requestId);
    if (detail !== '') builder.raw(`<${name}>${detail}</${name}>`);
  }
  builder.raw(`</${prefix}:Fault></${prefix}:Body></${prefix}:Envelope>`);
  return builder.finish();
}

function writeDetail<Detail>(builder: XmlBuilder, { type, value }: TypedFault<Detail>): void {
  writeElement(builder, type.tag, () => type.write(builder, value));
}

/** The HTTP status of a fault (rule T7). One that a fault asks for and that could not bring it over does not count. */
export function faultStatus(version: Version, fault: SoapFault): number {
  if (fault.httpStatus !== undefined && carriesBody(fault.httpStatus)) return fault.httpStatus;
  return version.name === '1.2' && fault.code === 'Sender' ? 400 : 500;
}

// SOAP 1.1, 4.4: its children are in no namespace. One code is all there is, so that one of the service's own takes the place.
function fault11(version: Version, fault: SoapFault): string {
  const { subcode, language } = fault;
  return (
    (subcode === undefined
      ? `<faultcode>${version.prefix}:${codeName(version, fault)}</faultcode>`
      : qnameElement('faultcode', subcode)) +
    `<faultstring${language === undefined ? '' : ` xml:lang="${content(language)}"`}>${content(fault.reason)}</faultstring>` +
    (fault.role === undefined ? '' : `<faultactor>${content(fault.role)}</faultactor>`)
  );
}

// SOAP 1.2 part 1, 5.4.
function fault12(version: Version, fault: SoapFault): string {
  const p = version.prefix;
  const { subcode, language = 'en' } = fault;
  const below = subcode === undefined ? '' : `<${p}:Subcode>${qnameElement(`${p}:Value`, subcode)}</${p}:Subcode>`;
  return (
    `<${p}:Code><${p}:Value>${p}:${codeName(version, fault)}</${p}:Value>${below}</${p}:Code>` +
    `<${p}:Reason><${p}:Text xml:lang="${content(language)}">${content(fault.reason)}</${p}:Text></${p}:Reason>` +
    (fault.role === undefined ? '' : `<${p}:Role>${content(fault.role)}</${p}:Role>`)
  );
}

/** An element whose content is a QName. */
function qnameElement(name: string, { namespace, local }: QName): string {
  return namespace === ''
    ? `<${name}>${content(local)}</${name}>`
    : `<${name} xmlns:q="${content(namespace)}">q:${content(local)}</${name}>`;
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

/** A fault of the version or of what must be understood never has one, in SOAP 1.1 none of the header (SOAP 1.1, 4.4). */
function errorDetail(version: Version, fault: SoapFault, namespace: string, requestId: string | undefined): string {
  const { code, detailCode, path } = fault;
  if (code === 'VersionMismatch' || code === 'MustUnderstand') return '';
  if (version.name === '1.1' && fault instanceof HeaderFault) return '';
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
