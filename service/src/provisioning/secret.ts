import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isMap, type Node } from 'yaml';
import { Fields, offsetOf, textOf } from '../yaml/fields.ts';
import type { Located, Problems } from '../yaml/problems.ts';

/** Where secrets come from that a file only names. Each throws with a message that shows nothing of the secret. */
export interface SecretSource {
  environment(name: string): string;
  file(path: string): string;
}

/** The process's environment, and files beside the one that names them. */
export function secretsBeside(provisioningFile: string): SecretSource {
  return {
    environment(name) {
      const value = process.env[name];
      if (value === undefined || value === '') throw new Error(`The environment variable ${name} is not set.`);
      return value;
    },
    file(path) {
      const bytes = readNamed(resolve(dirname(provisioningFile), path), path);
      if (!isUtf8(bytes)) throw new Error(`The file ${path} is not UTF-8.`);
      return bytes.toString('utf8').replace(/\r?\n$/, '');
    },
  };
}

function readNamed(file: string, path: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Error(`The file ${path} cannot be read (${code}).`);
  }
}

/** A secret: the value itself, or `{env: NAME}`, or `{file: PATH}`. */
export function secretOf(
  node: Node,
  what: string,
  shortest: number,
  source: SecretSource,
  problems: Problems,
): Located<string> | undefined {
  const secret = isMap(node) ? lookedUp(node, what, source, problems) : textOf(node, what, problems);
  if (secret === undefined) return undefined;
  const fault = faultOfSecret(secret.value, shortest);
  if (fault === undefined) return secret;
  problems.add(secret.offset, `${what} ${fault}.`);
  return undefined;
}

function lookedUp(node: Node, what: string, source: SecretSource, problems: Problems): Located<string> | undefined {
  const fields = Fields.of(node, what, problems);
  const name = fields?.optionalText('env');
  const path = fields?.optionalText('file');
  fields?.done();
  const offset = offsetOf(node);
  if ((name === undefined) === (path === undefined)) {
    problems.add(offset, `${what} must be a value, {env: NAME} or {file: PATH}.`);
    return undefined;
  }
  try {
    return { value: name === undefined ? source.file(path?.value ?? '') : source.environment(name.value), offset };
  } catch (error) {
    problems.add(offset, `${what}: ${error instanceof Error ? error.message : 'cannot be read'}`);
    return undefined;
  }
}

function faultOfSecret(secret: string, shortest: number): string | undefined {
  if ([...secret].length < shortest) return `must have ${shortest} characters or more`;
  if (Buffer.byteLength(secret) > 1024) return 'has more than 1024 bytes';
  if (secret.trim() !== secret) return 'begins or ends with white space, which some SOAP clients trim';
  // A SOAP message could not carry them.
  if (/[\p{Cc}\p{Cs}]/u.test(secret)) return 'holds a control character';
  return undefined;
}
