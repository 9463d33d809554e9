import type { QName } from '../types/qname.ts';
import type { ReaderOptions, XmlBytesReader } from '../xml/bytes-reader.ts';
import { XmlError } from '../xml/error.ts';
import { XML_NAMESPACE } from '../xml/namespaces.ts';
import { type FaultCode, SoapFault, type SoapFaultInit } from './fault.ts';
import { readDetail } from './fault-detail.ts';
import type { ReadableFault } from './typed-fault.ts';
import type { Version } from './version.ts';

/** The parts of a fault in both versions, as they are read. */
interface Draft {
  code?: QName;
  subcode?: QName;
  reason?: string;
  language?: string;
  node?: string;
  role?: string;
  detail?: string;
}

/** The context of a fault: what came with it, and how to read its detail. */
export interface FaultContext extends Pick<SoapFaultInit, 'headerBlocks' | 'requestId' | 'retryAfter'> {
  /** Faults that the operation declares. */
  readonly faults?: readonly ReadableFault<unknown>[] | undefined;
  readonly reading?: ReaderOptions | undefined;
  /** Whether other elements may follow the fault in its body, which references in its detail lead to (SOAP 1.1, 5). */
  readonly encoded?: boolean | undefined;
}

/** Whether the open element is a fault. */
export function isFault(reader: XmlBytesReader, version: Version): boolean {
  return reader.isNamed(version.namespace, 'Fault');
}

/**
 * Reads the open element, a fault, through its end tag; with SOAP encoding, the body through its end tag. An unknown fault code becomes `Receiver`, with the code as `subcode`,
 * and as `detailCode` unless the detail names another.
 *
 * @param httpStatus of the response.
 * @returns a `TypedFault` when the detail holds a readable element that the contract declares.
 * @throws {XmlError} when it is not a fault of that version.
 */
export function readFault(
  reader: XmlBytesReader,
  version: Version,
  httpStatus: number,
  { faults = [], reading = {}, headerBlocks, requestId, retryAfter, encoded = false }: FaultContext = {},
): SoapFault {
  const draft: Draft = {};
  if (version.name === '1.1') readFault11(reader, version, draft);
  else readFault12(reader, version, draft);
  let beside = '';
  while (encoded && reader.openChild()) beside += reader.raw().xml;
  const { code, reason = '', language, detail, node, role } = draft;
  if (code === undefined) throw new XmlError('missing-element', 'The fault names no fault code.', 'Fault');
  const { known, own, subcode } = classify(code, version, draft.subcode);
  const found = detail === undefined ? {} : readDetail(detail, beside, faults, reading);
  const init: SoapFaultInit = {
    code: known,
    reason,
    subcode,
    language,
    detailCode: found.code ?? own ?? found.typed?.name,
    path: found.path,
    requestId: found.requestId ?? requestId,
    detail,
    headerBlocks,
    node,
    role,
    version: version.name,
    httpStatus,
    retryAfter,
  };
  return found.typed?.create(init) ?? new SoapFault(init);
}

/**
 * SOAP 1.1, 4.4. The children are in no namespace. Elements of another namespace are extensions, unless the fault code is one
 * of them: some services qualify all children, or write them under a default namespace.
 */
function readFault11(reader: XmlBytesReader, version: Version, draft: Draft): void {
  const others: Draft = {};
  while (reader.openChild()) {
    const isOurs = reader.namespace === '' || reader.namespace === version.namespace;
    readChild11(reader, isOurs ? draft : others);
  }
  if (draft.code === undefined) Object.assign(draft, { ...others, ...draft });
}

function readChild11(reader: XmlBytesReader, draft: Draft): void {
  switch (reader.local) {
    case 'faultcode':
      draft.code = readQName(reader);
      break;
    case 'faultstring':
      language(reader, draft);
      draft.reason = reader.text();
      break;
    case 'faultactor':
      draft.role = reader.text().trim();
      draft.node = draft.role;
      break;
    case 'detail':
      draft.detail = reader.rawContent();
      break;
    default:
      reader.skip();
  }
}

/** SOAP 1.2 part 1, 5.4. ASP.NET writes the detail that a service gives under its name in SOAP 1.1. */
function readFault12(reader: XmlBytesReader, version: Version, draft: Draft): void {
  while (reader.openChild()) {
    const name = reader.namespace === version.namespace || reader.isNamed('', 'detail') ? reader.local : '';
    switch (name) {
      case 'Code':
        readCode(reader, draft, 0);
        break;
      case 'Reason':
        readReason(reader, draft);
        break;
      case 'Node':
        draft.node = reader.text().trim();
        break;
      case 'Role':
        draft.role = reader.text().trim();
        break;
      case 'Detail':
      case 'detail':
        draft.detail = reader.rawContent();
        break;
      default:
        reader.skip();
    }
  }
}

/** Subcodes nest; the outermost one is kept. */
function readCode(reader: XmlBytesReader, draft: Draft, depth: number): void {
  while (reader.openChild()) {
    if (reader.local === 'Value' && depth === 0) draft.code = readQName(reader);
    else if (reader.local === 'Value' && depth === 1) draft.subcode = readQName(reader);
    else if (reader.local === 'Subcode' && depth === 0) readCode(reader, draft, 1);
    else reader.skip();
  }
}

/** Keeps the first English reason, or else the first. */
function readReason(reader: XmlBytesReader, draft: Draft): void {
  let english = false;
  while (reader.openChild()) {
    const one: Draft = {};
    language(reader, one);
    const text = reader.text();
    const isEnglish = /^en\b/i.test(one.language ?? '');
    if (draft.reason === undefined || (isEnglish && !english)) {
      draft.reason = text;
      if (one.language !== undefined) draft.language = one.language;
    }
    english ||= isEnglish;
  }
}

function language(reader: XmlBytesReader, draft: Draft): void {
  const found = reader.attributeNamed(XML_NAMESPACE, 'lang');
  if (found !== undefined && found !== '') draft.language = found;
}

/** Reads the open element, a QName, through its end tag. A prefix that is not declared means no namespace. */
function readQName(reader: XmlBytesReader): QName {
  const text = reader.openText().trim();
  const colon = text.indexOf(':');
  const namespace = reader.resolvePrefix(colon === -1 ? '' : text.slice(0, colon)) ?? '';
  reader.end();
  return { namespace, local: text.slice(colon + 1) };
}

interface Classified {
  readonly known: FaultCode;
  /** The local name of the service's own code. */
  readonly own?: string | undefined;
  readonly subcode?: QName | undefined;
}

/** Finds the standard code, and the service's own code. SOAP 1.1 appends it after a dot: `Client.Authentication`. */
function classify(code: QName, version: Version, subcode: QName | undefined): Classified {
  const { local } = code;
  const dot = local.indexOf('.');
  const first = dot === -1 ? local : local.slice(0, dot);
  const own = subcode?.local ?? (dot === -1 ? undefined : local.slice(dot + 1));
  if (first === version.senderCode) return { known: 'Sender', own, subcode };
  if (first === version.receiverCode) return { known: 'Receiver', own, subcode };
  if (first === 'VersionMismatch' || first === 'MustUnderstand') return { known: first, own, subcode };
  if (first === 'DataEncodingUnknown' && version.name === '1.2') return { known: first, own, subcode };
  if (local === '') return { known: 'Receiver' };
  return { known: 'Receiver', own: subcode?.local ?? local, subcode: subcode ?? code };
}
