import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';
import type { ServiceKey } from './service-key.ts';

/** Purpose of a sealed text, which opens for the same purpose only. */
export type SealPurpose =
  | 'client-encrypted-password'
  | 'data-key'
  | 'oidc-client-secret'
  | 'operator-sign-in'
  | 'operator-link'
  | 'tus-upload';

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts texts with AES-256-GCM (NIST SP 800-38D) under keys derived from a service key. */
export class Seals {
  readonly #ring: KeyRing;

  constructor(ring: KeyRing) {
    this.#ring = ring;
  }

  /** The id of the key that texts are sealed with. */
  get keyId(): string {
    return this.#ring.current.id;
  }

  /**
   * @param about the owner of the text, such as an id; opening needs the same value.
   * @returns base64url of nonce, ciphertext and tag: different each time.
   */
  seal(purpose: SealPurpose, about: string, text: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', keyFor(this.#ring.current, purpose), nonce).setAAD(Buffer.from(about));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return sealed.toString('base64url');
  }

  /** Decrypts a text by any of the keys; undefined when it was modified, or sealed with another key, purpose or `about`. */
  open(purpose: SealPurpose, about: string, sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < nonceBytes + tagBytes) return undefined;
    for (const key of this.#ring.keys) {
      const text = opened(keyFor(key, purpose), about, bytes);
      if (text !== undefined) return text;
    }
    return undefined;
  }
}

function keyFor(key: ServiceKey, purpose: SealPurpose): Uint8Array {
  return key.derive(`seal/${purpose}`);
}

function opened(key: Uint8Array, about: string, bytes: Buffer): string | undefined {
  const nonce = bytes.subarray(0, nonceBytes);
  const tag = bytes.subarray(-tagBytes);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(about)).setAuthTag(tag);
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
