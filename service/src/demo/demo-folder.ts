import { createPrivateKey, generateKeyPair, type JsonWebKey } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { asStorageError, StorageError } from '../common/storage-error.ts';
import { readOrCreate } from '../secrets/service-key.ts';

/**
 * `demo/` of a data folder, where what is the demonstration's own lies; made if it is not there.
 *
 * @throws {StorageError}
 */
export async function demoFolder(data: string): Promise<string> {
  const folder = join(data, 'demo');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch (error) {
    const { code, message } = asStorageError(error);
    throw new StorageError(code, `Cannot use the data folder ${resolve(data)}: ${message}`, error);
  }
}

/**
 * Keeps other demonstrations away from a data folder: its tenants have room for one provider's addresses, and nobody
 * could sign in at the demonstration that was there first. SQLite's lock ends with the process, however that ends.
 *
 * @returns lets go of it.
 * @throws {StorageError} `busy` when a demonstration runs there.
 */
export async function lockDemoFolder(data: string): Promise<() => void> {
  const path = join(await demoFolder(data), 'running');
  let database: DatabaseSyncInstance | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    return database.close.bind(database);
  } catch (error) {
    database?.close();
    const { code, message } = asStorageError(error);
    if (code !== 'busy') throw new StorageError(code, `Cannot use ${path}: ${message}`, error);
    throw new StorageError(
      code,
      `A demonstration runs already on the data folder ${resolve(data)}. Stop it, or give this one another: --data FOLDER, or RFS_DATA=FOLDER.`,
      error,
    );
  }
}

/** What the demonstration's provider signs with. */
export interface DemoKeys {
  /** PEM: the key that SAML tokens are signed with, and its certificate. */
  readonly saml: { readonly privateKey: string; readonly certificate: string };
  /** The private key that ID tokens are signed with. */
  readonly oidc: JsonWebKey;
}

const tenYears = 10 * 365 * 24 * 3_600_000;

/**
 * Reads the keys that lie in `demo/` of a data folder; made there if they are not, readable by their owner alone. Of
 * several processes that make them at once one wins.
 *
 * @throws {StorageError} when they cannot be read or made, or are no keys.
 */
export async function loadDemoKeys(dataFolder: string): Promise<DemoKeys> {
  const folder = await demoFolder(dataFolder);
  try {
    const [saml, oidc] = await Promise.all([
      readOrCreate(join(folder, 'saml.pem'), makeSamlKey),
      readOrCreate(join(folder, 'oidc.pem'), makeKey),
    ]);
    return { saml: parted(saml, join(folder, 'saml.pem')), oidc: jwkOf(oidc, join(folder, 'oidc.pem')) };
  } catch (error) {
    throw asStorageError(error);
  }
}

/** Key and certificate, one after the other in one file, so that they always belong together. */
async function makeSamlKey(): Promise<string> {
  // Loaded at the first start alone, for it takes a while.
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: 'Demonstration of the Remote File Service' }], {
    keySize: 2048,
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + tenYears),
    extensions: [{ name: 'keyUsage', digitalSignature: true }],
  });
  return `${made.private.trim()}\n${made.cert.trim()}\n`;
}

async function makeKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return privateKey;
}

function parted(pem: string, path: string): DemoKeys['saml'] {
  const privateKey = block(pem, 'PRIVATE KEY');
  const certificate = block(pem, 'CERTIFICATE');
  if (privateKey === undefined || certificate === undefined) throw noKey(path);
  return { privateKey, certificate };
}

function block(pem: string, label: string): string | undefined {
  return new RegExp(`-----BEGIN ${label}-----[A-Za-z0-9+/=\\s]+-----END ${label}-----`).exec(pem)?.[0];
}

function jwkOf(pem: string, path: string): JsonWebKey {
  try {
    return { ...createPrivateKey(pem).export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'demo' };
  } catch (error) {
    throw noKey(path, error);
  }
}

function noKey(path: string, cause?: unknown): StorageError {
  return new StorageError('failed', `${path} does not hold a key. Remove it, and the next start makes another.`, cause);
}
