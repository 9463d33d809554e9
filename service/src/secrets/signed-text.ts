import { createHmac } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';
import { sameHash } from './secret-tokens.ts';

/** Signs texts with HMAC-SHA-256 under a key derived from a service key. Nothing about them is stored. */
export class SignedTexts {
  readonly #ring: KeyRing;
  readonly #purpose: string;

  /**
   * @param ring the current key signs; texts of all are accepted.
   * @param purpose keeps the texts of one use from being accepted by another.
   */
  constructor(ring: KeyRing, purpose: string) {
    this.#ring = ring;
    this.#purpose = purpose;
  }

  /** @param text letters, digits and signs of URLs. @returns the text, `.` and its signature. */
  sign(text: string): string {
    return `${text}.${signature(this.#ring.current.derive(this.#purpose), text)}`;
  }

  /** @returns the text that was signed; undefined when it was altered, or was never signed. */
  read(signed: string): string | undefined {
    const [, text = '', given = ''] = /^(.{1,512})\.([\w-]{43})$/.exec(signed) ?? [];
    // Compared with all keys, so that the time tells nothing.
    const matches = this.#ring.keys.filter((key) => sameHash(signature(key.derive(this.#purpose), text), given)).length;
    return text !== '' && matches > 0 ? text : undefined;
  }
}

function signature(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
