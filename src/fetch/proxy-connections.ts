import type { SecureContextOptions } from 'node:tls';
import { Authenticator, ofServer } from '@soapwright/runtime/client/authentication';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { Environment } from '../contract/index.ts';
import { type Diagnostic, fetching as kinds, report } from '../diagnostics/index.ts';
import type { Access } from './access.ts';
import { OwnConnection } from './own-connection.ts';
import { type TunnelProxy, tunnelConnector } from './proxy-tunnels.ts';

type Scheme = 'http:' | 'https:';

/** The proxy of each scheme; absent for none. */
export interface Proxies {
  readonly 'http:'?: URL;
  readonly 'https:'?: URL;
  /** As in NO_PROXY. */
  readonly except: string;
}

/** Reads HTTP_PROXY, HTTPS_PROXY and NO_PROXY; as everywhere, names in lower case take precedence. */
export function readProxies(environment: Environment): {
  readonly proxies: Proxies;
  readonly diagnostics: readonly Diagnostic[];
} {
  const diagnostics: Diagnostic[] = [];
  const read = (variable: string): URL | undefined => {
    const name = environment[variable.toLowerCase()] === undefined ? variable : variable.toLowerCase();
    const text = environment[name]?.trim();
    if (text === undefined || text === '') return undefined;
    const address = text.includes('://') ? text : `http://${text}`;
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
    // Not the value, which may contain a password.
    const reason = url === undefined ? 'it is not an address' : `${url.protocol}// is not http:// or https://`;
    diagnostics.push(report(kinds.badProxy, { name, reason }));
    return undefined;
  };
  const http = read('HTTP_PROXY');
  const https = read('HTTPS_PROXY');
  const except = environment.no_proxy ?? environment.NO_PROXY ?? '';
  return {
    proxies: { ...(http !== undefined && { 'http:': http }), ...(https !== undefined && { 'https:': https }), except },
    diagnostics,
  };
}

/** Connections to servers, kept open between requests: with and without the client's certificate. */
export class Connections {
  readonly #access: Access;
  readonly #proxies: Proxies;
  readonly #dispatchers = new Map<string, Dispatcher>();
  readonly #own: OwnConnection[] = [];
  readonly #authenticators = new Map<string, Authenticator<OwnConnection>>();

  constructor(access: Access, proxies: Proxies) {
    this.#access = access;
    this.#proxies = proxies;
  }

  /** @param trusted whether credentials may be sent there. */
  dispatcher(address: URL, trusted: boolean): Dispatcher {
    const scheme = address.protocol === 'https:' ? 'https:' : 'http:';
    const key = `${scheme} ${trusted}`;
    const known = this.#dispatchers.get(key) ?? this.#create(scheme, trusted);
    this.#dispatchers.set(key, known);
    return known;
  }

  /** Signs requests to the address in; undefined if that was not asked for. */
  authenticator(address: URL): Authenticator<OwnConnection> | undefined {
    const { authentication } = this.#access;
    if (authentication === undefined) return undefined;
    const known = this.#authenticators.get(address.origin);
    if (known !== undefined) return known;
    const scheme = address.protocol === 'https:' ? 'https:' : 'http:';
    const open = (): OwnConnection => {
      const own = new OwnConnection((connect) => this.#create(scheme, true, connect), this.#connector(scheme, true));
      this.#own.push(own);
      return own;
    };
    const made = new Authenticator(authentication.schemes, ofServer, open);
    this.#authenticators.set(address.origin, made);
    return made;
  }

  proxy({ protocol }: URL): URL | undefined {
    return protocol === 'https:' ? this.#proxies['https:'] : this.#proxies['http:'];
  }

  async close(): Promise<void> {
    // Not close(), which waits for responses that nobody reads any more.
    const own = this.#own.map(({ dispatcher }) => dispatcher);
    await Promise.all([...this.#dispatchers.values(), ...own].map((dispatcher) => dispatcher.destroy()));
  }

  #tls(trusted: boolean): SecureContextOptions {
    const { client, authorities } = this.#access;
    return { ...authorities, ...(trusted && client) };
  }

  /** The proxy whose demands are answered; undefined for Basic, which undici sends. */
  #tunnel(scheme: Scheme): TunnelProxy | undefined {
    const { proxySchemes: schemes } = this.#access;
    const url = scheme === 'https:' ? this.#proxies[scheme] : undefined;
    return url === undefined || schemes === undefined ? undefined : { url, except: this.#proxies.except, schemes };
  }

  #connector(scheme: Scheme, trusted: boolean): buildConnector.connector {
    const tunnel = this.#tunnel(scheme);
    const tls = this.#tls(trusted);
    return tunnel === undefined ? buildConnector(tls) : tunnelConnector(tunnel, tls, this.#access.authorities);
  }

  /** @param connect opens the only connection; undefined for as many as are needed. */
  #create(scheme: Scheme, trusted: boolean, connect?: buildConnector.connector): Dispatcher {
    const tls = this.#tls(trusted);
    if (this.#tunnel(scheme) !== undefined) {
      const own = connect !== undefined && { connections: 1 };
      return new Agent({ connect: connect ?? this.#connector(scheme, trusted), ...own });
    }
    const proxy = this.#proxies[scheme]?.href ?? '';
    return new EnvHttpProxyAgent({
      // One scheme each: undici would send https through the proxy for http, which no other program does.
      httpProxy: scheme === 'http:' ? proxy : '',
      httpsProxy: scheme === 'https:' ? proxy : '',
      noProxy: this.#proxies.except,
      // Many proxies allow CONNECT to port 443 only.
      proxyTunnel: false,
      connect: connect ?? tls,
      ...(connect !== undefined && { connections: 1 }),
      requestTls: tls,
      proxyTls: this.#access.authorities,
    });
  }
}
