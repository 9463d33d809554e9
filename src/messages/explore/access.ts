import { timingSafeEqual } from 'node:crypto';
import type { ExploreRequest } from './explore-request.ts';

/** Why a request is refused: a status with a sentence. */
export interface Refusal {
  readonly status: number;
  readonly text: string;
}

const otherSite: Refusal = { status: 403, text: 'This request comes from a page of another site.' };

/**
 * Lets in whoever has the token of the printed address, from this machine by a name of it, and from no page of another
 * site. A name that resolves to this machine but is not its own is that of an attacker (DNS rebinding).
 */
export class ExploreAccess {
  readonly token: string;
  readonly #port: number;

  constructor(token: string, port: number) {
    this.token = token;
    this.#port = port;
  }

  get cookieName(): string {
    return `soapwright-explore-${this.#port}`;
  }

  /** The header that lets a browser in. It is sent to no other site, and no script reads it. */
  get cookie(): string {
    return `${this.cookieName}=${this.token}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /** Undefined for a request that is let in. */
  refusal({ method, target, header }: ExploreRequest): Refusal | undefined {
    const host = header('host') ?? '';
    if (!this.#hosts.has(host.toLowerCase())) {
      return { status: 421, text: `This page is at http://127.0.0.1:${this.#port}/ only.` };
    }
    // Only the form of the target that browsers send to a server: no other host, no other path.
    if (!/^\/(?:\?|$)/.test(target)) return { status: 404, text: 'There is only one path: /' };
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
      return { status: 405, text: 'This page takes GET and POST.' };
    }
    if (method === 'POST') {
      const site = header('sec-fetch-site');
      if (site !== undefined && site !== 'same-origin') return otherSite;
      if (header('origin') !== `http://${host}`) return otherSite;
    }
    if (this.#isKnown(header('cookie') ?? '')) return undefined;
    if (method !== 'POST' && this.isToken(new URLSearchParams(target.slice(2)).get('token') ?? '')) return undefined;
    return { status: 401, text: 'Open the address that the command has printed: it has a token.' };
  }

  isToken(text: string): boolean {
    const [given, own] = [Buffer.from(text), Buffer.from(this.token)];
    return given.length === own.length && timingSafeEqual(given, own);
  }

  get #hosts(): ReadonlySet<string> {
    return new Set(['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${this.#port}`));
  }

  #isKnown(cookies: string): boolean {
    return cookies.split(';').some((pair) => {
      const [name, value = ''] = pair.trim().split('=');
      return name === this.cookieName && this.isToken(value);
    });
  }
}
