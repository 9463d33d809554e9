import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { readConfiguredFile } from '../../common/file-system.ts';
import { jsonLine } from '../../common/json-line.ts';
import { readAudit } from '../../storage/audit-log.ts';
import type { Db } from '../../storage/tables.ts';
import { listFiles, timeOf } from '../entry-tree.ts';
import { OperatorError } from '../operator-context.ts';
import { writeFile } from '../write-file.ts';

/** What a manifest covers, and how it is signed. */
export interface ManifestOptions {
  /** Milliseconds since 1970: from the first, up to the second one. */
  readonly from: number;
  readonly until: number;
  /** Private key (PEM, Ed25519). */
  readonly keyFile: string;
  /** Path of the manifest before this one; undefined: this is the first one. */
  readonly previous: string | undefined;
  /** Where it is written; the signature goes beside it, with `.sig`. */
  readonly output: string;
  readonly force: boolean;
}

/** Counts of a manifest. */
export interface MadeManifest {
  readonly files: number;
  readonly entries: number;
  /** SHA-256 of the manifest in hexadecimal. */
  readonly sha256: string;
}

/**
 * Writes a manifest of the files that were published in a period and are there now, and of the entries of the audit log of
 * that period, with a signature by Ed25519 over its bytes. It names the SHA-256 of the manifest before it.
 *
 * @throws {OperatorError} `invalid-argument` for a period that is not over, or another kind of key; `already-there`.
 */
export async function makeManifest(
  db: Db,
  { from, until, keyFile, previous, output, force }: ManifestOptions,
  now: number,
): Promise<MadeManifest> {
  if (from >= until || until > now) {
    throw new OperatorError('invalid-argument', 'A manifest needs a period that is over. Name an earlier day.');
  }
  const key = privateKey(await readConfiguredFile(keyFile, 'the key of manifests'), keyFile);
  const before = previous === undefined ? null : digestOf(await readConfiguredFile(previous, 'the previous manifest'));
  const counts = { files: 0, entries: 0 };
  const time = (milliseconds: number): string => new Date(milliseconds).toISOString();
  async function* lines(): AsyncGenerator<Uint8Array> {
    const head = { manifest: 1, from: time(from), until: time(until), made: time(now), previous: before };
    yield Buffer.from(jsonLine(head));
    for await (const entry of listFiles(db, { path: '/', recursive: true })) {
      const { kind, path, size, digest, publishedAt, folderKey, apiKey } = entry;
      if (kind === 'folder' || publishedAt === null || publishedAt < from || publishedAt >= until) continue;
      counts.files += 1;
      const file = { path, size, sha256: digest, published: time(publishedAt), written: timeOf(entry.writtenTicks) };
      yield Buffer.from(jsonLine({ file: { ...file, folderKey, apiKey } }));
    }
    for await (const { id, at, ...rest } of readAudit(db, from)) {
      if (at >= until) continue;
      counts.entries += 1;
      yield Buffer.from(jsonLine({ entry: { id, at: time(at), ...rest } }));
    }
  }
  await writeFile(output, { bytes: lines(), writtenTicks: null, force });
  const bytes = await readFile(output);
  const signature = sign(null, bytes, key);
  await writeFile(`${output}.sig`, { bytes: oneOf(signature), writtenTicks: null, force });
  return { ...counts, sha256: digestOf(bytes) };
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function privateKey(pem: Buffer, path: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = createPrivateKey(pem);
  } catch {
    // An encrypted key, or another file: rejected below.
  }
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new OperatorError(
    'invalid-argument',
    `${path} is not a private key (PEM, Ed25519, not encrypted). Create one with: openssl genpkey -algorithm ed25519`,
  );
}
