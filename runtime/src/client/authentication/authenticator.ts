import { challengesOf } from '../challenges.ts';
import { type Challenge, ClientError } from '../client-error.ts';
import type { Connection } from '../connecting-transport.ts';
import { headerValues } from '../header-values.ts';
import { findHeader } from '../http-headers.ts';
import { connectionExchange, type SignedConnection } from './connection-exchange.ts';
import type { Exchange, Place, ResponseHead } from './exchange.ts';
import { requireProtected } from './protected-address.ts';
import { foreignRealm, notOffered, weakerScheme } from './refusals.ts';
import {
  type Answer,
  type ConnectionScheme,
  isOfConnection,
  type RequestScheme,
  type Scheme,
  type SchemeState,
  type SignedRequest,
} from './scheme.ts';

/** Signs requests to one origin in. All calls of a client share it, with what is known of the schemes. */
export class Authenticator<Own extends Connection> {
  readonly #schemes: readonly Scheme[];
  readonly #place: Place;
  readonly #connect: (() => Own) | undefined;
  readonly #states = new Map<Scheme, SchemeState>();
  readonly #connections: SignedConnection<Own>[] = [];
  /** The scheme that answered before; the only one that is configured. */
  #chosen: Scheme | undefined;

  /** @param connect opens a connection of its own; undefined where that is impossible. */
  constructor(schemes: readonly Scheme[], place: Place, connect: (() => Own) | undefined) {
    this.#schemes = [...schemes].sort((a, b) => b.strength - a.strength);
    this.#place = place;
    this.#connect = connect;
    if (schemes.length === 1) this.#chosen = schemes[0];
  }

  /**
   * Sends a request with credentials.
   *
   * @returns the response: with the status of the challenge if the credentials were refused.
   * @throws {ClientError} instead of sending credentials that the configuration does not allow.
   */
  async exchange<Response extends ResponseHead>(exchange: Exchange<Own, Response>): Promise<Response> {
    const chosen = this.#chosen;
    if (chosen === undefined) {
      this.#checkAddress(this.#schemes.find(({ allowHttp }) => allowHttp) ?? (this.#schemes[0] as Scheme), exchange);
      return await this.#choose(exchange);
    }
    this.#checkAddress(chosen, exchange);
    if (isOfConnection(chosen)) return await this.#onConnection(chosen, exchange);
    return await this.#signed(chosen, exchange);
  }

  /** Learns from a request without credentials which schemes are offered. */
  async #choose<Response extends ResponseHead>(exchange: Exchange<Own, Response>): Promise<Response> {
    const first = await exchange.send({ authorization: undefined, withBody: !exchange.isLarge, connection: undefined });
    if (!this.#isChallenge(first)) return exchange.isLarge ? await this.#plain(exchange) : first;
    const scheme = this.#strongest(first);
    this.#checkAddress(scheme, exchange);
    if (isOfConnection(scheme)) return await this.#onConnection(scheme, exchange);
    return await this.#answered(scheme, exchange, first, []);
  }

  /** After an empty request that was not challenged. */
  #plain<Response extends ResponseHead>(exchange: Exchange<Own, Response>): Promise<Response> {
    return exchange.send({ authorization: undefined, withBody: true, connection: undefined });
  }

  async #signed<Response extends ResponseHead>(
    scheme: RequestScheme,
    exchange: Exchange<Own, Response>,
  ): Promise<Response> {
    const state = this.#stateOf(scheme);
    const probe = exchange.isLarge ? scheme.probe : undefined;
    const known = probe === 'bare' ? undefined : await state.known(probe === undefined ? exchange : empty(exchange));
    const withBody = !exchange.isLarge || (probe === undefined && known !== undefined);
    const first = await exchange.send({ authorization: known?.header, withBody, connection: undefined });
    if (this.#isChallenge(first)) return await this.#answered(scheme, exchange, first, known ? [known] : []);
    if (withBody) return await this.#accepted(first, known);
    const again = known ?? (await state.known(exchange));
    const whole = await exchange.send({ authorization: again?.header, withBody: true, connection: undefined });
    if (this.#isChallenge(whole)) return await this.#answered(scheme, exchange, whole, again ? [again] : []);
    return await this.#accepted(whole, again);
  }

  /** Answers a challenge, and those that follow. @param answers that were sent for this call. */
  async #answered<Response extends ResponseHead>(
    scheme: RequestScheme,
    exchange: Exchange<Own, Response>,
    challenged: Response,
    answers: readonly Answer[],
  ): Promise<Response> {
    const challenges = this.#challengesOf(scheme, challenged);
    const answer = await this.#stateOf(scheme).answer({ challenges, answers }, exchange);
    if (answer === undefined) return challenged;
    this.#chosen = scheme;
    const response = await exchange.send({ authorization: answer.header, withBody: true, connection: undefined });
    if (this.#isChallenge(response)) return await this.#answered(scheme, exchange, response, [...answers, answer]);
    return await this.#accepted(response, answer);
  }

  async #accepted<Response extends ResponseHead>(response: Response, answer: Answer | undefined): Promise<Response> {
    const info = findHeader(response.headers, this.#place.info);
    if (info !== undefined) await answer?.verify?.(info);
    return response;
  }

  async #onConnection<Response extends ResponseHead>(
    scheme: ConnectionScheme,
    exchange: Exchange<Own, Response>,
  ): Promise<Response> {
    if (this.#connect === undefined) {
      const text = `${scheme.name} signs a connection in: it needs httpTransport() of Node without an agent of your own.`;
      throw new ClientError('invalid-options', text);
    }
    const signed: SignedConnection<Own> = this.#connections.pop() ?? { connection: this.#connect(), of: 0 };
    try {
      const response = await connectionExchange(scheme, signed, exchange, {
        isChallenge: (head) => this.#isChallenge(head),
        challengesOf: (head) => this.#challengesOf(scheme, head),
      });
      this.#chosen = scheme;
      this.#connections.push(signed);
      return response;
    } catch (error) {
      signed.connection.close();
      throw error;
    }
  }

  #isChallenge({ status }: ResponseHead): boolean {
    return status === this.#place.status;
  }

  #challenges({ headers }: ResponseHead): readonly Challenge[] {
    return challengesOf(headerValues(headers, this.#place.challenge));
  }

  /** The challenges of a scheme. @throws {ClientError} if it is not offered, or for another realm. */
  #challengesOf(scheme: Scheme, response: ResponseHead): readonly Challenge[] {
    const { name, realm } = scheme;
    const all = this.#challenges(response);
    const own = all.filter((challenge) => challenge.scheme.toLowerCase() === name.toLowerCase());
    if (own.length === 0) throw this.#notOffered(scheme, all);
    if (realm === undefined) return own;
    const inRealm = own.filter(({ parameters }) => parameters.realm === realm);
    if (inRealm.length === 0) throw foreignRealm(own[0]?.parameters.realm ?? '', realm);
    return inRealm;
  }

  /** The strongest scheme that was configured and is offered. @throws {ClientError} without one. */
  #strongest(response: ResponseHead): Scheme {
    const all = this.#challenges(response);
    const offered = new Set(all.map(({ scheme }) => scheme.toLowerCase()));
    const scheme = this.#schemes.find(({ name }) => offered.has(name.toLowerCase()));
    if (scheme === undefined) throw this.#notOffered(undefined, all);
    return scheme;
  }

  #notOffered(chosen: Scheme | undefined, challenges: readonly Challenge[]): ClientError {
    const offered = challenges.map(({ scheme }) => scheme);
    const other = this.#schemes.find(({ name }) => offered.some((each) => each.toLowerCase() === name.toLowerCase()));
    const isWeaker = chosen !== undefined && other !== undefined && other.strength < chosen.strength;
    if (isWeaker) return weakerScheme(chosen.name, other.name);
    return notOffered(chosen === undefined ? this.#schemes.map(({ name }) => name) : [chosen.name], challenges);
  }

  #stateOf(scheme: RequestScheme): SchemeState {
    const state = this.#states.get(scheme) ?? scheme.begin();
    this.#states.set(scheme, state);
    return state;
  }

  #checkAddress({ name, allowHttp }: Scheme, { url }: SignedRequest): void {
    requireProtected(name, url, allowHttp);
  }
}

function empty(request: SignedRequest): SignedRequest {
  return { ...request, body: async () => new Uint8Array(0) };
}
