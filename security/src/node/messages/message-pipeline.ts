import type { X509Certificate } from 'node:crypto';
import type { ReplayStore } from '../../replay.ts';
import { SecurityError } from '../../security-error.ts';
import { attributeValue } from '../../xml-elements.ts';
import { wsse11 } from '../keys/names.ts';
import type { PartContents } from '../signature/part-contents.ts';
import { checkedEncryptOptions, type EncryptOptions, encryptMessage } from './encrypt-message.ts';
import { checkDecryptOptions, type DecryptOptions, openMessage } from './open-message.ts';
import { elementsOf, type SignedPart } from './parts.ts';
import {
  checkSignOptions,
  type SignedMessage,
  type SignOptions,
  signedMessage,
  type WholeEnvelope,
} from './sign-message.ts';
import { type ReadLimits, readMessage, type SoapMessage } from './soap-message.ts';
import { allowedAlgorithms, type VerifiedMessage, type VerifyMessageOptions, verifyMessage } from './verify-message.ts';

/** How messages of one side are secured, and those of the other one opened. */
export interface MessageSecurityOptions {
  /** Signs what is sent. */
  readonly sign?: SignOptions | undefined;
  /** Verifies what is received. */
  readonly verify?: VerifyMessageOptions | undefined;
  /** Encrypts what is sent. */
  readonly encrypt?: EncryptOptions | undefined;
  /** Decrypts what is received. */
  readonly decrypt?: DecryptOptions | undefined;
  /** What is done first with what is sent; default `sign`. Of what is received, the order is seen. */
  readonly first?: 'sign' | 'encrypt' | undefined;
  /**
   * Binds a response to its request (WS-Security 1.1, 8.5): servers confirm the signatures of the request, which clients
   * demand. Needs `sign` and `verify`; default false.
   */
  readonly confirmSignatures?: boolean | undefined;
  /** URI of the `actor` of SOAP 1.1 or the `role` of 1.2 of the block that is read; default the receiver of the message. */
  readonly role?: string | undefined;
}

/** A received message that was opened. */
export interface OpenedEnvelope {
  /** In UTF-8; exactly what was verified. */
  readonly envelope: Uint8Array;
  /** Undefined without `verify`. */
  readonly verified: VerifiedMessage | undefined;
}

/** Values of a message that are in parts of their own. */
interface Held {
  readonly contents?: PartContents | undefined;
}

/** What message security does with the bytes of envelopes, on either side. */
export class MessagePipeline {
  readonly #sign: SignOptions | undefined;
  readonly #verify: VerifyMessageOptions | undefined;
  readonly #encrypt: EncryptOptions | undefined;
  readonly #decrypt: DecryptOptions | undefined;
  readonly #encryptsFirst: boolean;
  readonly #confirms: boolean;
  readonly #role: string | undefined;

  /** @throws {TypeError} for options that contradict each other, and without any. */
  constructor(options: MessageSecurityOptions, replay: ReplayStore | undefined) {
    const { sign, verify, encrypt, decrypt, first = 'sign', confirmSignatures = false, role } = options;
    if ([sign, verify, encrypt, decrypt].every((one) => one === undefined)) {
      throw new TypeError('Message security needs sign, verify, encrypt or decrypt.');
    }
    if (decrypt !== undefined) checkDecryptOptions(decrypt);
    if (sign !== undefined) checkSignOptions(sign);
    if (verify !== undefined) {
      if (verify.trust === undefined && verify.assertions === undefined) throw new TypeError('verify needs trust.');
      allowedAlgorithms(verify);
    }
    this.#sign = sign && first === 'encrypt' ? signingEncrypted(sign, encrypt) : sign;
    this.#verify = verify && { replay, ...verify };
    this.#encrypt = encrypt && checkedEncryptOptions(encrypt);
    this.#decrypt = decrypt;
    if (confirmSignatures && (sign === undefined || verify === undefined)) {
      throw new TypeError('confirmSignatures needs sign and verify.');
    }
    this.#encryptsFirst = first === 'encrypt';
    this.#confirms = confirmSignatures;
    this.#role = role;
  }

  /**
   * @param request what is known of the request that this is the response to.
   * @param contents values in parts of their own, which are signed and not encrypted.
   * @returns the message with its signature, which is empty without any.
   * @throws {SecurityError} for a message that cannot be secured as the options say.
   */
  async secure(
    envelope: Uint8Array,
    request?: VerifiedMessage | undefined,
    { contents }: Held = {},
  ): Promise<SignedMessage> {
    const signer = request?.certificate;
    const confirmed = this.#confirms ? (request?.signatures ?? []) : [];
    if (this.#encryptsFirst) return await this.#signed(this.#encrypted(envelope, signer), confirmed);
    const signed = await this.#signed(envelope, confirmed, contents);
    return { ...signed, envelope: this.#encrypted(signed.envelope, signer) };
  }

  async #signed(
    envelope: Uint8Array,
    confirmed: readonly string[],
    contents?: PartContents | undefined,
  ): Promise<SignedMessage> {
    return this.#sign === undefined
      ? { envelope, signature: '' }
      : await signedMessage(envelope, this.#sign, confirmed, contents);
  }

  #encrypted(envelope: Uint8Array, signer: X509Certificate | undefined): Uint8Array {
    if (this.#encrypt === undefined) return envelope;
    return encryptMessage({ envelope, parts: [] }, this.#encrypt, signer).envelope;
  }

  /**
   * @param sent the signature of the request that this is the response to, in base64.
   * @param contents values in parts of their own, of messages that are not decrypted.
   * @throws {SecurityError} with the reason.
   */
  async open(
    envelope: Uint8Array,
    limits: ReadLimits,
    { sent, contents }: Held & { readonly sent?: string | undefined } = {},
  ): Promise<OpenedEnvelope> {
    const [decrypt, role] = [this.#decrypt, this.#role];
    const isConfirmed = this.#confirms && sent !== undefined;
    const verify = isConfirmed ? confirming(this.#verify) : this.#verify;
    if (verify === undefined && decrypt === undefined) return { envelope, verified: undefined };
    const received: SoapMessage = readMessage(envelope, limits, role);
    const { message, verified } =
      decrypt === undefined
        ? { message: received, verified: verify && (await verifyMessage(received, verify, contents)) }
        : await openMessage(received, [], { verify, decrypt, role, limits });
    if (isConfirmed) requireConfirmation(message, sent);
    return { envelope: message.document.data, verified };
  }
}

/** The options with SignatureConfirmation among the parts. */
function confirming(options: VerifyMessageOptions | undefined): VerifyMessageOptions | undefined {
  return options && { ...options, parts: [...(options.parts ?? ['Body', 'Timestamp']), 'SignatureConfirmation'] };
}

/** @throws {SecurityError} `policy` if the message, whose confirmations are signed, does not confirm exactly a signature. */
function requireConfirmation(message: SoapMessage, sent: string): void {
  const confirmed = elementsOf('SignatureConfirmation', message).map((one) => attributeValue(one, 'Value'));
  if (confirmed.length === 1 && confirmed[0] === sent) return;
  throw new SecurityError('policy', 'The response is not to this request: it confirms another signature.');
}

const encryptedHeader = { namespace: wsse11, local: 'EncryptedHeader' } as const;

/** Signs header blocks that were encrypted before as what they are then. */
function signingEncrypted(sign: SignOptions, encrypt: EncryptOptions | undefined): SignOptions {
  const isEncrypted = (part: SignedPart | WholeEnvelope): boolean =>
    typeof part === 'object' &&
    encrypt?.parts?.some(
      (one) => typeof one === 'object' && one.local === part.local && one.namespace === part.namespace,
    ) === true;
  const { parts = [] } = sign;
  if (!parts.some(isEncrypted)) return sign;
  return { ...sign, parts: [...parts.filter((part) => !isEncrypted(part)), encryptedHeader] };
}

/** Any error as a reason for the operator. */
export function reasonOf(error: unknown): SecurityError {
  if (error instanceof SecurityError) return error;
  return new SecurityError('form', 'The security of the message cannot be checked.', { cause: error });
}
