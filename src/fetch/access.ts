import { createSecureContext, rootCertificates, type SecureContextOptions } from 'node:tls';
import type { SchemesAuthentication } from '@soapwright/runtime/client/authentication';
import { type Diagnostic, fetching as kinds, report } from '../diagnostics/index.ts';
import { readHeader } from './header-option.ts';
import { SecretPlaces, type Surroundings } from './secret-places.ts';
import { readSignIn, type SchemeName, type SignInOptions } from './sign-in.ts';

/** Options for servers that are not open to everybody, as the user gave them. */
export interface AccessOptions extends SignInOptions {
  /** `Name: value`. */
  readonly header?: readonly string[] | undefined;
  /** `Name=VARIABLE`. */
  readonly headerEnv?: readonly string[] | undefined;
  /** A path, or `env:VARIABLE`: PEM or PKCS #12. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** `env:VARIABLE` or `file:PATH`. */
  readonly passphrase?: string | undefined;
  readonly ca?: string | undefined;
  /** How proxies of https are signed in to; default Basic. */
  readonly proxyAuth?: readonly SchemeName[] | undefined;
}

/** Credentials sent to servers, and the trusted certificates. */
export interface Access {
  /** For the host of the typed address only. */
  readonly headers: Readonly<Record<string, string>>;
  /** Signs requests to the host of the typed address in. */
  readonly authentication: SchemesAuthentication | undefined;
  /** The client's certificate, for the host of the typed address only. */
  readonly client: SecureContextOptions;
  /** Which authorities sign certificates of servers; empty for those of Node. */
  readonly authorities: SecureContextOptions;
  readonly proxySchemes: readonly SchemeName[] | undefined;
  /** Values that no message may contain. */
  readonly secrets: readonly string[];
}

/** Reads credentials and certificates. No diagnostic contains a secret. @param address as typed, if one was. */
export function readAccess(
  options: AccessOptions,
  surroundings: Surroundings,
  address?: string,
): { readonly access: Access; readonly diagnostics: readonly Diagnostic[] } {
  const places = new SecretPlaces(surroundings);
  const reader = new AccessReader(places);
  const headers = reader.headers(options);
  const authentication = readSignIn(options, address, places);
  const client = reader.client(options);
  const authorities = reader.authorities(options);
  const { secrets, diagnostics } = places;
  return {
    access: { headers, authentication, client, authorities, proxySchemes: options.proxyAuth, secrets },
    diagnostics,
  };
}

/** Whether anything is to be sent that only one host may see. */
export function hasCredentials({ headers, authentication, client }: Access): boolean {
  return Object.keys(headers).length > 0 || authentication !== undefined || Object.keys(client).length > 0;
}

class AccessReader {
  readonly #places: SecretPlaces;

  constructor(places: SecretPlaces) {
    this.#places = places;
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
    const value = option === '--header' || at === -1 ? given : this.#places.variable(option, given);
    if (value === undefined) return;
    const header = readHeader(name, value);
    if (typeof header === 'string') this.#places.diagnostics.push(report(kinds.badHeader, { option, reason: header }));
    else {
      to[header.name] = header.value;
      this.#places.secrets.push(header.value, ...header.value.split(' ').slice(1));
    }
  }

  client({ cert, key, passphrase }: AccessOptions): SecureContextOptions {
    if (cert === undefined) {
      const given = key === undefined ? (passphrase === undefined ? undefined : '--passphrase') : '--key';
      if (given !== undefined) this.#places.diagnostics.push(report(kinds.lonelyOption, { given, lacking: '--cert' }));
      return {};
    }
    const certificate = this.#places.certificate('--cert', cert);
    const privateKey = key === undefined ? certificate : this.#places.certificate('--key', key);
    const secret = passphrase === undefined ? undefined : this.#places.secret('--passphrase', passphrase);
    if (certificate === undefined || privateKey === undefined) return {};
    if (secret !== undefined) this.#places.secrets.push(secret);
    const identity = isPem(certificate) ? { cert: certificate, key: privateKey } : { pfx: certificate };
    const options = { ...identity, ...(secret !== undefined && { passphrase: secret }) };
    return this.#usable(options, key === undefined ? '--cert' : '--cert and --key');
  }

  authorities({ ca }: AccessOptions): SecureContextOptions {
    if (ca === undefined) return {};
    const certificate = this.#places.certificate('--ca', ca);
    if (certificate === undefined) return {};
    if (!isPem(certificate)) {
      this.#places.diagnostics.push(report(kinds.badCertificate, { options: '--ca', reason: 'it is not in PEM' }));
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
      this.#places.diagnostics.push(report(kinds.badCertificate, parameters));
      return {};
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
