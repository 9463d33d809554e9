import type { Node } from 'yaml';
import type { Located, Problems } from '../../config/problems.ts';
import { namedValue } from './named-value.ts';
import type { SecretSource } from './secret-source.ts';

/**
 * A secret: the value itself, or `{env: NAME}`, or `{file: PATH}`.
 *
 * @param shortest Least number of characters.
 */
export function secretOf(
  node: Node,
  what: string,
  shortest: number,
  source: SecretSource,
  problems: Problems,
): Located<string> | undefined {
  return checked(namedValue(node, what, source, problems), what, shortest, problems);
}

/** A password: a secret that counts in NFC, as it is hashed, so that an accent written apart makes no character. */
export function passwordOf(
  node: Node,
  what: string,
  source: SecretSource,
  problems: Problems,
): Located<string> | undefined {
  const given = namedValue(node, what, source, problems);
  return checked(given && { ...given, value: given.value.normalize('NFC') }, what, 8, problems);
}

function checked(
  secret: Located<string> | undefined,
  what: string,
  shortest: number,
  problems: Problems,
): Located<string> | undefined {
  if (secret === undefined) return undefined;
  const fault = faultOfSecret(secret.value, shortest);
  if (fault === undefined) return secret;
  problems.add(secret.offset, `${what} ${fault}.`);
  return undefined;
}

function faultOfSecret(secret: string, shortest: number): string | undefined {
  const counted = shortest === 1 ? '1 character' : `${shortest} characters`;
  if ([...secret].length < shortest) return `must have ${counted} or more`;
  if (Buffer.byteLength(secret) > 1024) return 'has more than 1024 bytes';
  if (secret.trim() !== secret) return 'begins or ends with white space, which some SOAP clients trim';
  // A SOAP message could not carry them.
  if (/[\p{Cc}\p{Cs}]/u.test(secret)) return 'holds a control character';
  return undefined;
}
