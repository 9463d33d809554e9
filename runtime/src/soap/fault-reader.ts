import { XmlBytesReader } from '../xml/bytes-reader.ts';
import { XmlError } from '../xml/error.ts';
import { type FaultCode, SoapFault } from './fault.ts';
import type { Version } from './version.ts';

/** What the two versions have in common, as it is read. */
interface Draft {
  code?: string;
  subcode?: string;
  reason?: string;
  role?: string;
  detail?: string;
}

/** The children of the element that `writeFault` puts into a detail. */
interface ErrorDetail {
  Code?: string;
  Path?: string;
  RequestId?: string;
}

/** Whether the body's element, on which the reader stands, is a fault. */
export function isFault(reader: XmlBytesReader, version: Version): boolean {
  return reader.isNamed(version.namespace, 'Fault');
}

/**
 * Reads a fault through its end tag; the reader stands on its start tag. Fault codes of a service's own count as the
 * receiver's, with the code as `detailCode` unless the detail names another.
 *
 * @param httpStatus that the fault came with.
 * @throws {XmlError} when it is no fault of that version.
 */
export function readFault(reader: XmlBytesReader, version: Version, httpStatus: number): SoapFault {
  const draft: Draft = {};
  if (version.name === '1.1') readFault11(reader, draft);
  else readFault12(reader, version, draft);
  const { code, reason = '' } = draft;
  if (code === undefined) throw new XmlError('missing-element', 'The fault names no fault code.', 'Fault');
  const [known, own] = classify(code, version);
  const found = draft.detail === undefined ? {} : readErrorDetail(draft.detail);
  return new SoapFault({
    code: known,
    reason,
    detailCode: found.Code ?? draft.subcode ?? own,
    path: found.Path,
    requestId: found.RequestId,
    detail: draft.detail,
    role: draft.role,
    version: version.name,
    httpStatus,
  });
}

// SOAP 1.1, 4.4. The children are in no namespace; servers that qualify them are understood too.
function readFault11(reader: XmlBytesReader, draft: Draft): void {
  while (reader.openChild()) {
    switch (reader.local) {
      case 'faultcode':
        draft.code = localPart(reader.text());
        break;
      case 'faultstring':
        draft.reason = reader.text();
        break;
      case 'faultactor':
        draft.role = reader.text().trim();
        break;
      case 'detail':
        draft.detail = reader.rawContent();
        break;
      default:
        reader.skip();
    }
  }
}

// SOAP 1.2 part 1, 5.4.
function readFault12(reader: XmlBytesReader, version: Version, draft: Draft): void {
  while (reader.openChild()) {
    const name = reader.namespace === version.namespace ? reader.local : '';
    switch (name) {
      case 'Code':
        readCode(reader, draft, 0);
        break;
      case 'Reason':
        draft.reason = readReason(reader);
        break;
      case 'Role':
        draft.role = reader.text().trim();
        break;
      case 'Detail':
        draft.detail = reader.rawContent();
        break;
      default:
        reader.skip();
    }
  }
}

/** Subcodes nest; the first one below the code says most that a caller can act on. */
function readCode(reader: XmlBytesReader, draft: Draft, depth: number): void {
  while (reader.openChild()) {
    if (reader.local === 'Value' && depth === 0) draft.code = localPart(reader.text());
    else if (reader.local === 'Value' && depth === 1) draft.subcode = localPart(reader.text());
    else if (reader.local === 'Subcode' && depth === 0) readCode(reader, draft, 1);
    else reader.skip();
  }
}

/** The reason in English where there is one, else the first. */
function readReason(reader: XmlBytesReader): string {
  let reason: string | undefined;
  let english = false;
  while (reader.openChild()) {
    const language = reader.attribute('http://www.w3.org/XML/1998/namespace', 'lang') ?? '';
    const text = reader.text();
    const isEnglish = /^en\b/i.test(language);
    if (reason === undefined || (isEnglish && !english)) reason = text;
    english ||= isEnglish;
  }
  return reason ?? '';
}

function localPart(qname: string): string {
  const trimmed = qname.trim();
  return trimmed.slice(trimmed.indexOf(':') + 1);
}

/** The known code, and the service's own where it says more. SOAP 1.1 refines codes by a dot: `Client.Authentication`. */
function classify(code: string, version: Version): [FaultCode, string | undefined] {
  const dot = code.indexOf('.');
  const first = dot === -1 ? code : code.slice(0, dot);
  const own = dot === -1 ? undefined : code.slice(dot + 1);
  if (first === version.senderCode) return ['Sender', own];
  if (first === version.receiverCode) return ['Receiver', own];
  if (first === 'VersionMismatch' || first === 'MustUnderstand') return [first, own];
  if (first === 'DataEncodingUnknown' && version.name === '1.2') return [first, own];
  return ['Receiver', code === '' ? undefined : code];
}

/** What `writeFault` puts into a detail; nothing where a detail is of another make. */
function readErrorDetail(detail: string): ErrorDetail {
  const found: ErrorDetail = {};
  const reader = new XmlBytesReader(new TextEncoder().encode(`<detail>${detail}</detail>`));
  try {
    reader.openRoot();
    while (reader.openChild()) {
      if (reader.local === 'ErrorDetail') readChildren(reader, found);
      else reader.skip();
    }
  } catch (error) {
    // A detail of another make may mix text and elements. It is not ours to judge: the caller gets it as text.
    if (!(error instanceof XmlError)) throw error;
  }
  return found;
}

function readChildren(reader: XmlBytesReader, found: ErrorDetail): void {
  while (reader.openChild()) {
    const name = reader.local;
    if (name === 'Code' || name === 'Path' || name === 'RequestId') found[name] = reader.text();
    else reader.skip();
  }
}
