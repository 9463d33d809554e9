/** The head of an HTTP request, as an adapter knows it. */
export interface RequestHead {
  readonly method: string;
  /** The request target: a path with or without a query, or an absolute URL. */
  readonly target: string;
  /** Names and values in turn, as received. */
  readonly rawHeaders: readonly string[];
  /** The scheme of the connection itself. */
  readonly scheme: 'http' | 'https';
  /** Whether a `Host` header is required, as in HTTP/1.1. */
  readonly needsHost: boolean;
  /** Whether the headers are complete, so that a body without `Content-Length` has an unknown length. */
  readonly needsLength: boolean;
  /** Address of the socket's peer; undefined where the host does not provide it. */
  readonly peerAddress: string | undefined;
  /** The caller's verified certificate, in DER. */
  readonly clientCertificate?: Uint8Array | undefined;
  /** The content codings that the adapter can decode. */
  readonly codings: readonly ContentCoding[];
  /** Milliseconds that the request has waited for the thread, at least; absent if the adapter cannot measure it. */
  readonly waited?: number;
  /** The adapter's limit on connections, or on pending requests of this connection, is exceeded. */
  readonly excess?: boolean;
  /** The host has chosen the service by its own routes: the path of the request is that of the service. */
  readonly mounted?: boolean | undefined;
  /** The pages made the request of a posted form: it has neither header blocks of WS-Addressing nor parts, and needs none. */
  readonly isForm?: true | undefined;
  /**
   * Registers a callback for the end of the connection; it is called at once if the caller has already disconnected.
   */
  onAbort?(abort: () => void): void;
}

export type ContentCoding = 'gzip' | 'deflate' | 'br';

/** The headers that a server evaluates; undefined if absent. */
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
 * Extracts them in one pass. Duplicates are joined by a comma, which is invalid in each of these headers, so that the
 * request is rejected.
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
    // The length distinguishes most names at no cost.
    switch (name.length) {
      case 4:
        if (isName(name, 'Host', 'host')) fields.host = joined(fields.host, value);
        break;
      case 6:
        if (isName(name, 'Origin', 'origin')) fields.origin = joined(fields.origin, value);
        break;
      case 10:
        if (isName(name, 'SOAPAction', 'soapaction')) fields.soapAction = joined(fields.soapAction, value);
        break;
      case 12:
        if (isName(name, 'Content-Type', 'content-type')) fields.contentType = joined(fields.contentType, value);
        break;
      case 14:
        if (isName(name, 'Content-Length', 'content-length'))
          fields.contentLength = joined(fields.contentLength, value);
        break;
      case 16:
        if (isName(name, 'Content-Encoding', 'content-encoding'))
          fields.contentEncoding = joined(fields.contentEncoding, value);
        break;
      case 17:
        if (isName(name, 'Transfer-Encoding', 'transfer-encoding')) {
          fields.transferEncoding = joined(fields.transferEncoding, value);
        }
        break;
    }
  }
  return fields;
}

/** Whether a name is this one in any case; most callers write the usual spelling. */
function isName(name: string, usual: string, lowerCase: string): boolean {
  return name === usual || name.toLowerCase() === lowerCase;
}

/** The value of a header by its name in lower case; duplicates are joined by a comma (RFC 9110, 5.3). */
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

function joined(first: string | undefined, value: string): string {
  return first === undefined ? value : `${first}, ${value}`;
}

/** A name or address with an optional port, as in `Host`. Names in private networks may have underscores. */
const hostPattern = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/** The last valid host: nearly all callers of a service use the same. */
let lastHost: string | undefined;

/** Also checks that a URL can hold it: ports and addresses may be out of range. */
export function isHost(value: string): boolean {
  if (value === lastHost) return true;
  if (!hostPattern.test(value) || !URL.canParse(`http://${value}/`)) return false;
  lastHost = value;
  return true;
}

/** The parts of a request target. */
export interface Target {
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** Scheme and host of an absolute URL; they replace those of the socket and of `Host`. */
  readonly scheme?: 'http' | 'https';
  readonly host?: string;
}

/** Splits a request target; undefined if it is neither a path nor a URL. A server must accept both (RFC 9112, 3.2.2). */
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

/** The characters of IPv4 and IPv6 addresses; none of them can forge a line of a log. */
const address = /^(?:[0-9A-Fa-f:.]{2,45})(?:%[A-Za-z0-9_.-]{1,32})?$/;

/**
 * The caller's address, for logs: that of the socket's peer, or behind a trusted proxy the last one in `X-Forwarded-For`,
 * which the proxy has added. Callers can forge the others.
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

/** The request id of a proxy (`X-Request-Id`), unless it has characters that could forge a line of a log, or is too long. */
export function proxyRequestId({ rawHeaders }: RequestHead): string | undefined {
  const id = headerValue(rawHeaders, 'x-request-id');
  return id !== undefined && /^[A-Za-z0-9._:+/=@-]{1,128}$/.test(id) ? id : undefined;
}

/** The trace id of a valid `traceparent` (https://www.w3.org/TR/trace-context/#traceparent-header), for logs. */
export function traceIdOf({ rawHeaders }: RequestHead): string | undefined {
  const fields = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-|$)/.exec(
    headerValue(rawHeaders, 'traceparent') ?? '',
  );
  if (fields === null || /^0+$/.test(fields[1] ?? '') || /^0+$/.test(fields[2] ?? '')) return undefined;
  return fields[1];
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}
