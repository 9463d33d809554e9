import type { Challenge } from '../client-error.ts';
import { checkUser } from './basic.ts';
import {
  type DigestAnswer,
  type DigestSpace,
  type DigestUser,
  digestAnswer,
  digestKey,
  type HashName,
  hashNames,
  hex,
  type Qop,
} from './digest-answer.ts';
import { badChallenge, nonceRefused, unverifiedServer, weakerScheme } from './refusals.ts';
import type { Answer, Challenged, RequestScheme, SchemeOptions, SchemeState, SignedRequest } from './scheme.ts';
import { SchemesAuthentication } from './schemes-authentication.ts';

export interface DigestOptions extends SchemeOptions {
  /** The weakest hash function that receives an answer; default MD5, which most servers have alone. */
  readonly minimum?: HashName | undefined;
  /**
   * Also hashes the body (qop auth-int), which then is in memory, and refuses servers that do not offer it. Default false:
   * only for servers that offer nothing else.
   */
  readonly integrity?: boolean | undefined;
  /** Gives the client's nonce; default 16 random bytes in hexadecimal. For tests with known answers. */
  readonly cnonce?: (() => string) | undefined;
}

/**
 * Digest (RFC 7616): sends no password, only hashes with a nonce of the server. MD5, SHA-256 and SHA-512-256, with or without session.
 * Users beyond ASCII go as UTF-8.
 *
 * @throws {ClientError} `invalid-options`.
 */
export function digest(user: string, password: string, options: DigestOptions = {}): SchemesAuthentication {
  checkUser('Digest', user, password);
  const { allowHttp = false, realm } = options;
  const names = { user: user.normalize('NFC'), password: password.normalize('NFC') };
  const begin = (): SchemeState => new DigestState(names, options);
  const scheme: RequestScheme = { name: 'Digest', strength: 3, allowHttp, realm, probe: 'bare', begin };
  return new SchemesAuthentication([scheme]);
}

/** An answer, and the challenge that it is for. */
interface SpaceAnswer extends Answer {
  readonly space: DigestSpace;
  /** Whether the challenge came in the same call. */
  readonly isFresh: boolean;
}

class DigestState implements SchemeState {
  readonly #user: DigestUser;
  readonly #options: DigestOptions;
  #space: DigestSpace | undefined;
  #count = 0;
  readonly #keys = new WeakMap<DigestSpace, Promise<string>>();

  constructor(user: DigestUser, options: DigestOptions) {
    this.#user = user;
    this.#options = options;
  }

  async known(request: SignedRequest): Promise<Answer | undefined> {
    return this.#space && (await this.#answer(this.#space, ++this.#count, request, false));
  }

  async answer({ challenges, answers }: Challenged, request: SignedRequest): Promise<Answer | undefined> {
    const { minimum = 'MD5', integrity = false } = this.#options;
    const space = strongestSpace(challenges, { minimum, integrity }, () => this.#cnonce());
    this.#refuseWeaker(space);
    const sent = answers as readonly SpaceAnswer[];
    const refused = sent.at(-1);
    if (refused !== undefined) {
      const isStale = challenges.some(({ parameters }) => /^true$/i.test(parameters.stale ?? ''));
      if (isStale && refused.space.nonce === space.nonce) {
        throw nonceRefused('The server calls a nonce stale, and sends the same one again.');
      }
      // Right after its challenge it can be stale once, where several servers share an address.
      if (isStale && sent.length > 1) throw nonceRefused('The server has called a nonce stale twice.');
      if (!isStale && refused.isFresh) return undefined;
    }
    // The first answer has the first number, whatever other calls do with this nonce.
    this.#space = space;
    this.#count = 1;
    return await this.#answer(space, 1, request, true);
  }

  async #answer(space: DigestSpace, count: number, request: SignedRequest, isFresh: boolean): Promise<SpaceAnswer> {
    const body = space.qop === 'auth-int' ? await request.body() : undefined;
    const { method, target } = request;
    const key = this.#keys.get(space) ?? digestKey(space, this.#user);
    this.#keys.set(space, key);
    const { user } = this.#user;
    const { header, proof } = await digestAnswer(space, user, await key, { method, target, count, body });
    return { header, space, isFresh, verify: (info) => this.#verify(info, space, proof, count) };
  }

  /** Reads `Authentication-Info` (RFC 7616, 3.5). */
  async #verify(info: string, space: DigestSpace, proof: DigestAnswer['proof'], count: number): Promise<void> {
    const named = (name: string): string | undefined =>
      new RegExp(`(?:^|[,\\s])${name}\\s*=\\s*"?([^",\\s]*)`, 'i').exec(info)?.[1];
    const [rspauth, nc, cnonce] = [named('rspauth'), named('nc'), named('cnonce')];
    // It may be the answer to another request of this nonce, through a cache.
    const isOurs =
      (cnonce === undefined || cnonce === space.cnonce) && (nc === undefined || Number.parseInt(nc, 16) === count);
    if (rspauth !== undefined && !isOurs) throw unverifiedServer('its Authentication-Info is for another request');
    if (rspauth && rspauth.toLowerCase() !== ((await proof()) ?? rspauth.toLowerCase())) {
      throw unverifiedServer('its rspauth is wrong');
    }
    const next = named('nextnonce');
    if (next === undefined || next === '' || this.#space?.nonce === next) return;
    this.#space = { ...space, nonce: next, cnonce: this.#cnonce() };
    this.#count = 0;
  }

  #refuseWeaker(next: DigestSpace): void {
    const before = this.#space;
    if (before === undefined) return;
    if (strengthOf(next) < strengthOf(before)) throw weakerScheme(described(before), described(next));
  }

  #cnonce(): string {
    if (this.#options.cnonce !== undefined) return this.#options.cnonce();
    return hex(crypto.getRandomValues(new Uint8Array(16)));
  }
}

function strengthOf({ hash, qop }: DigestSpace): number {
  return hashNames.indexOf(hash) * 2 + (qop === undefined ? 0 : 1);
}

function described({ hash, qop }: DigestSpace): string {
  return `Digest with ${hash}${qop === undefined ? ' and without qop' : ''}`;
}

/** The challenge with the strongest hash function, or with the first one of them. @throws {ClientError} without a usable one. */
function strongestSpace(
  challenges: readonly Challenge[],
  { minimum, integrity }: { readonly minimum: HashName; readonly integrity: boolean },
  cnonce: () => string,
): DigestSpace {
  const spaces = challenges.map((challenge) => spaceOf(challenge, integrity, cnonce));
  const usable = spaces.filter((space) => typeof space !== 'string');
  const [best] = usable.sort((a, b) => strengthOf(b) - strengthOf(a));
  if (best === undefined)
    throw badChallenge('Digest', spaces.find((space) => typeof space === 'string') ?? 'is missing');
  if (hashNames.indexOf(best.hash) < hashNames.indexOf(minimum)) {
    throw weakerScheme(`Digest with ${minimum}`, described(best));
  }
  if (integrity && best.qop !== 'auth-int')
    throw weakerScheme('Digest with auth-int', `Digest with ${best.qop ?? 'no qop'}`);
  return best;
}

/** A text says why the challenge cannot be answered. */
function spaceOf({ parameters }: Challenge, integrity: boolean, cnonce: () => string): DigestSpace | string {
  const { realm, nonce, opaque, algorithm, qop, userhash } = parameters;
  if (nonce === undefined || nonce === '') return 'has no nonce';
  if (realm === undefined) return 'has no realm';
  const [, name = '', session] = /^(.*?)(-sess)?$/i.exec(algorithm ?? 'MD5') ?? [];
  const hash = hashNames.find((known) => known === name.toUpperCase());
  if (hash === undefined) return 'names a hash function other than MD5, SHA-256 and SHA-512-256';
  const offered = qop
    ?.toLowerCase()
    .split(/[\s,]+/)
    .filter((each) => each !== '');
  const known = (integrity ? (['auth-int', 'auth'] as const) : (['auth', 'auth-int'] as const)).find((each) =>
    offered?.includes(each),
  );
  if (offered !== undefined && known === undefined) return 'offers neither qop auth nor auth-int';
  const chosen: Qop | undefined = known;
  return {
    realm,
    nonce,
    opaque,
    algorithm,
    hash,
    isSession: session !== undefined,
    qop: chosen,
    userhash: /^true$/i.test(userhash ?? ''),
    cnonce: cnonce(),
  };
}
