import type { X509Certificate } from 'node:crypto';
import type { DataAlgorithm, KeyAlgorithm } from '../../encryption/algorithms.ts';
import { isCbc } from '../../encryption/algorithms.ts';
import { type EncryptedPart, encryptDocument } from '../../encryption/encrypt.ts';
import type { MessageBytes } from '../../encryption/parts.ts';
import { splice } from '../../encryption/splice.ts';
import { SecurityError } from '../../security-error.ts';
import { certificateRecipient, secretRecipient } from '../encryption-keys.ts';
import { certificatesOf } from '../keys/certificates.ts';
import type { CertificateSource } from '../keys/key.ts';
import type { KeyReference } from '../keys/write-key-info.ts';
import { addedBlock } from './security-block.ts';
import { readMessage, type SoapMessage } from './soap-message.ts';

export interface EncryptOptions {
  /**
   * For whom messages are encrypted: the receiver's certificate, the name of a secret that both sides know, or, for
   * responses of a server, whoever signed the request.
   */
  readonly for: CertificateSource | { readonly keyName: string; readonly secret: Uint8Array } | 'signer';
  /** Default the content of the Body, and the Signature if the message has one: its digests tell guesses about content. */
  readonly parts?: readonly EncryptedPart[] | undefined;
  /** Default `aes256-gcm`. */
  readonly algorithm?: DataAlgorithm | undefined;
  /** Default `rsa-oaep-sha1`: RSA-OAEP with MGF1 as all toolkits know it. */
  readonly keyAlgorithm?: KeyAlgorithm | undefined;
  /** How the message names the receiver's certificate; default `issuer-serial`. */
  readonly reference?: Exclude<KeyReference, object> | undefined;
  /** Whether AES-CBC may be used, whose content others can change and guess if it is not signed; default false. */
  readonly allowCbc?: boolean | undefined;
  /** Whether the receiver must reject the message if it does not know WS-Security; default true. */
  readonly mustUnderstand?: boolean | undefined;
  /** URI of the `actor` of SOAP 1.1 or the `role` of 1.2 that the block is for; default the receiver of the message. */
  readonly role?: string | undefined;
  /** The time in milliseconds since 1970; default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** What of a message with parts is encrypted, too. */
export interface EncryptPartsOptions extends EncryptOptions {
  /** Content-IDs of the attachments that are encrypted; default none. */
  readonly attachments?: readonly string[] | undefined;
  /** Sends cipher text in parts of their own (XOP), without base64; default false. */
  readonly xop?: boolean | undefined;
}

/**
 * The options with the certificate parsed, for many messages.
 *
 * @throws {TypeError} for AES-CBC without `allowCbc`, and for a secret of another length.
 */
export function checkedEncryptOptions(options: EncryptOptions): EncryptOptions {
  const { for: receiver } = options;
  requireAllowed(options);
  if (receiver === 'signer') return options;
  recipientOf(options, undefined);
  if (typeof receiver === 'object' && 'secret' in receiver) return options;
  return { ...options, for: certificatesOf(receiver)[0] ?? receiver };
}

/**
 * Encrypts a message by XML Encryption: the Body, header blocks, items of the Security header block, and attachments.
 *
 * @param message the envelope in UTF-8, with the parts beside it.
 * @param signer who signed the request, for responses.
 * @throws {TypeError} for AES-CBC without `allowCbc`.
 * @throws {SecurityError} `policy` for something that the message does not have; `key` for a certificate that has expired.
 */
export function encryptMessage(
  message: MessageBytes,
  options: EncryptPartsOptions,
  signer?: X509Certificate | undefined,
): MessageBytes {
  const { algorithm, attachments, xop, role } = options;
  requireAllowed(options);
  const received = readMessage(message.envelope, unlimited, role);
  const placed = received.security === undefined ? withBlock(received, options) : received;
  const { document, security } = placed;
  if (security === undefined) throw new SecurityError('form', 'The message has no Security header block.');
  return encryptDocument(document, security, message.parts, {
    recipient: recipientOf(options, signer),
    parts: options.parts ?? defaultParts(placed),
    algorithm,
    attachments,
    xop,
  });
}

function requireAllowed({ algorithm = 'aes256-gcm', allowCbc = false }: EncryptOptions): void {
  if (!isCbc(algorithm) || allowCbc) return;
  throw new TypeError('AES-CBC does not notice changes. If the other side has nothing else, say allowCbc: true.');
}

/** A message that was checked by its writer already. */
const unlimited = { maxElements: 2 ** 31, maxBodyBytes: 2 ** 40, maxAttributes: 100_000 };

function defaultParts({ security }: SoapMessage): readonly EncryptedPart[] {
  const isSigned = security?.children.some(({ local }) => local === 'Signature') === true;
  return isSigned ? ['Body', 'Signature'] : ['Body'];
}

function withBlock(message: SoapMessage, options: EncryptOptions): SoapMessage {
  return readMessage(splice(message.document.data, [addedBlock(message, options, '')]), unlimited, options.role);
}

function recipientOf(options: EncryptOptions, signer: X509Certificate | undefined) {
  const { for: receiver, keyAlgorithm: algorithm, reference, now } = options;
  if (typeof receiver === 'object' && 'secret' in receiver) return secretRecipient(receiver.keyName, receiver.secret);
  const [certificate] = receiver === 'signer' ? [signer] : certificatesOf(receiver);
  if (certificate === undefined) throw new SecurityError('key', 'There is no certificate to encrypt the message for.');
  return certificateRecipient({ certificate, algorithm, reference, now });
}
