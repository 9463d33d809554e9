import type { TreeElement } from '@soapwright/runtime/xml';
import type { DataAlgorithm } from '../../encryption/algorithms.ts';
import { type DecryptedRange, Decryption } from '../../encryption/decrypt.ts';
import { type EncryptedPart, isOptional } from '../../encryption/encrypt.ts';
import type { MessageBytes, MessagePart } from '../../encryption/parts.ts';
import type { FindKey } from '../../encryption/session-keys.ts';
import { moved } from '../../encryption/splice.ts';
import { wsse } from '../../names.ts';
import { SecurityError } from '../../security-error.ts';
import { elementsWithin, isNamed } from '../../xml-elements.ts';
import { ownKeys, type WrappingSecrets } from '../encryption-keys.ts';
import type { DecryptionKey } from '../keys/key.ts';
import { ds } from '../keys/names.ts';
import { Identifiers } from '../signature/identifiers.ts';
import { type VerifiedSignature, verifySignature } from '../signature/verify-signature.ts';
import { type AssertedMessage, assertedMessage } from './asserted-message.ts';
import { messageOf, type ReadLimits, readMessage, type SoapMessage } from './soap-message.ts';
import {
  acceptMessage,
  allowedAlgorithms,
  mostSignatures,
  type VerifiedMessage,
  type VerifyMessageOptions,
} from './verify-message.ts';

export interface DecryptOptions {
  /** Own keys, the current one and earlier ones. */
  readonly keys?: readonly DecryptionKey[] | undefined;
  /** Secrets that both sides know, by the KeyName that messages have: of 16, 24 or 32 bytes. */
  readonly secrets?: WrappingSecrets | undefined;
  /** What must be encrypted; default the content of the Body. Other encrypted elements are decrypted, too. */
  readonly parts?: readonly EncryptedPart[] | undefined;
  /**
   * Default those of AES-GCM. Those of AES-CBC are taken under a verified signature of the cipher text alone, and never
   * together with AES-GCM: their keys are other ones.
   */
  readonly algorithms?: readonly DataAlgorithm[] | undefined;
  /** Whether something encrypted may be unsigned although `verify` is there, as is often a UsernameToken; default false. */
  readonly allowUnsigned?: boolean | undefined;
  /** EncryptedData elements of a message; default 32. */
  readonly maxEncryptedData?: number | undefined;
  /** EncryptedKey elements of a message that are decrypted, and lists of what is encrypted; default 4. */
  readonly maxEncryptedKeys?: number | undefined;
}

/** How a message is opened. */
export interface OpenOptions {
  readonly verify: VerifyMessageOptions | undefined;
  readonly decrypt: DecryptOptions;
  readonly role: string | undefined;
  readonly limits: ReadLimits;
}

export interface OpenedMessage {
  readonly message: SoapMessage;
  readonly parts: readonly MessagePart[];
  /** Undefined without `verify`. */
  readonly verified: VerifiedMessage | undefined;
}

/** @throws {TypeError} for options without a key, and for AES-GCM beside AES-CBC. */
export function checkDecryptOptions(options: DecryptOptions): FindKey {
  const { keys = [], secrets, algorithms = [] } = options;
  const cbc = algorithms.filter((one) => one.endsWith('-cbc'));
  if (cbc.length > 0 && cbc.length < algorithms.length) {
    throw new TypeError('AES-GCM and AES-CBC need keys of their own: give the keys of one of them (CVE-2012-5575).');
  }
  return ownKeys(keys, secrets);
}

/**
 * Decrypts a message and verifies its signatures, in the order of the items of its Security header block: a signature is
 * verified over the message as it was when it was made.
 *
 * @throws {SecurityError} with the reason.
 */
export async function openMessage(
  received: SoapMessage,
  parts: readonly MessagePart[],
  options: OpenOptions,
): Promise<OpenedMessage> {
  const opener = new MessageOpener(received, parts, options);
  await opener.openItems();
  return await opener.accept();
}

/**
 * Decrypts a message with its attachments, and verifies its signatures if `verify` is given.
 *
 * @throws {SecurityError} with the reason; the same for all wrong keys and all changed content.
 */
export async function decryptMessage(
  { envelope, parts }: MessageBytes,
  decrypt: DecryptOptions,
  { verify, role, limits = {} }: Partial<Omit<OpenOptions, 'decrypt'>> = {},
): Promise<MessageBytes & { readonly verified: VerifiedMessage | undefined }> {
  const received = readMessage(envelope, limits, role);
  const opened = await openMessage(received, parts, { verify, decrypt, role, limits });
  return { envelope: opened.message.document.data, parts: opened.parts, verified: opened.verified };
}

class MessageOpener {
  readonly #options: OpenOptions;
  readonly #decryption: Decryption;
  #message: SoapMessage;
  #verified: readonly VerifiedSignature[] = [];
  /** Of the message at its first signature. */
  #asserted: AssertedMessage | undefined;

  constructor(received: SoapMessage, parts: readonly MessagePart[], options: OpenOptions) {
    const { decrypt, limits } = options;
    this.#options = options;
    this.#message = received;
    this.#decryption = new Decryption(received.document, parts, {
      findKey: checkDecryptOptions(decrypt),
      algorithms: decrypt.algorithms,
      isSigned: (element) => this.#isCovered(element),
      limits: { maxEncryptedData: decrypt.maxEncryptedData, maxEncryptedKeys: decrypt.maxEncryptedKeys, xml: limits },
    });
  }

  async openItems(): Promise<void> {
    for (let at = 0; ; at++) {
      const item = this.#message.security?.children[at];
      if (item === undefined) return;
      if (isNamed(item, [ds, 'Signature'])) await this.#verify(item);
      else await this.#decrypt(item);
    }
  }

  async #verify(signature: TreeElement): Promise<void> {
    const { verify } = this.#options;
    if (verify === undefined) return;
    if (this.#verified.length === mostSignatures) throw new SecurityError('form', 'There are too many signatures.');
    const { document } = this.#message;
    const identifiers = new Identifiers(document.root);
    const algorithms = allowedAlgorithms(verify);
    this.#asserted ??= await assertedMessage(this.#message, verify);
    const verified = await verifySignature(document, signature, {
      trust: this.#asserted.trust,
      identifiers,
      algorithms,
      unsignedTypes: verify.unsignedTypes,
    });
    this.#verified = [...this.#verified, verified];
  }

  async #decrypt(item: TreeElement): Promise<void> {
    const edits = await this.#decryption.decryptListed(item);
    if (edits.length === 0) return;
    this.#message = messageOf(this.#decryption.document, this.#options.role);
    // What was signed when it was encrypted is signed when it is decrypted.
    this.#verified = this.#verified.map((one) => ({
      ...one,
      covered: one.covered.map((part) => ({ ...part, start: moved(part.start, edits), end: moved(part.end, edits) })),
    }));
  }

  #isCovered({ start, end }: { readonly start: number; readonly end: number }): boolean {
    return this.#verified.some(({ covered }) => covered.some((one) => one.start <= start && end <= one.end));
  }

  async accept(): Promise<OpenedMessage> {
    const { verify, decrypt } = this.#options;
    const { decrypted, parts } = this.#decryption;
    for (const part of decrypt.parts ?? ['Body']) this.#requireEncrypted(part, decrypted);
    const verified = verify && (await this.#accepted(verify));
    if (verified !== undefined && decrypt.allowUnsigned !== true) this.#requireSigned(verified, decrypted);
    return { message: this.#message, parts, verified };
  }

  async #accepted(verify: VerifyMessageOptions): Promise<VerifiedMessage> {
    const asserted = this.#asserted ?? (await assertedMessage(this.#message, verify));
    return await acceptMessage(this.#message, this.#verified, verify, asserted);
  }

  #requireEncrypted(part: EncryptedPart, decrypted: readonly DecryptedRange[]): void {
    const { body } = this.#message;
    const ranges = decrypted.filter(({ kind }) => kind !== 'attachment');
    if (part === 'Body') {
      // One range, so that nothing was beside it.
      const isWhole = ranges.some(({ start, end }) => start === body.tagEnd && end === body.closeTag);
      if (!isWhole) throw new SecurityError('policy', 'The content of the Body is not encrypted.');
      return;
    }
    const elements = this.#elementsOf(part);
    const isInside = ({ start, end }: TreeElement): boolean =>
      ranges.some((range) => range.start <= start && end <= range.end);
    if ((elements.length > 0 || isOptional(part)) && elements.every(isInside)) return;
    throw new SecurityError('policy', `The ${typeof part === 'string' ? part : part.local} is not encrypted.`);
  }

  #elementsOf(part: Exclude<EncryptedPart, 'Body'>): readonly TreeElement[] {
    const { header, security, body } = this.#message;
    if (part === 'Signature') return security?.children.filter((item) => isNamed(item, [ds, 'Signature'])) ?? [];
    if (part === 'UsernameToken') return security?.children.filter((item) => isNamed(item, [wsse, part])) ?? [];
    const named = (element: TreeElement): boolean => isNamed(element, [part.namespace, part.local]);
    return [...(header?.children.filter(named) ?? []), ...[...elementsWithin(body)].filter(named)];
  }

  /** Content that is encrypted and not signed can be from anybody, who needs the public key alone (CVE-2015-0227). */
  #requireSigned({ covered }: VerifiedMessage, decrypted: readonly DecryptedRange[]): void {
    const signatures = this.#elementsOf('Signature');
    const isSigned = ({ start, end }: DecryptedRange): boolean =>
      covered.some((one) => one.start <= start && end <= one.end) ||
      signatures.some((one) => one.start === start && one.end === end);
    if (!decrypted.every(isSigned)) {
      throw new SecurityError('policy', 'Something in the message is encrypted and not signed.');
    }
  }
}
