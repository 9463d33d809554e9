import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isMap, type Node } from 'yaml';
import { errorCode } from '../../common/storage-error.ts';
import type { Located, Problems } from '../../config/yaml-document.ts';
import { Fields, offsetOf, scalarText } from '../../config/yaml-fields.ts';

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
      const bytes = readReferencedFile(resolve(dirname(provisioningFile), path), path);
      if (!isUtf8(bytes)) throw new Error(`The file ${path} is not UTF-8.`);
      return bytes.toString('utf8').replace(/\r?\n$/, '');
    },
  };
}

function readReferencedFile(file: string, path: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`The file ${path} cannot be read (${errorCode(error)}).`);
  }
}

/** Reads values that are given directly or by reference. An invalid value reads as undefined, with a problem. */
export class ValueReader {
  readonly problems: Problems;
  readonly #source: SecretSource;

  constructor(problems: Problems, source: SecretSource) {
    this.problems = problems;
    this.#source = source;
  }

  /** A value in the file, or a reference: `{env: NAME}`, `{env: NAME, default: VALUE}` or `{file: PATH}`. */
  text(node: Node, what: string): Located<string> | undefined {
    return isMap(node) ? this.#referenced(node, what) : scalarText(node, what, this.problems);
  }

  /** Whether an item of a list is `{env: NAME, optional: true}` and the variable is not set. */
  isOmitted(node: Node): boolean {
    if (!isMap(node) || node.get('optional') !== 'true') return false;
    const name = node.get('env');
    return typeof name === 'string' && !this.#source.isSet(name);
  }

  /** A secret. @param shortest minimum number of characters. */
  secret(node: Node, what: string, shortest: number): Located<string> | undefined {
    return this.#checked(this.text(node, what), what, shortest);
  }

  /** A password: counted in NFC, the form that is hashed, where a combining accent is not a character of its own. */
  password(node: Node, what: string): Located<string> | undefined {
    const given = this.text(node, what);
    return this.#checked(given && { ...given, value: given.value.normalize('NFC') }, what, 8);
  }

  #referenced(node: Node, what: string): Located<string> | undefined {
    const { problems } = this;
    const fields = Fields.of(node, what, problems);
    const name = fields?.optionalText('env');
    const path = fields?.optionalText('file');
    const fallback = fields?.optionalText('default');
    if (name !== undefined) fields?.node('optional');
    fields?.done();
    const offset = offsetOf(node);
    if ((name === undefined) === (path === undefined) || (fallback !== undefined && name === undefined)) {
      return problems.add(offset, `${what} must be a value, {env: NAME}, {env: NAME, default: VALUE} or {file: PATH}.`);
    }
    const source = this.#source;
    if (name !== undefined && fallback !== undefined && !source.isSet(name.value)) return fallback;
    try {
      return { value: name === undefined ? source.file(path?.value ?? '') : source.environment(name.value), offset };
    } catch (error) {
      return problems.add(offset, `${what}: ${error instanceof Error ? error.message : 'cannot be read'}`);
    }
  }

  #checked(secret: Located<string> | undefined, what: string, shortest: number): Located<string> | undefined {
    const fault = secret && secretProblem(secret.value, shortest);
    return secret && fault !== undefined ? this.problems.add(secret.offset, `${what} ${fault}.`) : secret;
  }
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
