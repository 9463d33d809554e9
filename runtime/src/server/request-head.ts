/** The head of an HTTP request, as an adapter knows it. */
export interface RequestHead {
  readonly method: string;
  /** What was asked for: a path with or without a query, or a whole URL. */
  readonly target: string;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  /** What the socket speaks. */
  readonly scheme: 'http' | 'https';
  /** Whether the request must name its host, as HTTP/1.1 demands. */
  readonly needsHost: boolean;
  /** Whether the headers are those of the wire, so that a body without `Content-Length` is one of unknown length. */
  readonly needsLength: boolean;
  /** Address of the peer of the socket; undefined where the host does not tell. */
  readonly peerAddress: string | undefined;
  /** The content codings that the adapter can undo. */
  readonly codings: readonly ContentCoding[];
  /** Milliseconds that the request has waited for the thread at least; absent where the adapter cannot tell. */
  readonly waited?: number;
  /** The adapter has as many connections, or unanswered requests on this one, as it may. */
  readonly excess?: boolean;
  /**
   * Called when a handler asks for its signal: `abort` is to be called as soon as the caller is gone, at once if it is
   * gone already.
   */
  onAbort?(abort: () => void): void;
}

export type ContentCoding = 'gzip' | 'deflate' | 'br';

/** The headers that decide what becomes of a request; undefined where they are absent. */
export interface HeadFields {
  host: string | undefined;
  origin: string | undefined;
  soapAction: string | undefined;
  contentType: string | undefined;
  contentLength: string | undefined;
  contentEncoding: string | undefined;
  transferEncoding: string | undefined;
}

/**
 * Picks them out in one pass. A header that is there twice is joined by a comma, which none of them can have inside, so
 * that what depends on it is refused.
 */
export function headFields(rawHeaders: readonly string[]): HeadFields {
  const fields: HeadFields = {
    host: undefined,
    origin: undefined,
    soapAction: undefined,
    contentType: undefined,
    contentLength: undefined,
    contentEncoding: undefined,
    transferEncoding: undefined,
  };
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    const value = rawHeaders[at + 1] as string;
    // Most names are told apart by their length, which costs nothing.
    switch (name.length) {
      case 4:
        if (name.toLowerCase() === 'host') fields.host = joined(fields.host, value);
        break;
      case 6:
        if (name.toLowerCase() === 'origin') fields.origin = joined(fields.origin, value);
        break;
      case 10:
        if (name.toLowerCase() === 'soapaction') fields.soapAction = joined(fields.soapAction, value);
        break;
      case 12:
        if (name.toLowerCase() === 'content-type') fields.contentType = joined(fields.contentType, value);
        break;
      case 14:
        if (name.toLowerCase() === 'content-length') fields.contentLength = joined(fields.contentLength, value);
        break;
      case 16:
        if (name.toLowerCase() === 'content-encoding') fields.contentEncoding = joined(fields.contentEncoding, value);
        break;
      case 17:
        if (name.toLowerCase() === 'transfer-encoding') {
          fields.transferEncoding = joined(fields.transferEncoding, value);
        }
        break;
    }
  }
  return fields;
}

/** The value of a header by its name in lower case; values of the same name are joined by a comma (RFC 9110, 5.3). */
export function headerValue(rawHeaders: readonly string[], lowerCaseName: string): string | undefined {
  let value: string | undefined;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === lowerCaseName.length && name.toLowerCase() === lowerCaseName) {
      value = joined(value, rawHeaders[at + 1] as string);
    }
  }
  return value;
}

function joined(before: string | undefined, value: string): string {
  return before === undefined ? value : `${before}, ${value}`;
}

/** A name or an address, with a port or without: what `Host` may say. The underscore is for names in private networks. */
const hostPattern = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/** The one that was found right last: nearly all callers of a service name the same. */
let knownHost: string | undefined;

/** Whether a URL can be made with it, too: numbers may look like a port or an address and be out of its range. */
export function isHost(value: string): boolean {
  if (value === knownHost) return true;
  if (!hostPattern.test(value) || !URL.canParse(`http://${value}/`)) return false;
  knownHost = value;
  return true;
}

/** What was asked for, taken apart. */
export interface Target {
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** Scheme and host of a target that is a whole URL; they stand in for what the socket and `Host` say. */
  readonly scheme?: 'http' | 'https';
  readonly host?: string;
}

/** Takes a target apart; undefined when it is neither a path nor a URL. A server must take both (RFC 9112, 3.2.2). */
export function splitTarget(target: string): Target | undefined {
  if (target.startsWith('/')) return pathAndQuery(target);
  const found = /^(https?):\/\/([^/?#]*)(.*)$/is.exec(target);
  const [, scheme = '', host = '', local = ''] = found ?? [];
  if (!isHost(host)) return undefined;
  return { ...pathAndQuery(local), scheme: scheme.toLowerCase() === 'https' ? 'https' : 'http', host };
}

function pathAndQuery(local: string): Target {
  const mark = local.indexOf('?');
  const path = mark === -1 ? local : local.slice(0, mark);
  return { path: path === '' ? '/' : path, query: mark === -1 ? '' : local.slice(mark + 1) };
}

/** Digits, dots, colons and what an IPv6 address has besides; nothing that could forge a line of a log. */
const address = /^(?:[0-9A-Fa-f:.]{2,45})(?:%[A-Za-z0-9_.-]{1,32})?$/;

/**
 * The address of whoever calls, for logs: that of the socket's peer. A proxy that is trusted stands before the caller, and
 * has added the address that it saw to the end of `X-Forwarded-For`; what stands before that anybody can have written.
 */
export function callerAddress(
  { peerAddress, rawHeaders }: RequestHead,
  { trustProxy }: { readonly trustProxy: boolean },
): string | undefined {
  if (!trustProxy) return peerAddress;
  const last = headerValue(rawHeaders, 'x-forwarded-for')?.split(',').at(-1)?.trim();
  const forwarded = last === undefined ? undefined : withoutPort(last);
  return forwarded !== undefined && address.test(forwarded) ? forwarded : peerAddress;
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}
