import { Agent as HttpAgent } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent } from 'node:https';
import type { SecureContextOptions } from 'node:tls';
import { ClientError } from '../../client-error.ts';
import { type ConnectingTransport, connect } from '../../connecting-transport.ts';
import type { HttpProxy } from '../../node/http-proxy.ts';
import type { TransportRequest, TransportResponse } from '../../transport.ts';
import { Authenticator } from '../authenticator.ts';
import { basic } from '../basic.ts';
import { ofProxy } from '../exchange.ts';
import type { Scheme } from '../scheme.ts';
import type { SchemesAuthentication } from '../schemes-authentication.ts';
import { SentRequest, sendBy } from '../sent-request.ts';
import { TunnelAgent, Tunnels } from './tunnel-agent.ts';

export interface ProxyOptions {
  /** How the proxy is signed in to. Default Basic with the user and password of its address, if it has any. */
  readonly authentication?: SchemesAuthentication | undefined;
  /** For a proxy of https: `ca` and others of its own connection. */
  readonly tls?: SecureContextOptions | undefined;
}

/**
 * A proxy for `httpTransport({ proxy })`: addresses of https go through a tunnel (CONNECT), those of http whole.
 *
 * @param address http or https, without path.
 * @throws {ClientError} `invalid-options`. The address is not quoted, since it may have a password.
 */
export function httpProxy(address: string, options: ProxyOptions = {}): HttpProxy {
  const route = routeTo(address, 'The address of the proxy', options);
  return new Routes(() => route);
}

export interface EnvironmentProxyOptions extends ProxyOptions {
  /** Default `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * The proxies that the environment names: HTTP_PROXY, HTTPS_PROXY, and NO_PROXY with hosts that are reached directly. Names in
 * lower case come first. The user and password of an address are used if there is no `authentication`.
 *
 * @throws {ClientError} `invalid-options` for an address that is not one of http or https.
 */
export function environmentProxy({ environment = process.env, ...options }: EnvironmentProxyOptions = {}): HttpProxy {
  const value = (name: string): string => (environment[name.toLowerCase()] ?? environment[name] ?? '').trim();
  const read = (name: string): Route | undefined => {
    const text = value(name);
    return text === '' ? undefined : routeTo(text.includes('://') ? text : `http://${text}`, name, options);
  };
  const routes = { 'http:': read('HTTP_PROXY'), 'https:': read('HTTPS_PROXY') };
  const except = value('NO_PROXY');
  return new Routes((url) => (isExcept(url, except) ? undefined : routes[url.protocol as keyof typeof routes]));
}

interface Route {
  /** Without user and password. */
  readonly url: URL;
  readonly schemes: readonly Scheme[];
  readonly tls: SecureContextOptions;
  readonly tunnels: Tunnels;
}

function routeTo(text: string, name: string, { authentication, tls = {} }: ProxyOptions): Route {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new ClientError('invalid-options', `${name} is not an address of http or https.`);
  }
  const { username, password } = url;
  url.username = '';
  url.password = '';
  // Who writes a password into the address of a proxy without TLS wants it sent so.
  const ofAddress = (): readonly Scheme[] =>
    username === ''
      ? []
      : basic(decodeURIComponent(username), decodeURIComponent(password), { allowHttp: true }).schemes;
  const schemes = authentication?.schemes ?? ofAddress();
  return { url, schemes, tls, tunnels: new Tunnels(url, schemes, tls) };
}

/** As curl reads NO_PROXY: hosts with their subdomains, with or without a port; `*` for all. */
function isExcept({ hostname, port, protocol }: URL, except: string): boolean {
  const ownPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return except
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '*') return true;
      const [, host = '', wanted = ownPort] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
      const name = host.replace(/^\*?\./, '');
      return name !== '' && wanted === ownPort && (hostname === name || hostname.endsWith(`.${name}`));
    });
}

class Routes implements HttpProxy {
  readonly #routeOf: (url: URL) => Route | undefined;

  constructor(routeOf: (url: URL) => Route | undefined) {
    this.#routeOf = routeOf;
  }

  agent(url: URL, options: AgentOptions): HttpAgent | undefined {
    const route = this.#routeOf(url);
    if (route === undefined) return undefined;
    if (url.protocol === 'https:') return new TunnelAgent(route.tunnels, options);
    return route.url.protocol === 'https:' ? new HttpsAgent({ ...options, ...route.tls }) : new HttpAgent(options);
  }

  withoutTunnel(url: URL): URL | undefined {
    return url.protocol === 'http:' ? this.#routeOf(url)?.url : undefined;
  }

  over<Own extends ConnectingTransport & { close(): void }>(transport: Own): ConnectingTransport & { close(): void } {
    const authenticators = new Map<
      Route,
      Authenticator<ReturnType<NonNullable<ConnectingTransport[typeof connect]>>>
    >();
    const open = transport[connect];
    const send = async (request: TransportRequest): Promise<TransportResponse> => {
      const url = new URL(request.url);
      const route = url.protocol === 'http:' ? this.#routeOf(url) : undefined;
      if (route === undefined || route.schemes.length === 0) return await sendBy(transport, request);
      const known = authenticators.get(route);
      const authenticator =
        known ?? new Authenticator(route.schemes, ofProxy, open && (() => open.call(transport, request.url)));
      if (known === undefined) authenticators.set(route, authenticator);
      const sent = new SentRequest(transport, request, ofProxy, route.url.href, request.url);
      try {
        return await authenticator.exchange(sent);
      } finally {
        sent.end();
      }
    };
    return { send, sendLarge: send, close: () => transport.close(), [connect]: open?.bind(transport) };
  }
}
