import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { ServiceKey } from './service-key.ts';

/** Purpose of a sealed text, which opens for the same purpose only. */
export type SealPurpose = 'client-encrypted-password' | 'oidc-client-secret';

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts texts with AES-256-GCM (NIST SP 800-38D) under keys derived from the service key. */
export class Seals {
  readonly #keys: { readonly [purpose in SealPurpose]: Uint8Array };

  constructor(key: ServiceKey) {
    this.#keys = {
      'client-encrypted-password': key.derive('seal/client-encrypted-password'),
      'oidc-client-secret': key.derive('seal/oidc-client-secret'),
    };
  }

  /**
   * @param about what the text belongs to, such as an id; opening needs the same value.
   * @returns base64url of nonce, ciphertext and tag: different each time.
   */
  seal(purpose: SealPurpose, about: string, text: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#keys[purpose], nonce).setAAD(Buffer.from(about));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return sealed.toString('base64url');
  }

  /** Decrypts a text; undefined when it was modified, or sealed with another key, purpose or `about`. */
  open(purpose: SealPurpose, about: string, sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < nonceBytes + tagBytes) return undefined;
    const nonce = bytes.subarray(0, nonceBytes);
    const tag = bytes.subarray(-tagBytes);
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#keys[purpose], nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(about)).setAuthTag(tag);
      return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return undefined;
    }
  }
}
