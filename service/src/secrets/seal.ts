import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { ServiceKey } from './service-key.ts';

/** What is sealed. What was sealed for one purpose cannot be opened for another. */
export type SealPurpose = 'client-encrypted-password' | 'oidc-client-secret';

const nonceBytes = 12;
const tagBytes = 16;

/** Seals texts that must be read again, by AES-256-GCM (NIST SP 800-38D) under keys derived from the service's own. */
export class Seals {
  readonly #keys: { readonly [purpose in SealPurpose]: Uint8Array };

  constructor(key: ServiceKey) {
    this.#keys = {
      'client-encrypted-password': key.derive('seal/client-encrypted-password'),
      'oidc-client-secret': key.derive('seal/oidc-client-secret'),
    };
  }

  /**
   * Seals a text.
   *
   * @param about What it belongs to, such as an id: it opens with the same alone.
   * @returns base64url of nonce, ciphertext and tag: different each time.
   */
  seal(purpose: SealPurpose, about: string, text: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#keys[purpose], nonce).setAAD(Buffer.from(about));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return sealed.toString('base64url');
  }

  /** The text again; undefined when it was not sealed with this key for this purpose and this thing, or was changed. */
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
