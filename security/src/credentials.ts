import type { Interceptor } from '@soapwright/runtime/client';
import { type ClientSecurityOptions, type ClientToken, security } from './client.ts';

/** What a generated client takes for a UsernameToken; whether it is a text or a digest, the contract says. */
export interface TokenCredentials
  extends Omit<ClientToken, 'type'>,
    Pick<ClientSecurityOptions, 'now' | 'mustUnderstand' | 'role' | 'allowHttp'> {}

/** How a generated client sends a Timestamp: `lifetime` in seconds, default 300; `now` as for a token. */
export interface TimestampOptions {
  readonly lifetime?: number | undefined;
  readonly now?: (() => number) | undefined;
}

/** The option `credentials` of a generated client. */
export interface Credentials {
  readonly usernameToken?: TokenCredentials | undefined;
  readonly timestamp?: TimestampOptions | undefined;
  readonly httpAuthentication?: object | undefined;
  readonly clientCertificate?: object | undefined;
}

/** One alternative of what a contract demands. */
export interface DemandedCredentials {
  readonly usernameToken?: ClientToken['type'];
  readonly timestamp?: true;
  readonly httpAuthentication?: string;
  readonly clientCertificate?: true;
}

const kinds = ['usernameToken', 'httpAuthentication', 'clientCertificate'] as const;

/**
 * The interceptor of a generated client, which sends a UsernameToken, a Timestamp or both; none with `'none'`, and where the
 * credentials are for an alternative without them.
 *
 * @param given the option `credentials` of the client.
 * @param demands the alternatives of the contract; the first one counts that the credentials are for.
 * @throws {TypeError} for credentials that are for no alternative.
 */
export function credentialInterceptors(
  given: Credentials | 'none' | undefined,
  ...demands: readonly DemandedCredentials[]
): readonly Interceptor[] {
  if (given === 'none') return [];
  const { usernameToken, timestamp, ...others } = given ?? {};
  const has = { usernameToken, ...others };
  const chosen = demands.find((one) => kinds.every((kind) => (one[kind] === undefined) === (has[kind] === undefined)));
  if (chosen === undefined) {
    const needed = demands.map((one) => kinds.filter((kind) => one[kind] !== undefined).join(' and '));
    throw new TypeError(`The service demands other credentials: ${needed.join(', or ')}. 'none' sends nothing.`);
  }
  const token = chosen.usernameToken;
  if (token === undefined && chosen.timestamp === undefined) return [];
  const { now = timestamp?.now, mustUnderstand, role, allowHttp } = usernameToken ?? {};
  return [
    security({
      now,
      mustUnderstand,
      role,
      allowHttp,
      ...(chosen.timestamp && { timestamp: { lifetime: timestamp?.lifetime } }),
      ...(usernameToken && token && { usernameToken: { ...usernameToken, type: token } }),
    }),
  ];
}
