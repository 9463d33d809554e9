import { createPrivateKey, generateKeyPair, type JsonWebKey } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { asStorageError, StorageError } from '../common/storage-error.ts';
import { readOrMake } from '../secrets/secret-file.ts';
import { demoFolder } from './demo-folder.ts';

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
      readOrMake(join(folder, 'saml.pem'), makeSamlKey),
      readOrMake(join(folder, 'oidc.pem'), makeKey),
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
