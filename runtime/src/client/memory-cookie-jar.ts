import type { CookieJar } from './options.ts';

/** A jar holds this many cookies, and of each this many characters; older ones are dropped. */
const MOST = 100;
const LONGEST = 4096;

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** Only the host that has set it gets it back. */
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
  /** Milliseconds since 1970; `Infinity` for a cookie of the session. */
  readonly expires: number;
}

/** Keeps the cookies of a service in memory (RFC 6265), for `cookies: 'keep'`. */
export class MemoryCookieJar implements CookieJar {
  readonly #cookies = new Map<string, Cookie>();

  setCookie(line: string, url: string): Promise<void> {
    const cookie = line.length > LONGEST ? undefined : parseCookie(line, new URL(url));
    if (cookie === undefined) return Promise.resolve();
    const key = [cookie.name, cookie.domain, cookie.path].join('\n');
    this.#cookies.delete(key);
    if (cookie.expires > Date.now()) this.#cookies.set(key, cookie);
    for (const oldest of this.#cookies.keys()) {
      if (this.#cookies.size <= MOST) break;
      this.#cookies.delete(oldest);
    }
    return Promise.resolve();
  }

  getCookieString(url: string): Promise<string> {
    const { hostname, pathname, protocol } = new URL(url);
    const now = Date.now();
    const matching = [...this.#cookies.values()].filter(
      ({ domain, hostOnly, path, secure, expires }) =>
        expires > now &&
        (hostname === domain || (!hostOnly && hostname.endsWith(`.${domain}`))) &&
        isBelow(pathname, path) &&
        (!secure || protocol === 'https:'),
    );
    // Longer paths come first (RFC 6265, 5.4).
    matching.sort((one, other) => other.path.length - one.path.length);
    return Promise.resolve(matching.map(({ name, value }) => `${name}=${value}`).join('; '));
  }
}

/** Parses a Set-Cookie header (RFC 6265, 5.2 and 5.3); undefined for one that is to be ignored. */
function parseCookie(line: string, { hostname, pathname, protocol }: URL): Cookie | undefined {
  const [pair = '', ...rest] = line.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals).trim();
  const value = pair.slice(equals + 1).trim();
  // A control character could forge a header.
  if (equals < 1 || !/^[\x21-\x7e\x80-\xff]+$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value)) return undefined;
  const attributes = new Map(
    rest.map((part) => {
      const [key = '', ...values] = part.split('=');
      return [key.trim().toLowerCase(), values.join('=').trim()] as const;
    }),
  );
  const secure = attributes.has('secure');
  // Over http anybody on the way could have set it.
  if (secure && protocol !== 'https:') return undefined;
  const wanted = attributes.get('domain')?.toLowerCase().replace(/^\./, '') ?? '';
  const domain = wanted === '' ? hostname : wanted;
  if (domain !== hostname && (!hostname.endsWith(`.${domain}`) || !domain.includes('.') || isAddress(hostname))) {
    return undefined;
  }
  const path = attributes.get('path') ?? '';
  return {
    name,
    value,
    domain,
    hostOnly: wanted === '' || isAddress(hostname),
    path: path.startsWith('/') ? path : defaultPath(pathname),
    secure,
    expires: expiryOf(attributes),
  };
}

function expiryOf(attributes: ReadonlyMap<string, string>): number {
  const age = attributes.get('max-age');
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0 ? 0 : Date.now() + Number(age) * 1000;
  const expires = Date.parse(attributes.get('expires') ?? '');
  return Number.isNaN(expires) ? Number.POSITIVE_INFINITY : expires;
}

/** The folder of the path of the request (RFC 6265, 5.1.4). */
function defaultPath(pathname: string): string {
  const slash = pathname.lastIndexOf('/');
  return slash <= 0 ? '/' : pathname.slice(0, slash);
}

function isBelow(pathname: string, path: string): boolean {
  return pathname === path || (pathname.startsWith(path) && (path.endsWith('/') || pathname[path.length] === '/'));
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
}
