import { type QName, sameName } from '../types/qname.ts';
import type { ReaderOptions, XmlBytesReader } from '../xml/bytes-reader.ts';
import { openReader } from '../xml/tolerance.ts';
import { senderFault } from './detail-codes.ts';
import { isOurRole, ReceivedBlock } from './header-block.ts';
import { HeaderFault } from './header-fault.ts';
import type { Version } from './version.ts';

export interface EnvelopeOptions extends ReaderOptions {
  /** Names of the header blocks that count as understood (rule D5); default none. */
  readonly understood?: readonly QName[] | undefined;
  /** URIs of roles that the receiver plays, in addition to those of every receiver; default none. */
  readonly roles?: readonly string[] | undefined;
  /** Versions that the service supports, for the fault about another one; default the expected version. */
  readonly supported?: readonly Version[] | undefined;
}

/** An envelope, read through the start tag of the body's element. */
export interface OpenEnvelope {
  /** Positioned at the body's element, which is open. Read the element, then call `closeEnvelope`. */
  readonly reader: XmlBytesReader;
  readonly headerBlocks: readonly ReceivedBlock[];
}

const noBlocks: readonly ReceivedBlock[] = [];

/**
 * Reads an envelope through the start tag of the first element in its body.
 *
 * @param version that the Content-Type announces.
 * @throws {XmlError} when the message is not well-formed, not in a supported charset, or beyond a limit.
 * @throws {SoapFault} `VersionMismatch` (rule T2), `MustUnderstand` (rule D5), or `Sender` for another structure (rule D6).
 */
export function openEnvelope(message: Uint8Array, version: Version, options: EnvelopeOptions = {}): OpenEnvelope {
  const envelope = openBody(message, version, options);
  if (envelope.empty) throw emptyBody();
  return envelope;
}

/** The fault for an empty body where an element is expected (rule D6). */
export function emptyBody(): Error {
  return invalid('The Body is empty: it must hold one element.');
}

/** As `openEnvelope`, but the body may be empty: its end tag is read then, and `closeBody` must be called at the end. */
export function openBody(
  message: Uint8Array,
  version: Version,
  options: EnvelopeOptions = {},
): OpenEnvelope & { readonly empty: boolean } {
  const reader = openReader(message, options);
  reader.openRoot();
  if (!reader.is(version.envelope)) throw notAnEnvelope(reader, version, options);
  checkAttributes(reader, version, options);
  let headerBlocks = noBlocks;
  if (!reader.openChild()) throw invalid('The envelope has no Body.');
  checkAttributes(reader, version, options);
  if (reader.is(version.header)) {
    headerBlocks = readHeader(reader, version, options);
    if (!reader.openChild()) throw invalid('The envelope has no Body.');
    checkAttributes(reader, version, options);
  }
  if (!reader.is(version.body)) {
    throw invalid(`The envelope holds ${expandedName(reader)} instead of its Header or Body.`);
  }
  if (!reader.openChild()) return { reader, headerBlocks, empty: true };
  reader.markBody();
  return { reader, headerBlocks, empty: false };
}

/**
 * Notes whether the Envelope, Header or Body that is open has attributes. Its `encodingStyle` in SOAP 1.2 is an error (part
 * 1, 5.1.1) when the reader is strict. Otherwise it has no effect: some clients put it on the Envelope.
 */
function checkAttributes(reader: XmlBytesReader, { name, namespace }: Version, { strict }: EnvelopeOptions): void {
  if (!reader.hasAttributes) return;
  reader.elements.hasOuterAttributes = true;
  if (strict !== true || name === '1.1' || reader.attributeNamed(namespace, 'encodingStyle') === undefined) return;
  throw invalid(`The ${reader.local} must have no encodingStyle.`);
}

/**
 * Reads the rest of an envelope, after the end tag of the body's element.
 *
 * @throws {XmlError} when it is not well-formed.
 * @throws {SoapFault} `Sender` when anything but white space, comments and processing instructions follows (rule D6).
 */
export function closeEnvelope(reader: XmlBytesReader): void {
  if (reader.openChild()) throw invalid(`The Body holds a second element, ${expandedName(reader)}; it must hold one.`);
  closeBody(reader);
}

/** As `closeEnvelope`, after the end tag of the Body. */
export function closeBody(reader: XmlBytesReader): void {
  if (reader.openChild()) throw invalid(`The envelope holds ${expandedName(reader)} after its Body.`);
  reader.finish();
}

function readHeader(reader: XmlBytesReader, version: Version, options: EnvelopeOptions): readonly ReceivedBlock[] {
  const { understood, roles } = options;
  const blocks: ReceivedBlock[] = [];
  const notUnderstood: QName[] = [];
  let unclear: Error | undefined;
  while (reader.openChild()) {
    const role = roleOf(reader, version);
    const isForUs = isOurRole(role) || roles?.includes(role ?? '') === true;
    const mandatory = mustUnderstand(reader, version);
    if (mandatory === undefined && isForUs) unclear ??= unclearBlock(reader);
    const block = new ReceivedBlock(reader.raw(), role, mandatory === true);
    blocks.push(block);
    if (block.mustUnderstand && isForUs && understood?.some((name) => sameName(name, block)) !== true) {
      notUnderstood.push({ namespace: block.namespace, local: block.local });
    }
  }
  // This fault precedes all others (WS-I Basic Profile 1.1, R2725).
  if (notUnderstood.length > 0) throw HeaderFault.mustUnderstand(notUnderstood);
  if (unclear !== undefined) throw unclear;
  return blocks;
}

/** The role of the open header block; undefined when it names none (SOAP 1.1, 4.2.2; SOAP 1.2 part 1, 5.2.2). */
function roleOf(reader: XmlBytesReader, version: Version): string | undefined {
  const role = reader.attributeNamed(version.namespace, version.roleAttribute)?.trim();
  return role === '' ? undefined : role;
}

/**
 * Whether the open header block is mandatory. SOAP 1.1 writes `1` and `0`, SOAP 1.2 `true` and `false`; both are accepted,
 * because some clients confuse them.
 *
 * @returns undefined for any other value, which is an error only in a block for this receiver.
 */
function mustUnderstand(reader: XmlBytesReader, version: Version): boolean | undefined {
  const value = reader.attributeNamed(version.namespace, 'mustUnderstand')?.trim();
  if (value === '1' || value === 'true') return true;
  return value === undefined || value === '0' || value === 'false' ? false : undefined;
}

function unclearBlock(reader: XmlBytesReader): Error {
  return invalid(`The mustUnderstand of the header block ${expandedName(reader)} is neither true nor false.`);
}

function notAnEnvelope(reader: XmlBytesReader, version: Version, options: EnvelopeOptions): Error {
  if (reader.local !== 'Envelope') {
    return invalid(`The document's root is ${expandedName(reader)}; it must be the Envelope of SOAP ${version.name}.`);
  }
  const supported = (options.supported ?? [version]).map(({ namespace }) => ({ namespace, local: 'Envelope' }));
  return HeaderFault.versionMismatch(
    `The Content-Type announces SOAP ${version.name}, whose envelope is in the namespace "${version.namespace}"; ` +
      `this one is in ${reader.namespace === '' ? 'none' : `"${reader.namespace}"`}.`,
    supported,
  );
}

function expandedName(reader: XmlBytesReader): string {
  return reader.namespace === '' ? reader.local : `{${reader.namespace}}${reader.local}`;
}

function invalid(reason: string): Error {
  return senderFault('InvalidEnvelope', reason);
}
