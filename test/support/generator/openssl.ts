import { execFileSync, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasOpenssl: boolean = spawnSync('openssl', ['version']).status === 0;

/** A temporary folder in which the openssl command runs. */
export class OpensslFolder {
  readonly path: string = mkdtempSync(join(tmpdir(), 'soapwright-openssl-'));

  /** @param command its arguments, separated by single spaces. */
  run(command: string): void {
    execFileSync('openssl', command.split(' '), { cwd: this.path, stdio: 'pipe' });
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.path, name), text);
  }

  read(name: string): Buffer {
    return readFileSync(join(this.path, name));
  }

  /** A certificate that was written as PEM, in DER. */
  der(name: string): Buffer {
    return new X509Certificate(this.read(name)).raw;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** A certificate authority with a server's and a client's certificate, made by the openssl command. */
export class Authority {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'soapwright-tls-'));

  constructor() {
    this.#run(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=Test CA',
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
    );
    this.issue('server', 'localhost', 'subjectAltName=DNS:localhost');
    this.issue('client', 'client', 'extendedKeyUsage=clientAuth');
    this.#run(
      'pkcs12',
      '-export',
      '-inkey',
      'client.key',
      '-in',
      'client.pem',
      '-out',
      'client.p12',
      '-passout',
      'pass:geheim',
    );
    this.#run('pkey', '-in', 'client.key', '-aes256', '-passout', 'pass:geheim', '-out', 'client-encrypted.key');
  }

  issue(name: string, subject: string, extension: string): void {
    writeFileSync(this.path(`${name}.ext`), extension);
    this.#run(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      `/CN=${subject}`,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
    );
    this.#run(
      'x509',
      '-req',
      '-days',
      '2',
      '-in',
      `${name}.csr`,
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-extfile',
      `${name}.ext`,
      '-out',
      `${name}.pem`,
    );
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  read(name: string): Buffer {
    return readFileSync(this.path(name));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #run(...args: readonly string[]): void {
    execFileSync('openssl', args, { cwd: this.folder, stdio: 'pipe' });
  }
}
