import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { readConfiguredFile } from '../../common/file-system.ts';
import { asStorageError, errorCode } from '../../common/storage-error.ts';
import { newHash } from '../../storage/content/content-store.ts';
import { OperatorError } from '../operator-context.ts';
import { digestOf } from './make-manifest.ts';

export interface VerifyOptions {
  readonly manifest: string;
  /** Public key (PEM, Ed25519). */
  readonly keyFile: string;
  /** Path of the manifest before it; undefined: not compared. */
  readonly previous: string | undefined;
  /** Folder of exported files; undefined: not compared. */
  readonly files: string | undefined;
}

/** What does not hold is a sentence each; nothing is wrong when there are none. */
export interface VerifiedManifest {
  readonly from: string;
  readonly until: string;
  readonly listed: number;
  /** Files that were compared and are as the manifest says. */
  readonly matching: number;
  readonly problems: readonly string[];
}

interface ListedFile {
  readonly path: string;
  readonly size: number | string;
  readonly sha256: string | null;
}

/**
 * Verifies a manifest, without a data folder: its signature, the manifest before it, and exported files.
 *
 * @throws {OperatorError} `invalid-argument` for files that cannot be read as what they should be.
 */
export async function verifyManifest(options: VerifyOptions): Promise<VerifiedManifest> {
  const { manifest, keyFile, previous, files } = options;
  const [bytes, signature, pem] = await Promise.all([
    readConfiguredFile(manifest, 'the manifest'),
    readConfiguredFile(`${manifest}.sig`, 'the signature'),
    readConfiguredFile(keyFile, 'the key of manifests'),
  ]);
  const problems: string[] = [];
  if (!verify(null, bytes, publicKey(pem, keyFile), signature)) {
    problems.push('The signature does not belong to this manifest and this key: nothing in it can be trusted.');
  }
  const { head, listed } = parse(bytes, manifest);
  if (previous !== undefined) {
    const before = digestOf(await readConfiguredFile(previous, 'the previous manifest'));
    if (before !== head.previous) problems.push(`${previous} is not the manifest before this one.`);
  }
  let matching = 0;
  for (const file of files === undefined ? [] : listed) {
    const problem = await differenceOf(files ?? '', file);
    if (problem === undefined) matching += 1;
    else problems.push(`${file.path} ${problem}.`);
  }
  return { from: head.from, until: head.until, listed: listed.length, matching, problems };
}

interface Head {
  readonly from: string;
  readonly until: string;
  readonly previous: string | null;
}

function parse(bytes: Buffer, path: string): { readonly head: Head; readonly listed: readonly ListedFile[] } {
  try {
    const lines = bytes.toString('utf8').trimEnd().split('\n');
    const [head, ...rest] = lines.map((line) => JSON.parse(line));
    if (head.manifest !== 1) throw new TypeError('It is not a manifest of version 1.');
    return { head, listed: rest.flatMap(({ file }) => (file === undefined ? [] : [file])) };
  } catch {
    throw new OperatorError('invalid-argument', `${path} is not a manifest.`);
  }
}

/** What is wrong with an exported file. */
async function differenceOf(folder: string, { path, size, sha256 }: ListedFile): Promise<string | undefined> {
  const target = join(folder, path);
  if (!resolve(target).startsWith(resolve(folder) + sep)) return 'is not a path below the folder';
  const hash = newHash();
  let read = 0;
  try {
    for await (const piece of createReadStream(target)) {
      hash.update(piece);
      read += piece.length;
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'is missing';
    throw asStorageError(error);
  }
  if (String(read) !== String(size)) return `has ${read} bytes, and the manifest says ${size}`;
  if (sha256 === null) return 'has no SHA-256 in the manifest';
  return hash.digest('hex') === sha256 ? undefined : 'has changed: its SHA-256 differs';
}

function publicKey(pem: Buffer, path: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = createPublicKey(pem);
  } catch {
    // Rejected below.
  }
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new OperatorError('invalid-argument', `${path} is not a public key (PEM, Ed25519).`);
}
