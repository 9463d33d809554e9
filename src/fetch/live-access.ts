import { ClientError } from '@soapwright/runtime/client';
import type { Diagnostic } from '../diagnostics/index.ts';
import { type AccessOptions, readAccess } from './access.ts';
import { refusedSignIn } from './download.ts';
import { Connections, readProxies } from './proxy-connections.ts';
import type { Surroundings } from './secret-places.ts';
import { signedRequest } from './signed-request.ts';

/** A message to the address of a service. */
export interface LiveMessage {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Uint8Array;
  readonly signal: AbortSignal;
}

export interface LiveHead {
  readonly status: number;
  /** Empty without one. */
  readonly contentType: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Posts messages to one service with the credentials, certificates and proxies of a command. */
export class LiveAccess {
  readonly #address: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #connections: Connections;

  private constructor(address: URL, headers: Readonly<Record<string, string>>, connections: Connections) {
    this.#address = address;
    this.#headers = headers;
    this.#connections = connections;
  }

  /** @returns no access if an option is wrong, as the diagnostics say. */
  static open(
    url: string,
    options: AccessOptions,
    surroundings: Surroundings,
  ): { readonly access: LiveAccess | undefined; readonly diagnostics: readonly Diagnostic[] } {
    const { access, diagnostics } = readAccess(options, surroundings, url);
    const { proxies, diagnostics: wrongProxies } = readProxies(surroundings.environment);
    const all = [...diagnostics, ...wrongProxies];
    if (all.length > 0) return { access: undefined, diagnostics: all };
    const connections = new Connections(access, proxies);
    return { access: new LiveAccess(new URL(url), access.headers, connections), diagnostics: [] };
  }

  /** A text with the reason if the message was not signed in. Other errors are those of undici. */
  async post({ headers, body, signal }: LiveMessage): Promise<LiveHead | string> {
    const named = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
    try {
      const response = await signedRequest(this.#address, this.#connections, {
        trusted: true,
        method: 'POST',
        headers: { ...this.#headers, ...named },
        body,
        signal,
      });
      const { statusCode: status, headers: received } = response;
      return { status, contentType: [received['content-type'] ?? ''].flat()[0] ?? '', body: response.body };
    } catch (error) {
      if (error instanceof ClientError) return refusedSignIn(error, this.#address).message.replace(/\.$/, '');
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#connections.close();
  }
}
