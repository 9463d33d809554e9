import { type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { connect as connectTcp, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type SecureContextOptions } from 'node:tls';
import { challengesOf } from '../../challenges.ts';
import { ClientError } from '../../client-error.ts';
import type { Connection } from '../../connecting-transport.ts';
import { headerValues } from '../../header-values.ts';
import { findHeader } from '../../http-headers.ts';
import { Authenticator } from '../authenticator.ts';
import { ofProxy, type ResponseHead, type Sending } from '../exchange.ts';
import { badHandshake } from '../refusals.ts';
import type { Scheme } from '../scheme.ts';

/** Milliseconds that a proxy may take to answer. */
const patience = 30_000;
/** Bytes of the page of a refusal that are read, so that its connection can be used again. */
const mostRefused = 1_048_576;

type Create = NonNullable<HttpAgent['createConnection']>;

/** Connects through tunnels. */
export class TunnelAgent extends HttpsAgent {
  constructor(tunnels: Tunnels, options: AgentOptions) {
    super(options);
    const create: Create = this.createConnection.bind(this);
    this.createConnection = (target, created) => {
      const { host, port } = target as { readonly host: string; readonly port: number };
      tunnels.open(host, port).then(
        (socket) => created?.(null, create({ ...target, socket } as typeof target) as Duplex),
        (error: unknown) => created?.(error as Error, undefined as never),
      );
      return undefined;
    };
  }
}

interface TunnelResponse extends ResponseHead {
  /** That of the tunnel. */
  readonly socket: Socket;
}

/** Opens tunnels through a proxy (CONNECT; RFC 9110, 9.3.6), and answers its challenges. */
export class Tunnels {
  readonly #proxy: URL;
  readonly #tls: SecureContextOptions;
  readonly #authenticator: Authenticator<ProxyConnection> | undefined;

  constructor(proxy: URL, schemes: readonly Scheme[], tls: SecureContextOptions) {
    this.#proxy = proxy;
    this.#tls = tls;
    const open = (): ProxyConnection => new ProxyConnection(proxy, tls);
    this.#authenticator = schemes.length === 0 ? undefined : new Authenticator(schemes, ofProxy, open);
  }

  /** @throws {ClientError} `proxy-authentication`, or `connection` if the proxy refuses otherwise. */
  async open(host: string, port: number): Promise<Duplex> {
    const target = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const send = ({ authorization, connection }: Sending<ProxyConnection>): Promise<TunnelResponse> =>
      (connection ?? new ProxyConnection(this.#proxy, this.#tls)).connectTo(target, authorization);
    const exchange = {
      method: 'CONNECT',
      url: this.#proxy.href,
      target,
      isLarge: false,
      hasBody: false,
      body: async () => new Uint8Array(0),
      send,
    };
    const first = { authorization: undefined, withBody: false, connection: undefined };
    const response = await (this.#authenticator?.exchange(exchange) ?? send(first));
    if (response.status >= 200 && response.status < 300) return response.socket;
    response.socket.destroy();
    throw refused(response, this.#proxy.host, target);
  }
}

function refused({ status, headers }: ResponseHead, proxy: string, target: string): ClientError {
  if (status === 407) {
    const challenges = challengesOf(headerValues(headers, 'proxy-authenticate'));
    const schemes = challenges.map(({ scheme }) => scheme.slice(0, 20)).join(', ');
    const remedy = `Configure authentication of the proxy with credentials of a scheme that it accepts (${schemes}).`;
    const text = `the proxy ${proxy} wants other credentials. ${remedy}`;
    return new ClientError('proxy-authentication', text, { httpStatus: status, headers, challenges, remedy });
  }
  const remedy = 'Ask who runs the proxy whether it allows the host and the port.';
  const text = `the proxy ${proxy} answered CONNECT ${target} with HTTP ${status}. ${remedy}`;
  return new ClientError('connection', text, { httpStatus: status, headers, remedy });
}

/** A connection to a proxy, until it becomes a tunnel. */
class ProxyConnection implements Connection {
  opened = 0;
  readonly #proxy: URL;
  readonly #tls: SecureContextOptions;
  /** Free for another CONNECT. */
  #free: Socket | undefined;

  constructor(proxy: URL, tls: SecureContextOptions) {
    this.#proxy = proxy;
    this.#tls = tls;
  }

  get isOpen(): boolean {
    return this.#free !== undefined && !this.#free.destroyed;
  }

  certificate(): undefined {
    return undefined;
  }

  close(): void {
    this.#free?.destroy();
  }

  connectTo(target: string, authorization: string | undefined): Promise<TunnelResponse> {
    const socket = this.#take();
    const { protocol } = this.#proxy;
    return new Promise((resolve, reject) => {
      const request = (protocol === 'https:' ? httpsRequest : httpRequest)({
        method: 'CONNECT',
        path: target,
        setHost: false,
        headers: ['Host', target, ...(authorization === undefined ? [] : [ofProxy.answer, authorization])],
        createConnection: () => socket,
        timeout: patience,
      });
      request.on('timeout', () => request.destroy(new Error('the proxy did not answer in time')));
      request.on('error', reject);
      request.on('connect', (response: IncomingMessage, _socket: Socket, head: Buffer) => {
        const { statusCode: status = 0, rawHeaders: headers } = response;
        socket.setTimeout(0);
        const opened: TunnelResponse = { status, headers, socket };
        if (status >= 200 && status < 300) {
          if (head.length > 0) socket.unshift(head);
          resolve(opened);
        } else if (status === 407) this.#keep(opened, head).then(() => resolve(opened), reject);
        else resolve(opened);
      });
      request.end();
    });
  }

  #take(): Socket {
    const free = this.#free;
    this.#free = undefined;
    if (free !== undefined && !free.destroyed) return free;
    this.opened++;
    const { protocol, hostname, port } = this.#proxy;
    const host = hostname.replace(/^\[|\]$/g, '');
    if (protocol !== 'https:') return connectTcp({ host, port: Number(port || 80) });
    return connectTls({ ...this.#tls, host, port: Number(port || 443), servername: host });
  }

  /** Reads past the page of a refusal, after which the connection takes the next request. */
  async #keep({ headers, socket }: TunnelResponse, head: Buffer): Promise<void> {
    const length = Number(findHeader(headers, 'content-length') ?? Number.NaN);
    const closes = /close/i.test(`${findHeader(headers, 'connection')} ${findHeader(headers, 'proxy-connection')}`);
    if (closes || !(length <= mostRefused)) {
      socket.destroy();
      return;
    }
    let rest = length - head.length;
    if (rest > 0) {
      await new Promise<void>((resolve, reject) => {
        const onData = (piece: Buffer): void => {
          rest -= piece.length;
          if (rest > 0) return;
          socket.pause();
          socket.off('data', onData).off('error', reject).off('close', onClose);
          resolve();
        };
        const onClose = (): void => reject(badHandshake('proxy', 'it ended the connection'));
        socket.on('data', onData).once('error', reject).once('close', onClose).resume();
      });
    }
    this.#free = socket;
  }
}
