import { type ClientOptions, SoapClient, SoapFault } from '@soapwright/runtime/client';
import { type IssuedToken, issuedToken } from './issued-token.ts';
import { type TokenRequest, tokenRequest } from './token-request.ts';
import { trustOperations } from './trust-operations.ts';

export interface StsClientOptions extends TokenRequest {
  /**
   * How the STS is called: its address, and `security(…)` or `messageSecurity(…)` by which the client authenticates. A
   * token for a key needs a request that the key has signed.
   */
  readonly client: ClientOptions & { readonly address: string };
  /** Seconds before the end of a token from which a new one is fetched; default 60, at most half of its lifetime. */
  readonly renewBefore?: number | undefined;
  /** Whether an old token is renewed (Renew) before a new one is asked for; default false. */
  readonly renew?: boolean | undefined;
  /** The time in milliseconds since 1970; default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** A security token service of WS-Trust 1.3 or 1.4, with the token that it has issued last. */
export interface StsClient {
  /**
   * The assertion for a message, for the option `assertion` of `security` and of `sign`. All callers share one token until
   * shortly before its end, and one request for the next one. A token without an end is fetched for each message.
   *
   * @throws {SoapFault} when the STS refuses. @throws {ClientError} when it cannot be reached or answers something else.
   */
  readonly assertion: () => Promise<string>;
  /** Forgets the token, for one that a service has rejected. */
  forget(): void;
}

/**
 * A client of an STS: issues assertions of SAML 2.0 for one service, as bearer tokens or for a public key.
 *
 * @throws {TypeError} for a key without a public one, and for a `renewBefore` that is negative.
 * @see https://docs.oasis-open.org/ws-sx/ws-trust/v1.4/ws-trust.html
 */
export function stsClient(options: StsClientOptions): StsClient {
  const tokens = new TokenCache(options);
  return { assertion: () => tokens.current(), forget: () => tokens.forget() };
}

interface CachedToken extends IssuedToken {
  /** From when a new one is fetched, in milliseconds since 1970. */
  readonly until: number;
}

class TokenCache {
  readonly #options: StsClientOptions;
  readonly #client: SoapClient;
  readonly #renewBefore: number;
  readonly #now: () => number;
  #token: CachedToken | undefined;
  #pending: Promise<CachedToken> | undefined;

  constructor(options: StsClientOptions) {
    const { key, renewBefore = 60, now = Date.now } = options;
    if (key !== undefined && key.publicKey === undefined) throw new TypeError('A token is for a public key.');
    if (!(renewBefore >= 0)) throw new TypeError('renewBefore is in seconds, not negative.');
    this.#options = options;
    this.#client = new SoapClient(options.client);
    this.#renewBefore = renewBefore * 1000;
    this.#now = now;
  }

  async current(): Promise<string> {
    const known = this.#token;
    if (known !== undefined && this.#now() < known.until) return known.xml;
    this.#pending ??= this.#fetch(known).finally(() => {
      this.#pending = undefined;
    });
    return (await this.#pending).xml;
  }

  forget(): void {
    this.#token = undefined;
  }

  async #fetch(known: CachedToken | undefined): Promise<CachedToken> {
    const start = this.#now();
    const { xml, expiresAt = start } = await this.#renewed(known);
    const until = expiresAt - Math.min(this.#renewBefore, (expiresAt - start) / 2);
    const token = { xml, expiresAt, until };
    this.#token = token;
    return token;
  }

  async #renewed(known: CachedToken | undefined): Promise<IssuedToken> {
    const isValid = known?.expiresAt !== undefined && this.#now() < known.expiresAt;
    if (this.#options.renew !== true || known === undefined || !isValid) return await this.#request(undefined);
    try {
      return await this.#request(known.xml);
    } catch (error) {
      // The STS may refuse to renew it, for whatever reason, and still issue another one.
      if (error instanceof SoapFault) return await this.#request(undefined);
      throw error;
    }
  }

  async #request(renewed: string | undefined): Promise<IssuedToken> {
    const operation = trustOperations[renewed === undefined ? 'Issue' : 'Renew'];
    const response = await this.#client.call(operation, tokenRequest(this.#options, renewed, this.#now()));
    return await issuedToken(response, this.#options.key === undefined ? 'bearer' : 'holder-of-key');
  }
}
