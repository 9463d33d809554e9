import { createPrivateKey, generateKeyPair, type JsonWebKey } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { asStorageError, StorageError, withStorageErrors } from '../common/storage-error.ts';
import { readOrCreate } from '../secrets/key-file.ts';

/**
 * The folder `demo/` of a data folder, for files of the demonstration; created if it does not exist.
 *
 * @throws {StorageError}
 */
async function demoFolder(data: string): Promise<string> {
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
 * Locks a data folder against other demonstrations, whose provisioning would replace the addresses of this one's identity
 * provider. SQLite's lock ends with the process.
 *
 * @returns releases the lock.
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
      `A demonstration is already running on the data folder ${resolve(data)}. Stop it, or use another folder: --data FOLDER, or RFS_DATA=FOLDER.`,
      error,
    );
  }
}

/** The signing keys of the demonstration's provider. */
export interface DemoKeys {
  /** PEM: the key for SAML tokens, and its certificate. */
  readonly saml: { readonly privateKey: string; readonly certificate: string };
  /** The private key for ID tokens. */
  readonly oidc: JsonWebKey;
}

const tenYears = 10 * 365 * 24 * 3_600_000;

/**
 * Reads the keys in `demo/` of a data folder, or creates them, readable by their owner only. If several processes create
 * them at once, one wins.
 *
 * @throws {StorageError} when they cannot be read or created, or are invalid.
 */
export async function loadDemoKeys(dataFolder: string): Promise<DemoKeys> {
  const folder = await demoFolder(dataFolder);
  const paths = { saml: join(folder, 'saml.pem'), oidc: join(folder, 'oidc.pem') };
  const [saml, oidc] = await withStorageErrors(() =>
    Promise.all([readOrCreate(paths.saml, createSamlKey), readOrCreate(paths.oidc, createKey)]),
  );
  return { saml: parted(saml, paths.saml), oidc: jwkOf(oidc, paths.oidc) };
}

/** Key and certificate in one file, so that they always match. */
async function createSamlKey(): Promise<string> {
  // Loaded at the first start only, since it takes a while.
  const { generate } = await import('selfsigned');
  const created = await generate([{ name: 'commonName', value: 'Demonstration of the Remote File Service' }], {
    keySize: 2048,
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + tenYears),
    extensions: [{ name: 'keyUsage', digitalSignature: true }],
  });
  return `${created.private.trim()}\n${created.cert.trim()}\n`;
}

async function createKey(): Promise<string> {
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
  return new StorageError(
    'failed',
    `${path} does not contain a key. Remove it, and the next start creates another.`,
    cause,
  );
}
