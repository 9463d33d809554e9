import { type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { Environment } from '../contract/index.ts';
import { type Diagnostic, fetching as kinds, report } from '../diagnostics/index.ts';
import type { Access } from './access.ts';

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

  proxy({ protocol }: URL): URL | undefined {
    return protocol === 'https:' ? this.#proxies['https:'] : this.#proxies['http:'];
  }

  async close(): Promise<void> {
    // Not close(), which waits for responses that nobody reads any more.
    await Promise.all([...this.#dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
  }

  #create(scheme: Scheme, trusted: boolean): Dispatcher {
    const { client, authorities } = this.#access;
    const tls = { ...authorities, ...(trusted && client) };
    const proxy = this.#proxies[scheme]?.href ?? '';
    return new EnvHttpProxyAgent({
      // One scheme each: undici would send https through the proxy for http, which no other program does.
      httpProxy: scheme === 'http:' ? proxy : '',
      httpsProxy: scheme === 'https:' ? proxy : '',
      noProxy: this.#proxies.except,
      // Many proxies allow CONNECT to port 443 only.
      proxyTunnel: false,
      connect: tls,
      requestTls: tls,
      proxyTls: authorities,
    });
  }
}
