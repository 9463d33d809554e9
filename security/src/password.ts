import { sha1 } from '#sha1';

/** What a digest is made of, with the password. */
export interface DigestParts {
  readonly nonce: Uint8Array;
  /** As written in the token. */
  readonly created: string;
}

/**
 * The digest of a password: Base64(SHA-1(nonce + created + password)).
 *
 * @param isHashed whether the password's SHA-1 stands for it, as some services demand.
 * @see https://docs.oasis-open.org/wss-m/wss/v1.1.1/os/wss-UsernameTokenProfile-v1.1.1-os.html#_Toc307415201
 */
export async function passwordDigest(
  password: string,
  { nonce, created }: DigestParts,
  isHashed = false,
): Promise<string> {
  const text = new TextEncoder().encode(password);
  const secret = isHashed ? await sha1(text) : text;
  const time = new TextEncoder().encode(created);
  const all = new Uint8Array(nonce.length + time.length + secret.length);
  all.set(nonce);
  all.set(time, nonce.length);
  all.set(secret, nonce.length + time.length);
  return toBase64(await sha1(all));
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** The bytes of base64 with optional white space; undefined if it is malformed. */
export function fromBase64(text: string): Uint8Array | undefined {
  const compact = text.replace(/[ \t\r\n]+/g, '');
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined;
  const binary = atob(compact);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
