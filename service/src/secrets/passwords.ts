import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Rejection } from '../common/rejection.ts';
import { Semaphore } from '../common/semaphore.ts';

/** Cost of hashing a password (RFC 7914): memory is 128 * 2**logN * r bytes, time grows with all three. */
export interface ScryptCost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB and about a quarter of a second. */
export const defaultCost: ScryptCost = { logN: 15, r: 8, p: 3 };

/** Minimum length of a password in characters, maximum length in bytes of UTF-8. */
const shortest = 8;
const longestBytes = 1024;
/** Maximum number of concurrent hashes: file system calls share the same few threads. */
const atOnce = 2;

/** Hashes passwords, as `scrypt$logN$r$p$salt$hash`, and checks them against such hashes of any cost. */
export class Passwords {
  readonly #cost: ScryptCost;
  readonly #semaphore = new Semaphore(atOnce);
  /** Hash that is verified when there is no account, so that timing does not reveal it. */
  #decoy: Promise<string> | undefined;

  constructor(cost: ScryptCost = defaultCost) {
    this.#cost = cost;
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const hash = await this.#derive(password, salt, this.#cost);
    const { logN, r, p } = this.#cost;
    return `scrypt$${logN}$${r}$${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
  }

  /** Takes the same time with and without `stored`. */
  async verify(password: string, stored: string | null | undefined): Promise<boolean> {
    this.#decoy ??= this.hash('');
    const [scheme, logN, r, p, salt = '', hash = ''] = (stored ?? (await this.#decoy)).split('$');
    if (scheme !== 'scrypt') return false;
    const expected = Buffer.from(hash, 'base64url');
    const cost: ScryptCost = { logN: Number(logN), r: Number(r), p: Number(p) };
    const actual = await this.#derive(password, Buffer.from(salt, 'base64url'), cost);
    return timingSafeEqual(actual, expected) && typeof stored === 'string';
  }

  #derive(password: string, salt: Uint8Array, { logN, r, p }: ScryptCost): Promise<Buffer> {
    const N = 2 ** logN;
    const text = password.normalize('NFC').slice(0, longestBytes + 1);
    return this.#semaphore.run(
      () =>
        new Promise((resolve, reject) => {
          scrypt(text, salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) => {
            if (error === null) resolve(key);
            else reject(error);
          });
        }),
    );
  }
}

/**
 * Checks the length of a new password.
 *
 * @throws {Rejection} `InvalidValue`.
 */
export function newPassword(given: string | undefined): string {
  if (given === undefined || given === '') throw new Rejection('InvalidValue', 'Password is missing.');
  // Counted in the form that is hashed: a combining accent is not a character of its own.
  const password = given.normalize('NFC');
  if ([...password].length < shortest) {
    throw new Rejection('InvalidValue', `Password must have ${shortest} characters or more.`);
  }
  if (Buffer.byteLength(password) > longestBytes) {
    throw new Rejection('InvalidValue', `Password has more than ${longestBytes} bytes.`);
  }
  return password;
}
