import { type ReaderOptions, XmlBytesReader } from '../xml/bytes-reader.ts';
import type { Prologues } from '../xml/prologue.ts';
import { isOurRole, ReceivedBlock } from './header-block.ts';
import { HeaderFault } from './header-fault.ts';
import type { QName } from './qname.ts';
import type { Version } from './version.ts';
import { senderFault } from './xml-fault.ts';

export interface EnvelopeOptions extends ReaderOptions {
  /** Header blocks that somebody deals with, so that they may ask to be understood (rule D5); none when absent. */
  readonly understood?: readonly QName[] | undefined;
  /** Roles that the reader plays besides those that every receiver plays; none when absent. */
  readonly roles?: readonly string[] | undefined;
  /** Versions that the address serves, for the answer to another one; the expected version alone when absent. */
  readonly supported?: readonly Version[] | undefined;
  /** How messages that were read under these limits began. */
  readonly prologues?: Prologues | undefined;
}

/** An envelope that was read up to the start tag of the body's element. */
export interface OpenEnvelope {
  /** Stands on the body's element, whose start tag was read. Read the element, then call `closeEnvelope`. */
  readonly reader: XmlBytesReader;
  readonly headerBlocks: readonly ReceivedBlock[];
}

const noBlocks: readonly ReceivedBlock[] = [];

/**
 * Reads an envelope as far as the start tag of the first element in its body.
 *
 * @param version that the Content-Type announced.
 * @throws {XmlError} when the message is not well-formed, in a charset that can be read, and within the limits.
 * @throws {SoapFault} `VersionMismatch` (rule T2), `MustUnderstand` (rule D5), or `Sender` for another structure (rule D6).
 */
export function openEnvelope(message: Uint8Array, version: Version, options: EnvelopeOptions = {}): OpenEnvelope {
  const envelope = openBody(message, version, options);
  if (envelope.empty) throw emptyBody();
  return envelope;
}

/** The fault for an empty body where an element is wanted (rule D6). */
export function emptyBody(): Error {
  return invalid('The Body is empty: it must hold one element.');
}

/** As `openEnvelope`, and a body may be empty: its end tag was read then. Call `closeBody` in the end. */
export function openBody(
  message: Uint8Array,
  version: Version,
  options: EnvelopeOptions = {},
): OpenEnvelope & { readonly empty: boolean } {
  const reader = new XmlBytesReader(message, options);
  const { prologues, charset } = options;
  if (prologues !== undefined && reader.resume(prologues, version, charset)) {
    reader.markPathRoot();
    return { reader, headerBlocks: noBlocks, empty: false };
  }
  reader.openRoot();
  if (!reader.isNamed(version.namespace, 'Envelope')) throw notAnEnvelope(reader, version, options);
  let headerBlocks = noBlocks;
  if (!reader.openChild()) throw invalid('The envelope has no Body.');
  if (reader.isNamed(version.namespace, 'Header')) {
    headerBlocks = readHeader(reader, version, options);
    if (!reader.openChild()) throw invalid('The envelope has no Body.');
  }
  if (!reader.isNamed(version.namespace, 'Body')) {
    throw invalid(`The envelope holds ${nameOf(reader)} where its Header or Body belongs.`);
  }
  if (!reader.openChild()) return { reader, headerBlocks, empty: true };
  if (prologues !== undefined) reader.remember(prologues, version, charset);
  reader.markPathRoot();
  return { reader, headerBlocks, empty: false };
}

/**
 * Reads the rest of an envelope, once the body's element was read through its end tag.
 *
 * @throws {XmlError} when it is not well-formed.
 * @throws {SoapFault} `Sender` when anything but white space, comments and processing instructions follows (rule D6).
 */
export function closeEnvelope(reader: XmlBytesReader): void {
  if (reader.openChild()) throw invalid(`The Body holds a second element, ${nameOf(reader)}; it must hold one.`);
  closeBody(reader);
}

/** As `closeEnvelope`, once the Body was read through its end tag. */
export function closeBody(reader: XmlBytesReader): void {
  if (reader.openChild()) throw invalid(`The envelope holds ${nameOf(reader)} after its Body.`);
  reader.finish();
}

function readHeader(reader: XmlBytesReader, version: Version, options: EnvelopeOptions): readonly ReceivedBlock[] {
  const { understood, roles } = options;
  const blocks: ReceivedBlock[] = [];
  const notUnderstood: QName[] = [];
  let unclear: Error | undefined;
  while (reader.openChild()) {
    const role = roleOf(reader, version);
    const forUs = isOurRole(role) || roles?.includes(role ?? '') === true;
    const mandatory = mustUnderstand(reader, version);
    if (mandatory === undefined && forUs) unclear ??= unclearBlock(reader);
    const block = new ReceivedBlock(reader.raw(), role, mandatory === true);
    blocks.push(block);
    if (block.mustUnderstand && forUs && understood?.some((name) => sameName(name, block)) !== true) {
      notUnderstood.push({ namespace: block.namespace, local: block.local });
    }
  }
  // Before what else is wrong with the message (WS-I Basic Profile 1.1, R2725).
  if (notUnderstood.length > 0) throw HeaderFault.mustUnderstand(notUnderstood);
  if (unclear !== undefined) throw unclear;
  return blocks;
}

/** Whom the header block that is open is for; undefined where it names nobody (SOAP 1.1, 4.2.2; SOAP 1.2 part 1, 5.2.2). */
function roleOf(reader: XmlBytesReader, version: Version): string | undefined {
  const role = reader.attributeNamed(version.namespace, version.roleAttribute)?.trim();
  return role === '' ? undefined : role;
}

/**
 * SOAP 1.1 writes `1` and `0`; `true` and `false` are of SOAP 1.2, and mean the same where a client mixes them up.
 *
 * @returns undefined for what is neither: of a block for others that is theirs to judge.
 */
function mustUnderstand(reader: XmlBytesReader, version: Version): boolean | undefined {
  const value = reader.attributeNamed(version.namespace, 'mustUnderstand')?.trim();
  if (value === '1' || value === 'true') return true;
  return value === undefined || value === '0' || value === 'false' ? false : undefined;
}

function unclearBlock(reader: XmlBytesReader): Error {
  return invalid(`The mustUnderstand of the header block ${nameOf(reader)} is neither true nor false.`);
}

function sameName(a: QName, b: QName): boolean {
  return a.local === b.local && a.namespace === b.namespace;
}

function notAnEnvelope(reader: XmlBytesReader, version: Version, options: EnvelopeOptions): Error {
  if (reader.local !== 'Envelope') {
    return invalid(`The document's root is ${nameOf(reader)}; it must be the Envelope of SOAP ${version.name}.`);
  }
  const supported = (options.supported ?? [version]).map(({ namespace }) => ({ namespace, local: 'Envelope' }));
  return HeaderFault.versionMismatch(
    `The Content-Type announces SOAP ${version.name}, whose envelope is in the namespace "${version.namespace}"; ` +
      `this one is in ${reader.namespace === '' ? 'none' : `"${reader.namespace}"`}.`,
    supported,
  );
}

function nameOf(reader: XmlBytesReader): string {
  return reader.namespace === '' ? reader.local : `{${reader.namespace}}${reader.local}`;
}

function invalid(reason: string): Error {
  return senderFault('InvalidEnvelope', reason);
}
