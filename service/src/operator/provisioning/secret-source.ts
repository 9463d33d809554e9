import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Where secrets come from that a file only names. Each throws with a message that shows nothing of the secret. */
export interface SecretSource {
  /** Whether an environment variable says something. */
  isSet(name: string): boolean;
  environment(name: string): string;
  file(path: string): string;
}

/** The process's environment, unless another is given, and files beside the one that names them. */
export function secretsBeside(
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
