import type { HandlerContext } from '@soapwright/runtime/server';
import { equalSecrets, type PrincipalAuthentication, principalOf } from '@soapwright/runtime/server/authentication';
import { securityFault } from './faults.ts';
import { securityHeader } from './names.ts';
import { passwordDigest, toBase64 } from './password.ts';
import { memoryReplayStore, type ReplayStore } from './replay.ts';
import { type ReceivedTimestamp, type ReceivedToken, type SecurityBlock, securityBlock } from './security-block.ts';

/** A UsernameToken of a request. */
export interface UsernameToken {
  readonly user: string;
  readonly type: 'text' | 'digest';
  /**
   * Compares the password with that of the user, in a time that does not tell how much of it is right.
   *
   * @param password of the user; undefined for an unknown user, which takes the same time.
   * @param isHashed whether the caller hashed the password with SHA-1 before the digest, as for Amadeus.
   */
  verify(password: string | undefined, isHashed?: boolean): Promise<boolean>;
  /** The password, if it was sent as text: for one that is stored hashed. */
  readonly password: string | undefined;
}

export interface UsernameTokenOptions<Principal> {
  /** Returns the caller, or undefined to reject the token. */
  authenticate(
    token: UsernameToken,
    context: HandlerContext<unknown>,
  ): Principal | undefined | Promise<Principal | undefined>;
  /** The types of passwords that are taken; default both. */
  readonly types?: readonly ('text' | 'digest')[] | undefined;
  /** Whether a request must have a Timestamp; default false. One that is present is checked. */
  readonly requireTimestamp?: boolean | undefined;
  /** Seconds for which a token with a nonce is valid after its Created; default 300. */
  readonly lifetime?: number | undefined;
  /** Seconds by which clocks of callers may be ahead; default 60. */
  readonly clockSkew?: number | undefined;
  /** Where nonces are remembered; default in memory of this process. */
  readonly replay?: ReplayStore | undefined;
  /** The time in milliseconds since 1970; default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/**
 * Authentication of callers by a UsernameToken, for `createServer(…, { authentication })`.
 *
 * Digests need a nonce and a time within their lifetime, and none is taken twice; so it is for texts that have them. All
 * rejected tokens get the same fault, wsse:FailedAuthentication; malformed ones wsse:InvalidSecurity, and old messages
 * wsse:MessageExpired.
 */
export function usernameTokens<Principal>(
  options: UsernameTokenOptions<Principal>,
): PrincipalAuthentication<Principal> {
  const check = new TokenCheck(options);
  return {
    understood: [securityHeader],
    isPresent: ({ headerBlocks }) => securityBlock(headerBlocks)?.token !== undefined,
    authenticate: (context) => check.authenticate(context),
    principal: (context) => principalOf(context) as Principal,
  };
}

/** A password for the comparison with tokens of unknown users. */
const nobody = 'no password';

class TokenCheck<Principal> {
  readonly #options: UsernameTokenOptions<Principal>;
  readonly #types: readonly ('text' | 'digest')[];
  readonly #lifetime: number;
  readonly #clockSkew: number;
  readonly #now: () => number;
  readonly #replay: ReplayStore;

  constructor(options: UsernameTokenOptions<Principal>) {
    const { types = ['text', 'digest'], lifetime = 300, clockSkew = 60, now = Date.now } = options;
    if (!(lifetime > 0) || !(clockSkew >= 0)) throw new TypeError('lifetime and clockSkew are numbers of seconds.');
    this.#options = options;
    this.#types = types;
    this.#lifetime = lifetime * 1000;
    this.#clockSkew = clockSkew * 1000;
    this.#now = now;
    this.#replay = options.replay ?? memoryReplayStore(undefined, now);
  }

  async authenticate(context: HandlerContext<unknown>): Promise<Principal> {
    const block: SecurityBlock | undefined = securityBlock(context.headerBlocks);
    this.#checkTimestamp(block?.timestamp);
    const token = block?.token;
    if (token === undefined || !this.#types.includes(token.type)) throw securityFault('FailedAuthentication');
    const isRecent = this.#isRecent(token);
    const principal = await this.#options.authenticate(received(token), context);
    if (principal === undefined || principal === null || !isRecent) throw securityFault('FailedAuthentication');
    if (!(await this.#isNew(token))) throw securityFault('FailedAuthentication');
    return principal;
  }

  #checkTimestamp(timestamp: ReceivedTimestamp | undefined): void {
    if (timestamp === undefined) {
      if (this.#options.requireTimestamp === true) throw securityFault('InvalidSecurity');
      return;
    }
    const now = this.#now();
    const { created, expires } = timestamp;
    if (created !== undefined && created.time > now + this.#clockSkew) throw securityFault('MessageExpired');
    const end = expires?.time ?? (created === undefined ? now : created.time + this.#lifetime);
    if (end < now) throw securityFault('MessageExpired');
  }

  /** Whether a token is valid at this time; a digest must have a nonce and a time. */
  #isRecent({ type, nonce, created }: ReceivedToken): boolean {
    if (type === 'digest' && (nonce === undefined || created === undefined)) return false;
    if (created === undefined) return true;
    const age = this.#now() - created.time;
    return age <= this.#lifetime && age >= -this.#clockSkew;
  }

  /** Remembers the nonce of a token that is right otherwise: strangers cannot fill the store. */
  async #isNew({ user, nonce, created }: ReceivedToken): Promise<boolean> {
    if (nonce === undefined) return true;
    const until = (created?.time ?? this.#now()) + this.#lifetime;
    return await this.#replay.add(`${toBase64(nonce)} ${created?.text ?? ''} ${user}`, until);
  }
}

function received({ user, password, type, nonce, created }: ReceivedToken): UsernameToken {
  return {
    user,
    type,
    password: type === 'text' ? password : undefined,
    async verify(own, isHashed) {
      const known = own ?? nobody;
      const expected =
        type === 'text'
          ? known
          : await passwordDigest(known, { nonce: nonce ?? new Uint8Array(0), created: created?.text ?? '' }, isHashed);
      return equalSecrets(password, expected) && own !== undefined;
    },
  };
}
