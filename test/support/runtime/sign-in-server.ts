import { createHash, createHmac, randomBytes, X509Certificate } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { md4 } from '../../../runtime/src/client/authentication/node/md4.ts';
import { contentTypes, envelope, validResponse } from './sample-binding.ts';

/** What a request was, for expectations. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
  readonly bytes: number;
  /** Number of the connection, from 1. */
  readonly connection: number;
  readonly status: number;
}

/** Lets a request pass (undefined), or names headers of the response with 401. */
export type Guard = (
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
) => readonly (readonly [string, string])[] | undefined;

export interface SignInServer {
  readonly address: string;
  readonly port: number;
  readonly seen: SeenRequest[];
  close(): Promise<void>;
}

/** A service whose response to every request that its guard lets pass is valid. @param result in the body of SOAP. */
export async function signInServer(guard: Guard, tls?: ServerOptions, result = validResponse): Promise<SignInServer> {
  const seen: SeenRequest[] = [];
  const numbers = new WeakMap<Socket, number>();
  let connections = 0;
  const listener: RequestListener = (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces);
      const refused = guard(request, body, response);
      const status = refused === undefined ? 200 : 401;
      const { method = '', url = '' } = request;
      const connection = numbers.get(request.socket) ?? ++connections;
      numbers.set(request.socket, connection);
      const { authorization } = request.headers;
      seen.push({ method, url, authorization, bytes: body.length, connection, status });
      if (refused !== undefined) {
        const page = '<p>Sign in.</p>';
        const headers = [...refused.flat(), 'Content-Type', 'text/html', 'Content-Length', String(page.length)];
        response.writeHead(401, headers).end(page);
        return;
      }
      const text = body.length === 0 && method === 'POST' ? '' : envelope('1.1', result);
      response.writeHead(body.length === 0 && method === 'POST' ? 400 : 200, { 'Content-Type': contentTypes['1.1'] });
      response.end(text);
    });
  };
  const server: Server = tls === undefined ? createServer(listener) : createSecureServer(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `${tls === undefined ? 'http' : 'https'}://localhost:${port}/soap?a=1`,
    port,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export interface DigestGuardOptions {
  readonly user: string;
  readonly password: string;
  readonly algorithm?: string;
  readonly qop?: string;
  readonly userhash?: boolean;
  /** Requests that a nonce is good for; default all. */
  readonly uses?: number;
  /** Sends `nextnonce`. */
  readonly next?: boolean;
  /** Sends this in the place of the right `rspauth`. */
  readonly rspauth?: string;
}

/** Demands Digest, and checks answers by hash functions of node:crypto (RFC 7616, 3.4). */
export function digestGuard(options: DigestGuardOptions): Guard {
  const {
    user,
    password,
    algorithm = 'MD5',
    qop = 'auth',
    userhash = false,
    uses = Number.POSITIVE_INFINITY,
  } = options;
  const realm = 'the service';
  const counts = new Map<string, number>();
  const h = (text: string | Buffer): string =>
    createHash(/^sha-256/i.test(algorithm) ? 'sha256' : 'md5')
      .update(text)
      .digest('hex');
  const fresh = (): string => {
    const nonce = randomBytes(12).toString('base64');
    counts.set(nonce, 0);
    return nonce;
  };
  const challenge = (stale: boolean): readonly (readonly [string, string])[] => [
    [
      'WWW-Authenticate',
      `Digest realm="${realm}", nonce="${fresh()}", algorithm=${algorithm}${qop === '' ? '' : `, qop="${qop}"`}` +
        `, opaque="o,\\"p", charset=UTF-8${stale ? ', stale=true' : ''}${userhash ? ', userhash=true' : ''}`,
    ],
  ];
  return (request, body, response) => {
    const sent = request.headers.authorization ?? '';
    const named = (name: string): string => {
      const [, quoted, plain] = new RegExp(`[ ,]${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^ ,]*))`).exec(sent) ?? [];
      return quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '';
    };
    const nonce = named('nonce');
    const count = counts.get(nonce);
    if (!sent.startsWith('Digest ') || count === undefined) return challenge(sent !== '');
    const encodedUser = sent.match(/username\*=UTF-8''([^,]*)/)?.[1];
    const name = encodedUser === undefined ? named('username') : decodeURIComponent(encodedUser);
    if (name !== (userhash ? h(`${user}:${realm}`) : user) || named('opaque') !== 'o,"p') return challenge(false);
    const secret = h(`${user}:${realm}:${password}`);
    const a1 = /-sess$/i.test(algorithm) ? h(`${secret}:${nonce}:${named('cnonce')}`) : secret;
    const used = named('qop');
    const counted = used === '' ? nonce : `${nonce}:${named('nc')}:${named('cnonce')}:${used}`;
    const a2 = `:${request.url}${used === 'auth-int' ? `:${h(body)}` : ''}`;
    if (named('uri') !== request.url || named('response') !== h(`${a1}:${counted}:${h(`${request.method}${a2}`)}`)) {
      return challenge(false);
    }
    if (used !== '' && Number.parseInt(named('nc'), 16) !== count + 1) return challenge(true);
    if (count >= uses) return challenge(true);
    counts.set(nonce, count + 1);
    const proof = options.rspauth ?? h(`${a1}:${counted}:${h(`:${request.url}`)}`);
    const next = options.next === true ? `, nextnonce="${fresh()}"` : '';
    const info = `rspauth="${proof}", cnonce="${named('cnonce')}", nc=${named('nc')}, qop=${used}${next}`;
    if (used === 'auth') response.setHeader('Authentication-Info', info);
    return undefined;
  };
}

/** Demands Basic. */
export function basicGuard(user: string, password: string): Guard {
  const wanted = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return ({ headers }) =>
    headers.authorization === wanted ? undefined : [['WWW-Authenticate', 'Basic realm="the service", charset="UTF-8"']];
}

export interface NtlmGuardOptions {
  readonly user: string;
  readonly password: string;
  readonly domain: string;
  /** Of the server, for Extended Protection: demands its hash. */
  readonly certificate?: string;
  /** Forgets the connection after each request. */
  readonly forgets?: boolean;
  /** Changes the second message. */
  readonly change?: (message: Buffer) => Buffer;
}

/** Demands NTLMv2 of each connection (MS-NLMP, MS-NTHT), and checks the MIC. */
export function ntlmGuard(options: NtlmGuardOptions): Guard {
  interface State {
    negotiate?: Buffer;
    challenge?: Buffer;
    isSignedIn?: boolean;
  }
  const states = new WeakMap<Socket, State>();
  const demand: readonly (readonly [string, string])[] = [['WWW-Authenticate', 'NTLM']];
  return ({ headers, socket }) => {
    const state = states.get(socket) ?? {};
    states.set(socket, state);
    const message = Buffer.from(/^NTLM (.*)$/.exec(headers.authorization ?? '')?.[1] ?? '', 'base64');
    if (message.length === 0) {
      const isSignedIn = state.isSignedIn === true;
      if (options.forgets === true) state.isSignedIn = false;
      return isSignedIn ? undefined : demand;
    }
    if (message.readUInt32LE(8) === 1) {
      state.negotiate = message;
      const made = ntlmChallenge();
      state.challenge = options.change?.(made) ?? made;
      return [['WWW-Authenticate', `NTLM ${state.challenge.toString('base64')}`]];
    }
    if (state.negotiate === undefined || state.challenge === undefined) return demand;
    state.isSignedIn = isRight(message, state.negotiate, state.challenge, options);
    const passes = state.isSignedIn;
    if (options.forgets === true) state.isSignedIn = false;
    return passes ? undefined : demand;
  };
}

const pair = (id: number, value: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(value.length, 2);
  return Buffer.concat([head, value]);
};

function ntlmChallenge(): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigUInt64LE(BigInt(Date.now() + 11_644_473_600_000) * 10_000n);
  const name = Buffer.from('CORP', 'utf16le');
  const info = Buffer.concat([pair(2, name), pair(1, name), pair(7, time), pair(0, Buffer.alloc(0))]);
  const head = Buffer.alloc(56);
  head.write('NTLMSSP\0', 'latin1');
  head.writeUInt32LE(2, 8);
  head.writeUInt16LE(name.length, 12);
  head.writeUInt16LE(name.length, 14);
  head.writeUInt32LE(56, 16);
  head.writeUInt32LE(0xe2898235, 20);
  randomBytes(8).copy(head, 24);
  head.writeUInt16LE(info.length, 40);
  head.writeUInt16LE(info.length, 42);
  head.writeUInt32LE(56 + name.length, 44);
  return Buffer.concat([head, name, info]);
}

function isRight(message: Buffer, negotiate: Buffer, challenge: Buffer, options: NtlmGuardOptions): boolean {
  const field = (at: number): Buffer =>
    message.subarray(message.readUInt32LE(at + 4), message.readUInt32LE(at + 4) + message.readUInt16LE(at));
  const hmac = (key: Buffer, ...parts: Buffer[]): Buffer =>
    createHmac('md5', key).update(Buffer.concat(parts)).digest();
  const [response, domain, user] = [field(20), field(28).toString('utf16le'), field(36).toString('utf16le')];
  if (message.readUInt32LE(8) !== 3 || user.toLowerCase() !== options.user.toLowerCase()) return false;
  const password = Buffer.from(options.password, 'utf16le');
  const key = hmac(Buffer.from(md4(password)), Buffer.from(user.toUpperCase() + domain, 'utf16le'));
  const [proof, blob] = [response.subarray(0, 16), response.subarray(16)];
  if (domain !== options.domain || !hmac(key, challenge.subarray(24, 32), blob).equals(proof)) return false;
  const pairs = blob.subarray(28);
  if (options.certificate !== undefined && !pairs.includes(pair(10, bindings(options.certificate)))) return false;
  // curl sends no MIC, and says so.
  if (!pairs.includes(pair(6, Buffer.from([2, 0, 0, 0])))) return options.certificate === undefined;
  const unsigned = Buffer.concat([message.subarray(0, 72), Buffer.alloc(16), message.subarray(88)]);
  return hmac(hmac(key, proof), negotiate, challenge, unsigned).equals(message.subarray(72, 88));
}

function bindings(certificate: string): Buffer {
  const hash = createHash('sha256').update(new X509Certificate(certificate).raw).digest();
  const data = Buffer.concat([Buffer.from('tls-server-end-point:'), hash]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return createHash('md5')
    .update(Buffer.concat([Buffer.alloc(16), length, data]))
    .digest();
}
