import { encodeUtf8 } from '#bytes';
import type { QName } from '../types/qname.ts';
import { type EncodedMessage, XmlBuilder } from '../xml/builder.ts';
import { XmlBytesReader } from '../xml/bytes-reader.ts';
import { writeElement } from './envelope-writer.ts';
import type { FaultSubcode, SoapFault } from './fault.ts';
import { escapeXml, replaceIllegal } from './fault-text.ts';
import { HeaderFault } from './header-fault.ts';
import type { HeaderContent } from './header-type.ts';
import { writeHeader } from './header-writer.ts';
import { carriesBody } from './http-status.ts';
import { TypedFault } from './typed-fault.ts';
import type { Version } from './version.ts';

/**
 * Writes the envelope of a fault (rule W3). Only a typed detail, `detailXml` and header blocks can fail; elsewhere illegal
 * characters are replaced.
 *
 * The detail of a fault of a `WritableFault` type holds its element only, that of a fault with `detailXml` what this says.
 * The detail of any other fault, also of one that a client received, holds one element of the service's namespace, the same
 * in both versions:
 *
 * ```xml
 * <ErrorDetail xmlns="service namespace">
 *   <Code>stable name for programs</Code>
 *   <Path>path of the field, if it is about one</Path>
 *   <RequestId>id in the server's log, if there is one</RequestId>
 * </ErrorDetail>
 * ```
 *
 * @param namespace of the service.
 * @param requestId for a fault without one.
 * @param blocks of the header, unless the fault itself needs header blocks.
 * @throws {XmlError} when a typed detail, `detailXml` or a block cannot be written.
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
    version.name,
  );
  const ours = header(version, fault);
  if (ours === '') writeHeader(builder, version, blocks);
  else builder.raw(ours);
  const [name, about] =
    version.name === '1.1' ? ['detail', fault11(version, fault)] : [`${prefix}:Detail`, fault12(version, fault)];
  builder.raw(`<${prefix}:Body><${prefix}:Fault>${about}`);
  const type = fault instanceof TypedFault ? fault.type : undefined;
  if (fault instanceof TypedFault && type !== undefined && 'write' in type) {
    builder.raw(`<${name}>`);
    writeElement(builder, type.tag, () => type.write(builder, fault.value));
    builder.raw(`</${name}>`);
  } else {
    const detail = givenDetail(fault) ?? errorDetail(version, fault, namespace, fault.requestId ?? requestId);
    if (detail !== '') builder.raw(`<${name}>${detail}</${name}>`);
  }
  builder.raw(`</${prefix}:Fault></${prefix}:Body></${prefix}:Envelope>`);
  return builder.finish();
}

/**
 * The HTTP status of a fault (rule T7). A status that the fault itself has counts if a response of it may have a body.
 *
 * @param senderStatus status of a SOAP 1.2 fault with the code Sender.
 */
export function faultStatus(version: Version, fault: SoapFault, senderStatus: number = 400): number {
  if (fault.httpStatus !== undefined && carriesBody(fault.httpStatus)) return fault.httpStatus;
  return version.name === '1.2' && fault.code === 'Sender' ? senderStatus : 500;
}

// SOAP 1.1, 4.4. The children are in no namespace. There is only one code, so the service's own replaces the standard one.
function fault11(version: Version, fault: SoapFault): string {
  const { subcode, language, role, node = role } = fault;
  return (
    (subcode === undefined
      ? `<faultcode>${version.prefix}:${codeName(version, fault)}</faultcode>`
      : qnameElement('faultcode', subcode.subcode ?? subcode)) +
    `<faultstring${language === undefined ? '' : ` xml:lang="${content(language)}"`}>${content(fault.reason)}</faultstring>` +
    (node === undefined ? '' : `<faultactor>${content(node)}</faultactor>`)
  );
}

// SOAP 1.2 part 1, 5.4.
function fault12(version: Version, fault: SoapFault): string {
  const p = version.prefix;
  const { subcode, language = 'en' } = fault;
  return (
    `<${p}:Code><${p}:Value>${p}:${codeName(version, fault)}</${p}:Value>${subcodeElement(p, subcode)}</${p}:Code>` +
    `<${p}:Reason><${p}:Text xml:lang="${content(language)}">${content(fault.reason)}</${p}:Text></${p}:Reason>` +
    (fault.node === undefined ? '' : `<${p}:Node>${content(fault.node)}</${p}:Node>`) +
    (fault.role === undefined ? '' : `<${p}:Role>${content(fault.role)}</${p}:Role>`)
  );
}

function subcodeElement(p: string, code: FaultSubcode | undefined): string {
  if (code === undefined) return '';
  return `<${p}:Subcode>${qnameElement(`${p}:Value`, code)}${subcodeElement(p, code.subcode)}</${p}:Subcode>`;
}

/** An element whose content is a QName. */
function qnameElement(name: string, { namespace, local }: QName): string {
  return namespace === ''
    ? `<${name}>${content(local)}</${name}>`
    : `<${name} xmlns:q="${content(namespace)}">q:${content(local)}</${name}>`;
}

/** The local name of the fault code. SOAP 1.1 has no DataEncodingUnknown, which it reports as the caller's error. */
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

/** A detail given as text is copied into the envelope, so it must be well-formed and declare its namespaces. */
function givenDetail({ detailXml }: SoapFault): string | undefined {
  if (detailXml) {
    const reader = new XmlBytesReader(encodeUtf8(`<detail>${detailXml}</detail>`), { charset: 'utf-8' });
    reader.openRoot();
    reader.skip();
    reader.finish();
  }
  return detailXml;
}

/** Faults about the version or mustUnderstand never have a detail; in SOAP 1.1 no fault about the header has (SOAP 1.1, 4.4). */
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
  return escapeXml(replaceIllegal(text));
}

/** The header blocks of SOAP 1.2 part 1, 5.4.7 and 5.4.8: supported envelopes, or blocks that were not understood. */
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
