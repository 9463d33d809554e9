import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ClientOptions } from '../../../runtime/src/client/options.ts';
import { SoapClient } from '../../../runtime/src/client/soap-client.ts';
import { freePort } from '../../support/free-ports.js';
import { until } from '../../support/runtime/raw-server.ts';
import { contentTypes, envelope, GetClientID, validResponse } from '../../support/runtime/sample-binding.ts';
import { type RunningProgram, startProgram } from '../support/program.ts';

export const user = { user: 'anna', password: 'geheim', domain: 'CORP' };
export const realm = 'the realm';

/** A service without authentication, which a server in front of it calls. */
export interface Backend {
  readonly port: number;
  /** Bytes of the requests. */
  readonly bodies: number[];
  close(): Promise<void>;
}

export async function startBackend(): Promise<Backend> {
  const bodies: number[] = [];
  const server = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    request.on('end', () => {
      bodies.push(bytes);
      response.writeHead(200, { 'content-type': contentTypes['1.1'] }).end(envelope('1.1', validResponse));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A folder for files of a server that changes its user. */
export class ServerFolder {
  readonly path: string = mkdtempSync(join(tmpdir(), 'soapwright-sign-in-'));

  constructor() {
    chmodSync(this.path, 0o777);
  }

  write(name: string, text: string): string {
    const file = join(this.path, name);
    writeFileSync(file, text);
    return file;
  }

  /** Files of passwords for Basic and Digest. */
  passwords(): { readonly basic: string; readonly digest: string } {
    const { user: name, password } = user;
    const hash = execFileSync('openssl', ['passwd', '-apr1', password], { encoding: 'utf8' }).trim();
    const secret = createHash('md5').update(`${name}:${realm}:${password}`).digest('hex');
    return {
      basic: this.write('basic', `${name}:${hash}\n`),
      digest: this.write('digest', `${name}:${realm}:${secret}\n`),
    };
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

const modules = (names: readonly string[]): string =>
  names.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n');

/** An Apache in front of a backend. @param locations its protected paths, as directives. */
export async function startApache(
  folder: ServerFolder,
  backend: Backend,
  locations: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<RunningProgram & { readonly port: number }> {
  const port = await freePort();
  const names = ['mpm_event', 'authn_core', 'authn_file', 'authz_core', 'authz_user', 'auth_basic', 'auth_digest'];
  const configuration = folder.write(
    'httpd.conf',
    `ServerRoot ${folder.path}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${folder.path}/pid
DefaultRuntimeDir ${folder.path}
Mutex file:${folder.path}
ErrorLog "|/bin/cat"
LogLevel notice
User www-data
Group www-data
${modules([...names, 'auth_gssapi', 'proxy', 'proxy_http'])}
ProxyPass / http://127.0.0.1:${backend.port}/
${locations}
`,
  );
  const args = ['-f', configuration, '-DFOREGROUND'];
  const program = await startProgram('apache2', args, /resuming normal operations/, { environment });
  const stop = async (): Promise<void> => {
    // Its processes end with the first one only if that ends by itself, and removes the file with its number.
    const pid = join(folder.path, 'pid');
    process.kill(Number(readFileSync(pid, 'utf8')), 'SIGTERM');
    await until(() => !existsSync(pid));
    await program.stop();
  };
  return { output: program.output, stop, port };
}

/** Calls a service a number of times. */
export async function callTimes(count: number, options: ClientOptions & { readonly address: string }): Promise<void> {
  const client = new SoapClient(options);
  for (let call = 0; call < count; call++) {
    expect(await client.call(GetClientID, {})).toMatchObject({ ClientID: 7 });
  }
}
