import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { TlsPair } from '@soapwright/runtime/server/node';
import { readConfiguredFile } from '../common/file-system.ts';
import { errorFields, type Logger } from '../common/logger.ts';
import { SettingsError } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';

/** Paths of PEM files. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** The certificate files in the settings. */
export function certificateFiles({ tlsCert: cert, tlsKey: key }: Settings): CertificateFiles | undefined {
  return cert === undefined || key === undefined ? undefined : { cert, key };
}

/** A certificate that matches its key. */
export interface Certificate extends TlsPair {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** Milliseconds since 1970. */
  readonly ends: number;
}

/**
 * @throws {SettingsError} when the files are not a certificate and its key.
 * @throws {StorageError} when one cannot be read.
 */
export async function readCertificate(files: CertificateFiles): Promise<Certificate> {
  const cert = await readConfiguredFile(files.cert, 'the certificate');
  const key = await readConfiguredFile(files.key, 'the private key');
  try {
    createSecureContext({ cert, key });
    return { cert, key, ends: Date.parse(new X509Certificate(cert).validTo) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    throw new SettingsError(
      `tls.cert ${files.cert} and tls.key ${files.key} must be a certificate and its private key in PEM form (${reason}).`,
    );
  }
}

/** Reloads the certificate when its files change, or on request. An invalid one is logged, and the old one is kept. */
export class CertificateWatch {
  readonly #files: CertificateFiles;
  readonly #onChange: (certificate: Certificate) => void;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #current: Certificate;
  /** Last logged error, to log each once. */
  #fault: string | undefined;
  #reloading: Promise<void> = Promise.resolve();

  /** @param every milliseconds between two reads: network volumes and containers send no file system events. */
  constructor(
    files: CertificateFiles,
    current: Certificate,
    options: { readonly every: number; readonly onChange: (pair: Certificate) => void; readonly log: Logger },
  ) {
    this.#files = files;
    this.#current = current;
    this.#onChange = options.onChange;
    this.#log = options.log;
    this.#timer = setInterval(() => void this.reload(), options.every).unref();
  }

  /** Milliseconds since 1970. */
  get ends(): number {
    return this.#current.ends;
  }

  /** Reads the files. Never rejects. */
  reload(): Promise<void> {
    this.#reloading = this.#reloading.then(() => this.#reload());
    return this.#reloading;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #reload(): Promise<void> {
    try {
      const read = await readCertificate(this.#files);
      this.#fault = undefined;
      if (read.cert.equals(this.#current.cert) && read.key.equals(this.#current.key)) return;
      this.#onChange(read);
      this.#current = read;
      this.#log.info('certificate taken over', { ends: new Date(read.ends).toISOString() });
    } catch (error) {
      const fields = errorFields(error);
      if (fields.reason !== this.#fault) this.#log.error('certificate not taken over: the old one stays', fields);
      this.#fault = String(fields.reason);
    }
  }
}
