import { ClientError } from '../client-error.ts';
import { noCredentials } from './refusals.ts';
import type { Answer, Challenged, RequestScheme, SchemeOptions, SchemeState } from './scheme.ts';
import { SchemesAuthentication } from './schemes-authentication.ts';

/** A token, or what gives one: called for the first request, and once more for a request whose token was refused. */
export type TokenSource = string | (() => string | Promise<string>);

/**
 * A bearer token (RFC 6750). A function gives a new one after a 401; calls at the same time share it.
 *
 * @throws {ClientError} `invalid-options` for a token that is not one of RFC 6750.
 */
export function bearer(token: TokenSource, options: SchemeOptions = {}): SchemesAuthentication {
  if (typeof token !== 'function') checkToken(token);
  const { allowHttp = false, realm } = options;
  const probe = typeof token === 'function' ? 'signed' : undefined;
  const begin = (): SchemeState => new BearerState(token, realm);
  const scheme: RequestScheme = { name: 'Bearer', strength: 2, allowHttp, realm, probe, begin };
  return new SchemesAuthentication([scheme]);
}

class BearerState implements SchemeState {
  readonly #source: TokenSource;
  readonly #realm: string | undefined;
  #current: Promise<Answer> | undefined;

  constructor(source: TokenSource, realm: string | undefined) {
    this.#source = source;
    this.#realm = realm;
  }

  async known(): Promise<Answer | undefined> {
    return this.#realm === undefined ? await this.#answer() : await this.#current;
  }

  async answer({ answers }: Challenged): Promise<Answer | undefined> {
    const refused = answers.at(-1);
    if (refused === undefined) return await this.#answer();
    if (answers.length > 1 || typeof this.#source === 'string') return undefined;
    const current = this.#current;
    // Another call may have renewed it, also while this one waits.
    if ((await current) === refused && this.#current === current) this.#current = undefined;
    return await this.#answer();
  }

  #answer(): Promise<Answer> {
    this.#current ??= this.#ask();
    return this.#current;
  }

  async #ask(): Promise<Answer> {
    try {
      const token = typeof this.#source === 'string' ? this.#source : await this.#source();
      checkToken(token);
      return { header: `Bearer ${token}` };
    } catch (error) {
      this.#current = undefined;
      throw noCredentials('The function of bearer() gave no token', 'cause has its error.', error);
    }
  }
}

/** The token is not quoted. */
function checkToken(token: unknown): asserts token is string {
  if (typeof token === 'string' && /^[\w.~+/-]+=*$/.test(token)) return;
  throw new ClientError(
    'invalid-options',
    'The token of Bearer is empty, or has characters that RFC 6750 does not allow.',
  );
}
