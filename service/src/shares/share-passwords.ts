import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Cookie, cookieOf } from '../common/page-requests.ts';
import { addressSubjects, peerOf } from '../domain/caller-address.ts';
import type { Guard } from '../domain/guess-guard.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import type { Passwords } from '../secrets/passwords.ts';
import { SignedTexts } from '../secrets/signed-text.ts';
import type { Share } from '../storage/shares.ts';

/** How long a recipient is not asked again, in milliseconds. */
const lifetime = 8 * 3_600_000;
/** Right passwords that programs send with each request, and how long they are known, in milliseconds. */
const mostKnown = 1_000;
const knownFor = 600_000;
const cookieName = 'share';

export interface PasswordContext {
  readonly keyRing: KeyRing;
  readonly guard: Guard;
  readonly passwords: Passwords;
  readonly trustProxy: boolean;
  readonly now: () => number;
}

/**
 * Asks recipients for the password of a share: browsers by a form, which gives them a cookie for this share alone;
 * programs by HTTP Basic authentication. Each wrong password counts as a guess, for the share and for the address.
 */
export class SharePasswords {
  readonly #context: PasswordContext;
  readonly #grants: SignedTexts;
  readonly #secret = randomBytes(32);
  /** Until when right passwords are known, by their keyed hashes. */
  readonly #known = new Map<string, number>();

  constructor(context: PasswordContext) {
    this.#context = context;
    this.#grants = new SignedTexts(context.keyRing, 'share-password');
  }

  /** Whether a request may open a share. @throws {Rejection} `TooManyAttempts`. */
  async admits(request: IncomingMessage, share: Share): Promise<boolean> {
    if (share.password_hash === null || this.#hasGrant(request, share)) return true;
    const [, encoded] = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (encoded === undefined) return false;
    const password = Buffer.from(encoded, 'base64')
      .toString('utf8')
      .replace(/^[^:]*:/, '');
    const name = createHmac('sha256', this.#secret).update(`${share.id}\0${password}`).digest('hex');
    if ((this.#known.get(name) ?? 0) > this.#context.now()) return true;
    if (!(await this.isRight(request, share, password))) return false;
    if (this.#known.size >= mostKnown) this.#known.delete(this.#known.keys().next().value ?? '');
    this.#known.set(name, this.#context.now() + knownFor);
    return true;
  }

  /** @throws {Rejection} `TooManyAttempts`. */
  async isRight(request: IncomingMessage, share: Share, password: string): Promise<boolean> {
    const { guard, passwords, trustProxy } = this.#context;
    const own = { kind: 'account', id: `share/${share.id}` } as const;
    const subjects = [own, ...addressSubjects(peerOf(request), trustProxy)];
    const check = async () => ((await passwords.verify(password, share.password_hash)) ? true : undefined);
    return (await guard.guarded(subjects, check)) === true;
  }

  /** The cookie for who knows the password. @param path of the share, which alone gets it. */
  cookie(share: Share, path: string, isSecure: boolean): Cookie {
    const until = Math.min(this.#context.now() + lifetime, share.expires_at);
    const seconds = Math.floor(until / 1000);
    const value = this.#grants.sign(`${share.id}.${seconds.toString(36)}`);
    const maxAge = Math.max(0, Math.floor((until - this.#context.now()) / 1000));
    return { name: cookieName, value, path, sameSite: 'Lax', seconds: maxAge, isSecure };
  }

  #hasGrant(request: IncomingMessage, share: Share): boolean {
    const [id, until = ''] = this.#grants.read(cookieOf(request, cookieName) ?? '')?.split('.') ?? [];
    return id === share.id && Number.parseInt(until, 36) * 1000 > this.#context.now();
  }
}
