import type { Interceptor } from '@soapwright/runtime/client';
import { type ClientSecurityOptions, type ClientToken, security } from './client.ts';
import type { ClientKeys } from './message-keys.ts';

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
  /** Signs, verifies, encrypts and decrypts messages. */
  readonly keys?: ClientKeys | undefined;
  /** A SAML 2.0 assertion: its XML text, or a function that gives the one for the next message. */
  readonly assertion?: ClientSecurityOptions['assertion'];
}

/** One alternative of what a contract demands. */
export interface DemandedCredentials {
  readonly usernameToken?: ClientToken['type'];
  readonly timestamp?: true;
  readonly httpAuthentication?: string;
  readonly clientCertificate?: true;
  readonly keys?: true;
  readonly assertion?: 'bearer' | 'holder-of-key' | 'sender-vouches';
  /** Whether the UsernameToken is encrypted, so that it may go over http. */
  readonly isEncrypted?: true;
}

const kinds = ['usernameToken', 'httpAuthentication', 'clientCertificate', 'keys', 'assertion'] as const;

/**
 * The interceptor of a generated client, which sends a UsernameToken, a Timestamp and the assertion of a bearer; none with
 * `'none'`, and where the credentials are for an alternative without them. With keys, the signer adds the Timestamp.
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
  const isStamped = chosen.timestamp === true && chosen.keys === undefined;
  const assertion = chosen.assertion === 'bearer' ? others.assertion : undefined;
  if (token === undefined && assertion === undefined && !isStamped) return [];
  const { now = timestamp?.now, mustUnderstand, role, allowHttp = chosen.isEncrypted } = usernameToken ?? {};
  return [
    security({
      now,
      mustUnderstand,
      role,
      allowHttp,
      assertion,
      ...(isStamped && { timestamp: { lifetime: timestamp?.lifetime } }),
      ...(usernameToken && token && { usernameToken: { ...usernameToken, type: token } }),
    }),
  ];
}
