import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { OwnServers } from './servers.ts';

/** The compared packages. */
const packages = ['@tus/server@2.4.5', '@tus/s3-store@2.0.7'];

/** A running server of the tus protocol. */
export interface TusServer {
  readonly process: ChildProcess;
  readonly url: string;
}

/** Installs the packages into a folder. */
export async function installTus(folder: string): Promise<void> {
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--prefix', folder];
  execFileSync('npm', ['install', ...options, ...packages], { stdio: 'ignore' });
  await copyFile(fileURLToPath(new URL('../../engines/tus-server.mjs', import.meta.url)), join(folder, 'server.mjs'));
}

/** @param endpoint of the store. */
export async function startTus(folder: string, { servers }: OwnServers, endpoint: string): Promise<TusServer> {
  const { accessKeyId, secretAccessKey } = await servers.credentials();
  const env = { ENDPOINT: endpoint, BUCKET: servers.bucket.bucket, ACCESS_KEY: accessKeyId, SECRET: secretAccessKey };
  const child = spawn(process.execPath, ['server.mjs'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [port] = await once(createInterface({ input: child.stdout }), 'line');
  return { process: child, url: `http://127.0.0.1:${port}/files` };
}

const version = { 'Tus-Resumable': '1.0.0' };

/** Begins an upload. @returns its path, which another process has, too. */
export async function createTusUpload({ url }: TusServer, length: number): Promise<string> {
  const headers = { ...version, 'Upload-Length': String(length) };
  const response = await fetch(url, { method: 'POST', headers });
  const location = response.headers.get('location');
  if (response.status !== 201 || location === null) throw new Error(`tus: ${response.status} ${await response.text()}`);
  return location.slice(location.lastIndexOf('/'));
}

/** Sends bytes. @returns the offset that is acknowledged; undefined: none. */
export async function patchTusUpload(
  { url }: TusServer,
  path: string,
  offset: number,
  body: Uint8Array<ArrayBuffer>,
): Promise<number | undefined> {
  const headers = { ...version, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
  const response = await fetch(url + path, { method: 'PATCH', headers, body }).catch(() => undefined);
  return response?.status === 204 ? Number(response.headers.get('upload-offset')) : undefined;
}

/** The bytes that an upload has. */
export async function tusOffset({ url }: TusServer, path: string): Promise<number> {
  const response = await fetch(url + path, { method: 'HEAD', headers: version });
  return Number(response.headers.get('upload-offset') ?? 0);
}
