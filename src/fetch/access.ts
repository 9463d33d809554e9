import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext, rootCertificates, type SecureContextOptions } from 'node:tls';
import type { Environment } from '../contract/index.ts';
import { type Diagnostic, fetching as kinds, output, report } from '../diagnostics/index.ts';
import { readHeader } from './header-option.ts';

/** Options for servers that are not open to everybody, as the user gave them. */
export interface AccessOptions {
  /** `Name: value`. */
  readonly header?: readonly string[] | undefined;
  /** `Name=VARIABLE`. */
  readonly headerEnv?: readonly string[] | undefined;
  readonly user?: string | undefined;
  /** `env:VARIABLE` or `file:PATH`. */
  readonly password?: string | undefined;
  /** A path, or `env:VARIABLE`: PEM or PKCS #12. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** `env:VARIABLE` or `file:PATH`. */
  readonly passphrase?: string | undefined;
  readonly ca?: string | undefined;
}

/** Credentials sent to servers, and the trusted certificates. */
export interface Access {
  /** For the host of the typed address only. */
  readonly headers: Readonly<Record<string, string>>;
  /** The client's certificate, for the host of the typed address only. */
  readonly client: SecureContextOptions;
  /** Which authorities sign certificates of servers; empty for those of Node. */
  readonly authorities: SecureContextOptions;
  /** Values that no message may contain. */
  readonly secrets: readonly string[];
}

export interface Surroundings {
  /** The folder that paths are relative to; absolute. */
  readonly current: string;
  readonly environment: Environment;
}

/** Reads credentials and certificates. No diagnostic contains a secret. */
export function readAccess(
  options: AccessOptions,
  surroundings: Surroundings,
): { readonly access: Access; readonly diagnostics: readonly Diagnostic[] } {
  const reader = new AccessReader(surroundings);
  const headers = { ...reader.headers(options), ...reader.basic(options) };
  const client = reader.client(options);
  const authorities = reader.authorities(options);
  return { access: { headers, client, authorities, secrets: reader.secrets }, diagnostics: reader.diagnostics };
}

/** Whether anything is to be sent that only one host may see. */
export function hasCredentials({ headers, client }: Access): boolean {
  return Object.keys(headers).length > 0 || Object.keys(client).length > 0;
}

class AccessReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly secrets: string[] = [];
  readonly #current: string;
  readonly #environment: Environment;

  constructor({ current, environment }: Surroundings) {
    this.#current = current;
    this.#environment = environment;
  }

  headers({ header = [], headerEnv = [] }: AccessOptions): Record<string, string> {
    const headers: Record<string, string> = {};
    for (const text of header) this.#addHeader(headers, '--header', text, ':');
    for (const text of headerEnv) this.#addHeader(headers, '--header-env', text, '=');
    return headers;
  }

  #addHeader(to: Record<string, string>, option: string, text: string, separator: string): void {
    const at = text.indexOf(separator);
    const name = at === -1 ? '' : text.slice(0, at).trim();
    const given = at === -1 ? '' : text.slice(at + 1).trim();
    const value = option === '--header' || at === -1 ? given : this.#variable(option, given);
    if (value === undefined) return;
    const header = readHeader(name, value);
    if (typeof header === 'string') this.diagnostics.push(report(kinds.badHeader, { option, reason: header }));
    else {
      to[header.name] = header.value;
      this.secrets.push(header.value, ...header.value.split(' ').slice(1));
    }
  }

  basic({ user, password }: AccessOptions): Record<string, string> {
    if (user === undefined && password === undefined) return {};
    if (user === undefined || password === undefined) {
      const [given, lacking] = user === undefined ? ['--password', '--user'] : ['--user', '--password'];
      this.diagnostics.push(report(kinds.lonelyOption, { given, lacking }));
      return {};
    }
    const secret = this.#secret('--password', password);
    if (secret === undefined) return {};
    // RFC 7617: a user name has no colon.
    if (user.includes(':')) {
      const reason = 'a user name cannot contain a colon';
      this.diagnostics.push(report(kinds.badHeader, { option: '--user', reason }));
      return {};
    }
    const encoded = Buffer.from(`${user}:${secret}`).toString('base64');
    this.secrets.push(secret, encoded);
    return { authorization: `Basic ${encoded}` };
  }

  client({ cert, key, passphrase }: AccessOptions): SecureContextOptions {
    if (cert === undefined) {
      const given = key === undefined ? (passphrase === undefined ? undefined : '--passphrase') : '--key';
      if (given !== undefined) this.diagnostics.push(report(kinds.lonelyOption, { given, lacking: '--cert' }));
      return {};
    }
    const certificate = this.#certificate('--cert', cert);
    const privateKey = key === undefined ? certificate : this.#certificate('--key', key);
    const secret = passphrase === undefined ? undefined : this.#secret('--passphrase', passphrase);
    if (certificate === undefined || privateKey === undefined) return {};
    if (secret !== undefined) this.secrets.push(secret);
    const identity = isPem(certificate) ? { cert: certificate, key: privateKey } : { pfx: certificate };
    const options = { ...identity, ...(secret !== undefined && { passphrase: secret }) };
    return this.#usable(options, key === undefined ? '--cert' : '--cert and --key');
  }

  authorities({ ca }: AccessOptions): SecureContextOptions {
    if (ca === undefined) return {};
    const certificate = this.#certificate('--ca', ca);
    if (certificate === undefined) return {};
    if (!isPem(certificate)) {
      this.diagnostics.push(report(kinds.badCertificate, { options: '--ca', reason: 'it is not in PEM' }));
      return {};
    }
    // `ca` replaces the authorities that Node knows.
    return this.#usable({ ca: [...rootCertificates, certificate.toString('latin1')] }, '--ca');
  }

  #usable(options: SecureContextOptions, names: string): SecureContextOptions {
    try {
      createSecureContext(options);
      return options;
    } catch (error) {
      const reason = error instanceof Error && 'reason' in error ? String(error.reason) : 'OpenSSL rejects them';
      const text = error instanceof Error && /mac verify|passphrase|bad decrypt/i.test(error.message);
      const parameters = { options: names, reason: text ? 'the passphrase is wrong or missing' : reason };
      this.diagnostics.push(report(kinds.badCertificate, parameters));
      return {};
    }
  }

  /** A path is not a secret, so that it needs no `file:`. */
  #certificate(option: string, place: string): Buffer | undefined {
    if (!place.startsWith('env:')) return this.#file(option, place.replace(/^file:/, ''));
    const text = this.#variable(option, place.slice('env:'.length));
    if (text === undefined) return undefined;
    // PKCS #12 is binary, and stands in a variable as base64.
    return text.includes('-----BEGIN') ? Buffer.from(text) : Buffer.from(text, 'base64');
  }

  #secret(option: string, place: string): string | undefined {
    if (place.startsWith('env:')) return this.#variable(option, place.slice('env:'.length));
    if (place.startsWith('file:')) {
      return this.#file(option, place.slice('file:'.length))
        ?.toString('utf8')
        .replace(/\r?\n$/, '');
    }
    this.diagnostics.push(report(kinds.literalSecret, { option }));
    return undefined;
  }

  #variable(option: string, name: string): string | undefined {
    const value = this.#environment[name];
    if (value !== undefined && value !== '') return value;
    this.diagnostics.push(report(kinds.variableNotSet, { option, name }));
    return undefined;
  }

  #file(option: string, file: string): Buffer | undefined {
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

function isPem(bytes: Buffer): boolean {
  return bytes.includes('-----BEGIN');
}

/** The text without any of the secrets. */
export function redact(text: string, { secrets }: Access): string {
  return secrets.reduce((rest, secret) => (secret.length < 4 ? rest : rest.replaceAll(secret, '***')), text);
}
