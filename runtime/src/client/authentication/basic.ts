import { basicAuthorization } from '../address.ts';
import { ClientError } from '../client-error.ts';
import type { Answer, RequestScheme, SchemeOptions } from './scheme.ts';
import { SchemesAuthentication } from './schemes-authentication.ts';

/** Control characters, which no header may have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const control = /[\x00-\x1f\x7f]/;

/** @throws {ClientError} `invalid-options` for a name that the scheme cannot send. Quotes no secret. */
export function checkUser(scheme: string, user: string, password: string): void {
  if (typeof user !== 'string' || typeof password !== 'string') {
    throw new ClientError('invalid-options', `${scheme} needs a user and a password, which are strings.`);
  }
  if (control.test(user)) throw new ClientError('invalid-options', `The user of ${scheme} has control characters.`);
}

/**
 * Basic (RFC 7617): sends user and password, in UTF-8, with each request.
 *
 * @throws {ClientError} `invalid-options` for a user with a colon.
 */
export function basic(user: string, password: string, options: SchemeOptions = {}): SchemesAuthentication {
  checkUser('Basic', user, password);
  if (control.test(password)) {
    throw new ClientError('invalid-options', 'The password of Basic has control characters.');
  }
  if (user.includes(':')) throw new ClientError('invalid-options', 'The user of Basic has a colon (RFC 7617).');
  const answer: Answer = { header: basicAuthorization(user, password) };
  const { allowHttp = false, realm } = options;
  const scheme: RequestScheme = {
    name: 'Basic',
    strength: 1,
    allowHttp,
    realm,
    probe: undefined,
    begin: () => ({
      // Which realm asks is not known before a challenge.
      known: async () => (realm === undefined ? answer : undefined),
      answer: async ({ answers }) => (answers.length === 0 ? answer : undefined),
    }),
  };
  return new SchemesAuthentication([scheme]);
}
