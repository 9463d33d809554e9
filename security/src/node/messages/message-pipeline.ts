import type { ReplayStore } from '../../replay.ts';
import { SecurityError } from '../../security-error.ts';
import { checkSignOptions, type SignOptions, signMessage } from './sign-message.ts';
import { type ReadLimits, readMessage, type SoapMessage } from './soap-message.ts';
import { allowedAlgorithms, type VerifiedMessage, type VerifyMessageOptions, verifyMessage } from './verify-message.ts';

/** How messages of one side are secured, and those of the other one opened. */
export interface MessageSecurityOptions {
  /** Signs what is sent. */
  readonly sign?: SignOptions | undefined;
  /** Verifies what is received. */
  readonly verify?: VerifyMessageOptions | undefined;
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

/** What message security does with the bytes of envelopes, on either side. */
export class MessagePipeline {
  readonly #sign: SignOptions | undefined;
  readonly #verify: VerifyMessageOptions | undefined;
  readonly #role: string | undefined;

  /** @throws {TypeError} for options that contradict each other, and without any. */
  constructor({ sign, verify, role }: MessageSecurityOptions, replay: ReplayStore | undefined) {
    if (sign === undefined && verify === undefined) throw new TypeError('Message security needs sign or verify.');
    if (sign !== undefined) checkSignOptions(sign);
    if (verify !== undefined) {
      if (verify.trust === undefined && verify.assertions === undefined) throw new TypeError('verify needs trust.');
      allowedAlgorithms(verify);
    }
    this.#sign = sign;
    this.#verify = verify && { replay, ...verify };
    this.#role = role;
  }

  /** @throws {SecurityError} for a message that cannot be secured as the options say. */
  async secure(envelope: Uint8Array): Promise<Uint8Array> {
    return this.#sign === undefined ? envelope : await signMessage(envelope, this.#sign);
  }

  /** @throws {SecurityError} with the reason. */
  async open(envelope: Uint8Array, limits: ReadLimits): Promise<OpenedEnvelope> {
    if (this.#verify === undefined) return { envelope, verified: undefined };
    const message: SoapMessage = readMessage(envelope, limits, this.#role);
    const verified = await verifyMessage(message, this.#verify);
    return { envelope: message.document.data, verified };
  }
}

/** Any error as a reason for the operator. */
export function reasonOf(error: unknown): SecurityError {
  if (error instanceof SecurityError) return error;
  return new SecurityError('form', 'The security of the message cannot be checked.', { cause: error });
}
