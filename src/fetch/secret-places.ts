import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from '../contract/index.ts';
import { type Diagnostic, fetching as kinds, output, report } from '../diagnostics/index.ts';

export interface Surroundings {
  /** The folder that paths are relative to; absolute. */
  readonly current: string;
  readonly environment: Environment;
}

/** Reads secrets and certificates from the environment and from files. No diagnostic contains a secret. */
export class SecretPlaces {
  readonly diagnostics: Diagnostic[] = [];
  /** Values that no message may contain. */
  readonly secrets: string[] = [];
  readonly environment: Environment;
  readonly #current: string;

  constructor({ current, environment }: Surroundings) {
    this.#current = current;
    this.environment = environment;
  }

  /** A path is not a secret, so that it needs no `file:`. */
  certificate(option: string, place: string): Buffer | undefined {
    if (!place.startsWith('env:')) return this.file(option, place.replace(/^file:/, ''));
    const text = this.variable(option, place.slice('env:'.length));
    if (text === undefined) return undefined;
    // PKCS #12 is binary, and stands in a variable as base64.
    return text.includes('-----BEGIN') ? Buffer.from(text) : Buffer.from(text, 'base64');
  }

  secret(option: string, place: string): string | undefined {
    if (place.startsWith('env:')) return this.variable(option, place.slice('env:'.length));
    if (place.startsWith('file:')) {
      return this.file(option, place.slice('file:'.length))
        ?.toString('utf8')
        .replace(/\r?\n$/, '');
    }
    this.diagnostics.push(report(kinds.literalSecret, { option }));
    return undefined;
  }

  variable(option: string, name: string): string | undefined {
    const value = this.environment[name];
    if (value !== undefined && value !== '') return value;
    this.diagnostics.push(report(kinds.variableNotSet, { option, name }));
    return undefined;
  }

  file(option: string, file: string): Buffer | undefined {
    try {
      return readFileSync(resolve(this.#current, file));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      const reason = code === 'ENOENT' ? `there is no such file (${option})` : `the system reports ${String(code)}`;
      this.diagnostics.push(report(output.cannotRead, { file, reason }, { file }));
      return undefined;
    }
  }
}
