import type { Authentication } from '../authentication.ts';
import { basic } from './basic.ts';
import { digest } from './digest.ts';
import { anyOf } from './schemes-authentication.ts';

/** A user and a password for the scheme that a contract demands. */
export interface UserAndPassword {
  readonly user: string;
  readonly password: string;
}

/** What a generated client takes for HTTP authentication: `digest(user, password, options)` is one with options. */
export type HttpCredentials = UserAndPassword | Authentication;

/** Schemes that a user and a password suffice for. */
export type PasswordScheme = 'basic' | 'digest';

/**
 * The authentication of a generated client; undefined without credentials for it.
 *
 * @param given the option `credentials` of the client.
 * @param schemes that the contract demands, one of them.
 */
export function httpAuthentication(
  given: 'none' | { readonly httpAuthentication?: HttpCredentials | undefined } | undefined,
  ...schemes: readonly [PasswordScheme, ...PasswordScheme[]]
): Authentication | undefined {
  const credentials = given === 'none' ? undefined : given?.httpAuthentication;
  if (credentials === undefined || 'over' in credentials) return credentials;
  const { user, password } = credentials;
  const [first, ...others] = schemes.map((scheme) =>
    scheme === 'basic' ? basic(user, password) : digest(user, password),
  );
  return first === undefined || others.length === 0 ? first : anyOf(first, ...others);
}
