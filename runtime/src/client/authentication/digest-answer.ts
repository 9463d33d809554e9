import { ClientError } from '../client-error.ts';
import { md5 } from './md5.ts';
import { sha512256 } from './sha512-256.ts';

/** Hash functions of Digest that are known, the weakest first. */
export const hashNames = ['MD5', 'SHA-256', 'SHA-512-256'] as const;
export type HashName = (typeof hashNames)[number];

export type Qop = 'auth' | 'auth-int';

/** What a challenge and its answers share. */
export interface DigestSpace {
  readonly realm: string;
  readonly nonce: string;
  /** Undefined in answers to challenges that have none. */
  readonly opaque: string | undefined;
  /** As the challenge writes it; undefined if it names none, which is MD5. */
  readonly algorithm: string | undefined;
  readonly hash: HashName;
  readonly isSession: boolean;
  /** Undefined for servers of RFC 2069, whose answers have no count either. */
  readonly qop: Qop | undefined;
  readonly userhash: boolean;
  readonly cnonce: string;
}

export interface DigestUser {
  readonly user: string;
  readonly password: string;
}

/** The request that an answer is for. */
export interface DigestRequest {
  readonly method: string;
  readonly target: string;
  /** How many answers with this nonce were made, with this one. */
  readonly count: number;
  /** For auth-int alone. */
  readonly body: Uint8Array | undefined;
}

export interface DigestAnswer {
  readonly header: string;
  /** The `rspauth` with which the server proves that it knows the password; undefined without qop auth. */
  proof(): Promise<string | undefined>;
}

/** H(A1) of a challenge and a user (RFC 7616, 3.4.2), which its answers share. */
export async function digestKey(
  { realm, nonce, hash, isSession, cnonce }: DigestSpace,
  { user, password }: DigestUser,
): Promise<string> {
  const secret = await textHash(hash, `${user}:${headerText(realm)}:${password}`);
  return isSession ? await textHash(hash, `${secret}:${nonce}:${cnonce}`) : secret;
}

/** Computes an answer (RFC 7616, 3.4). @param key of `digestKey`. */
export async function digestAnswer(
  space: DigestSpace,
  user: string,
  key: string,
  { method, target, count, body }: DigestRequest,
): Promise<DigestAnswer> {
  const { realm, nonce, opaque, algorithm, hash, qop, userhash, cnonce } = space;
  const hashed = (text: string): Promise<string> => textHash(hash, text);
  const nc = count.toString(16).padStart(8, '0');
  const counted = qop === undefined ? nonce : `${nonce}:${nc}:${cnonce}:${qop}`;
  const entity = qop === 'auth-int' ? `:${await hexHash(hash, body ?? new Uint8Array(0))}` : '';
  const signed = async (start: string): Promise<string> =>
    await hashed(`${key}:${counted}:${await hashed(`${start}:${target}${entity}`)}`);
  const response = await signed(method);
  const parts = [
    userhash ? `username=${quoted(await hashed(`${user}:${headerText(realm)}`))}` : userParameter(user),
    `realm=${quoted(realm)}`,
    `uri=${quoted(target)}`,
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    `nonce=${quoted(nonce)}`,
    ...(qop === undefined ? [] : [`nc=${nc}`, `cnonce=${quoted(cnonce)}`, `qop=${qop}`]),
    `response=${quoted(response)}`,
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...(userhash ? ['userhash=true'] : []),
  ];
  const proof = async (): Promise<string | undefined> => (qop === 'auth' ? await signed('') : undefined);
  return { header: `Digest ${parts.join(', ')}`, proof };
}

/** A name beyond ASCII goes in the form of RFC 8187. */
function userParameter(user: string): string {
  if (/^[\x20-\x7e]*$/.test(user)) return `username=${quoted(user)}`;
  const encoded = encodeURIComponent(user).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `username*=UTF-8''${encoded}`;
}

/** The text of a header that HTTP libraries read as Latin-1, and which is UTF-8 (RFC 7616, 4). */
function headerText(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(value, (each) => each.charCodeAt(0)));
  } catch {
    return value;
  }
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function textHash(name: HashName, text: string): Promise<string> {
  return hexHash(name, new TextEncoder().encode(text));
}

async function hexHash(name: HashName, bytes: Uint8Array): Promise<string> {
  if (name === 'MD5') return hex(md5(bytes));
  return hex(name === 'SHA-256' ? new Uint8Array(await sha256(bytes)) : sha512256(bytes));
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function sha256(bytes: Uint8Array): Promise<ArrayBuffer> {
  if (globalThis.crypto?.subtle === undefined) {
    const text = 'Digest with SHA-256 needs crypto.subtle, which browsers have for pages of https and localhost alone.';
    throw new ClientError('invalid-options', text);
  }
  return crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
}
