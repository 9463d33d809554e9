import { type Diagnostic, fetching as kinds, report } from '../diagnostics/index.ts';
import { shownAddress } from './shown-address.ts';

/** Why no connection was made, by Node's codes. */
const reasons: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'the name of the host cannot be looked up at the moment',
  ECONNREFUSED: 'nothing listens there',
  EHOSTUNREACH: 'there is no route to the host',
  EMFILE: 'this process has too many open files',
  ENETUNREACH: 'there is no route to the network',
  ENOTFOUND: 'there is no host of this name',
  ETIMEDOUT: 'the host does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the response are too long',
};

/** The server closed the connection, usually one that was kept open. */
const lost = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);

/** Node's codes for certificates that it does not accept: those of OpenSSL's verification, and its own. */
const certificateCodes =
  /^(?:CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH|INVALID_|PATH_LENGTH)/;

const certificateReasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another host',
  SELF_SIGNED_CERT_IN_CHAIN: 'its authority is unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its authority is unknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its authority is unknown',
};

/** The diagnostic for an error of a request, or that the connection was lost, which may be tried again. */
export function failureOf(error: unknown, address: URL, proxy: URL | undefined): Diagnostic | 'connection lost' {
  const { code, message } = innermost(error);
  const host = address.host;
  const tunnel =
    /^Proxy response \((\d+)\)/.exec(message)?.[1] ?? /^Proxy Authentication Required \((\d+)\)/.exec(message)?.[1];
  if (proxy !== undefined && (tunnel !== undefined || isAbout(proxy, address, error))) {
    const reason = tunnel === undefined ? reasonOf(code, message) : tunnelReason(tunnel);
    return report(kinds.proxyFailed, { proxy: proxy.host, host, reason });
  }
  if (certificateCodes.test(code)) {
    return report(kinds.untrusted, { host, reason: certificateReasons[code] ?? code });
  }
  // OpenSSL's alerts of the server, such as "certificate required".
  const alert = /^ERR_SSL_(.*ALERT.*|.*HANDSHAKE.*)$/.exec(code)?.[1];
  if (alert !== undefined) {
    return report(kinds.clientCertificateRefused, { host, reason: alert.toLowerCase().replaceAll('_', ' ') });
  }
  if (lost.has(code)) return 'connection lost';
  return report(kinds.notConnected, { address: shownAddress(address), reason: reasonOf(code, message) });
}

function tunnelReason(status: string): string {
  return status === '407' ? 'it asks for a user name and a password' : `it answered with the HTTP status ${status}`;
}

function reasonOf(code: string, message: string): string {
  if (reasons[code] !== undefined) return reasons[code];
  if (code.startsWith('HPE_')) return 'the response is not HTTP';
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG')
    return 'the response is not TLS';
  return code === '' ? message : `the system reports ${code}`;
}

/** Whether the connection that failed was the one to the proxy. */
function isAbout(proxy: URL, address: URL, error: unknown): boolean {
  const { hostname, port } = innermost(error);
  if (hostname !== undefined) return hostname === proxy.hostname && hostname !== address.hostname;
  return port !== undefined && portOf(proxy) === port && portOf(address) !== port;
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

interface SystemError {
  readonly code: string;
  readonly message: string;
  readonly hostname: string | undefined;
  readonly port: number | undefined;
}

/** Node tries all addresses of a host, and collects their errors in an AggregateError; undici may wrap a cause. */
function innermost(error: unknown): SystemError {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  if (!(error instanceof Error)) return { code: '', message: String(error), hostname: undefined, port: undefined };
  const { code, hostname, port } = error as Error & { code?: unknown; hostname?: unknown; port?: unknown };
  if (error.cause instanceof Error && (typeof code !== 'string' || code === 'UND_ERR_PRX_TLS'))
    return innermost(error.cause);
  return {
    // The errors of undici's parser have no code if they end the connection.
    code: typeof code === 'string' ? code : error.name === 'HTTPParserError' ? 'HPE_' : '',
    message: error.message,
    hostname: typeof hostname === 'string' ? hostname : undefined,
    port: typeof port === 'number' ? port : undefined,
  };
}
