import type { ServerAuthentication } from './authentication-option.ts';
import type { HandlerContext } from './handler.ts';
import { HttpRejection } from './http-response.ts';

export type { ServerAuthentication };

type Context = HandlerContext<unknown>;
type Found<Principal> = Principal | undefined | Promise<Principal | undefined>;

/** How callers are checked. Each function returns the caller, or undefined to reject the credentials. */
export interface HttpAuthenticationOptions<Principal> {
  /** Name of the protected part of the server in challenges (RFC 9110, 11.5): printable ASCII. */
  readonly realm: string;
  /** Checks a user and password (RFC 7617). */
  readonly basic?: ((user: string, password: string, context: Context) => Found<Principal>) | undefined;
  /** Checks a token (RFC 6750). */
  readonly bearer?: ((token: string, context: Context) => Found<Principal>) | undefined;
  /**
   * Checks a certificate, in DER, that `listen` has verified against `clientCertificates.ca`. Used for requests without an
   * `Authorization` header.
   */
  readonly certificate?: ((der: Uint8Array, context: Context) => Found<Principal>) | undefined;
}

/** Authentication with the principal in its type. */
export interface PrincipalAuthentication<Principal> extends ServerAuthentication {
  /** The principal of a request. @throws {TypeError} on a server without this authentication. */
  principal(context: { readonly principal?: unknown }): Principal;
}

/**
 * Authentication by HTTP, for `createServer(…, { authentication })`: Basic, bearer tokens and client certificates. Rejected
 * callers get 401 with a challenge for each scheme, or 403 if only a certificate would help. It applies to operations, not to
 * the WSDL, pages and routes.
 *
 * @throws {TypeError} for options without a check, and for a realm that no header can hold.
 */
export function httpAuthentication<Principal>(
  options: HttpAuthenticationOptions<Principal>,
): PrincipalAuthentication<Principal> {
  const { basic, bearer, certificate } = options;
  if (!/^[\x20-\x7e]*$/.test(options.realm)) throw new TypeError('The realm must be printable ASCII.');
  if (basic === undefined && bearer === undefined && certificate === undefined) {
    throw new TypeError('httpAuthentication needs basic, bearer or certificate.');
  }
  const realm = `realm="${options.realm.replace(/["\\]/g, '\\$&')}"`;
  const challenges = [
    ...(bearer === undefined ? [] : [`Bearer ${realm}`]),
    ...(basic === undefined ? [] : [`Basic ${realm}, charset="UTF-8"`]),
  ];
  const rejected = (scheme?: string): HttpRejection => {
    if (challenges.length === 0) return new HttpRejection(403, 'A client certificate that is known here is required.');
    return unauthorized(
      scheme === 'bearer'
        ? challenges.map((one) => (one.startsWith('Bearer') ? `${one}, error="invalid_token"` : one))
        : challenges,
    );
  };
  const find = (context: Context): { readonly scheme?: string; readonly found: Found<Principal> } => {
    const sent = context.httpHeader('Authorization');
    if (sent === undefined) {
      const der = context.clientCertificate;
      return { found: der === undefined ? undefined : certificate?.(der, context) };
    }
    const [, name = '', value = ''] = /^([!#$%&'*+.^_`|~\w-]+) +([\w\-.~+/]+=*)$/.exec(sent.trim()) ?? [];
    const scheme = name.toLowerCase();
    if (scheme === 'bearer') return { scheme, found: bearer?.(value, context) };
    const credentials = scheme === 'basic' ? decoded(value) : undefined;
    return { scheme, found: credentials && basic?.(credentials.user, credentials.password, context) };
  };
  return {
    isPresent: (context) =>
      context.httpHeader('Authorization') !== undefined ||
      (certificate !== undefined && context.clientCertificate !== undefined),
    async authenticate(context) {
      const { scheme, found } = find(context);
      const principal = await found;
      if (principal === undefined || principal === null) throw rejected(scheme);
      return principal;
    },
    principal: (context) => principalOf(context) as Principal,
  };
}

/** The principal of a request. @throws {TypeError} without one. */
export function principalOf({ principal }: { readonly principal?: unknown }): unknown {
  if (principal !== undefined) return principal;
  throw new TypeError('The request has no principal: pass `authentication` to createServer.');
}

/**
 * Takes any of several kinds of authentication: the first whose credentials a request has. A request without any gets the
 * response of the first.
 */
export function oneOf(first: ServerAuthentication, ...others: readonly ServerAuthentication[]): ServerAuthentication {
  const all = [first, ...others];
  return {
    understood: all.flatMap(({ understood = [] }) => understood),
    isPresent: (context) => all.some((one) => one.isPresent(context)),
    authenticate: (context) => (all.find((one) => one.isPresent(context)) ?? first).authenticate(context),
  };
}

/** The response to a request without valid credentials, to be thrown by `authenticate`: 401 in plain text. */
export function unauthorized(challenges: readonly string[], text = 'Sign in with valid credentials.'): HttpRejection {
  return new HttpRejection(
    401,
    text,
    challenges.flatMap((challenge) => ['WWW-Authenticate', challenge]),
  );
}

/**
 * Whether two secrets are equal, in a time that does not tell where they differ. Compare with a secret of no user where a
 * user is unknown, so that the time does not tell that either.
 */
export function equalSecrets(first: string, second: string): boolean {
  const [one, other] = [new TextEncoder().encode(first), new TextEncoder().encode(second)];
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at++)
    difference |= (one[at] as number) ^ (other[at % Math.max(1, other.length)] ?? 0);
  return difference === 0;
}

/** The user and password of Basic authentication; undefined if they are malformed. */
function decoded(base64: string): { readonly user: string; readonly password: string } | undefined {
  let text: string;
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
  const colon = text.indexOf(':');
  // Control characters are in neither (RFC 7617, 2).
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched for.
  if (colon === -1 || /[\x00-\x1f\x7f]/.test(text)) return undefined;
  return { user: text.slice(0, colon), password: text.slice(colon + 1) };
}
