import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isMap, type Node } from 'yaml';
import { errorCode } from '../../common/storage-error.ts';
import type { Located, Problems } from '../../config/yaml-document.ts';
import { Fields, offsetOf, textOf } from '../../config/yaml-fields.ts';

/** Source of values that a file refers to. Methods throw errors that do not reveal secrets. */
export interface SecretSource {
  /** Whether an environment variable is set and not empty. */
  isSet(name: string): boolean;
  environment(name: string): string;
  file(path: string): string;
}

/** The environment, and files relative to the provisioning file. */
export function secretSourceBeside(
  provisioningFile: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): SecretSource {
  return {
    isSet: (name) => (environment[name] ?? '') !== '',
    environment(name) {
      const value = environment[name];
      if (value === undefined || value === '') throw new Error(`The environment variable ${name} is not set.`);
      return value;
    },
    file(path) {
      const bytes = readConfiguredFile(resolve(dirname(provisioningFile), path), path);
      if (!isUtf8(bytes)) throw new Error(`The file ${path} is not UTF-8.`);
      return bytes.toString('utf8').replace(/\r?\n$/, '');
    },
  };
}

function readConfiguredFile(file: string, path: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`The file ${path} cannot be read (${errorCode(error)}).`);
  }
}

/** A value in the file, or a reference: `{env: NAME}`, `{env: NAME, default: VALUE}` or `{file: PATH}`. */
export function resolveValue(
  node: Node,
  what: string,
  source: SecretSource,
  problems: Problems,
): Located<string> | undefined {
  return isMap(node) ? resolveReference(node, what, source, problems) : textOf(node, what, problems);
}

/** Whether an item of a list is `{env: NAME, optional: true}` and the variable is not set. */
export function isOmitted(node: Node, source: SecretSource): boolean {
  if (!isMap(node) || node.get('optional') !== 'true') return false;
  const name = node.get('env');
  return typeof name === 'string' && !source.isSet(name);
}

function resolveReference(
  node: Node,
  what: string,
  source: SecretSource,
  problems: Problems,
): Located<string> | undefined {
  const fields = Fields.of(node, what, problems);
  const name = fields?.optionalText('env');
  const path = fields?.optionalText('file');
  const otherwise = fields?.optionalText('default');
  if (name !== undefined) fields?.node('optional');
  fields?.done();
  const offset = offsetOf(node);
  if ((name === undefined) === (path === undefined) || (otherwise !== undefined && name === undefined)) {
    problems.add(offset, `${what} must be a value, {env: NAME}, {env: NAME, default: VALUE} or {file: PATH}.`);
    return undefined;
  }
  if (name !== undefined && otherwise !== undefined && !source.isSet(name.value)) return otherwise;
  try {
    return { value: name === undefined ? source.file(path?.value ?? '') : source.environment(name.value), offset };
  } catch (error) {
    problems.add(offset, `${what}: ${error instanceof Error ? error.message : 'cannot be read'}`);
    return undefined;
  }
}

/**
 * A secret: the value itself, or `{env: NAME}`, or `{file: PATH}`.
 *
 * @param shortest minimum number of characters.
 */
export function secretOf(
  node: Node,
  what: string,
  shortest: number,
  source: SecretSource,
  problems: Problems,
): Located<string> | undefined {
  return checked(resolveValue(node, what, source, problems), what, shortest, problems);
}

/** A password: counted in NFC, the form that is hashed, where a combining accent is not a character of its own. */
export function passwordOf(
  node: Node,
  what: string,
  source: SecretSource,
  problems: Problems,
): Located<string> | undefined {
  const given = resolveValue(node, what, source, problems);
  return checked(given && { ...given, value: given.value.normalize('NFC') }, what, 8, problems);
}

function checked(
  secret: Located<string> | undefined,
  what: string,
  shortest: number,
  problems: Problems,
): Located<string> | undefined {
  if (secret === undefined) return undefined;
  const fault = secretProblem(secret.value, shortest);
  if (fault === undefined) return secret;
  problems.add(secret.offset, `${what} ${fault}.`);
  return undefined;
}

function secretProblem(secret: string, shortest: number): string | undefined {
  const counted = shortest === 1 ? '1 character' : `${shortest} characters`;
  if ([...secret].length < shortest) return `must have ${counted} or more`;
  if (Buffer.byteLength(secret) > 1024) return 'has more than 1024 bytes';
  if (secret.trim() !== secret) return 'starts or ends with white space, which some SOAP clients trim';
  // XML does not allow them.
  if (/[\p{Cc}\p{Cs}]/u.test(secret)) return 'contains a control character';
  return undefined;
}
