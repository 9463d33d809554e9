import type { Caller } from '../domain/check-credentials.ts';
import { checkApiKey, checkFolderKey } from '../domain/check-credentials.ts';
import { entryName } from '../domain/entry-paths.ts';
import type { Seals } from '../secrets/seal.ts';
import type { ApiKey, FolderKey } from '../storage/credentials.ts';
import type { Chunk } from '../uploads/chunk.ts';
import { TusError } from './tus-error.ts';

/** The keys of a request, both valid. */
export interface Keys {
  readonly apiKey: ApiKey;
  readonly folderKey: FolderKey;
}

/** @throws {Rejection} as every other upload. */
export async function checkKeys(caller: Caller): Promise<Keys> {
  const apiKey = await checkApiKey(caller, caller.httpHeader('x-api-key'));
  const [, presented] = /^Bearer +(\S+)$/i.exec(caller.httpHeader('authorization') ?? '') ?? [];
  return { apiKey, folderKey: await checkFolderKey(caller, apiKey, presented) };
}

/** An upload as its address names it: sealed, and bound to the keys that created it. */
export interface TusUpload {
  readonly token: string;
  readonly fileName: string;
  /** Upload-Length. */
  readonly length: bigint;
}

const owner = ({ apiKey, folderKey }: Keys): string => `${apiKey.id} ${folderKey.id}`;

export function sealUpload(seals: Seals, keys: Keys, { token, fileName, length }: TusUpload): string {
  return seals.seal('tus-upload', owner(keys), JSON.stringify([token, fileName, String(length)]));
}

/** @throws {TusError} 404 for an address that was not made for these keys, or was changed. */
export function openUpload(seals: Seals, keys: Keys, id: string): TusUpload {
  // A text in base64 with more in it would be another address of the same upload.
  const isCanonical = Buffer.from(id, 'base64url').toString('base64url') === id;
  const opened = isCanonical ? seals.open('tus-upload', owner(keys), id) : undefined;
  if (opened === undefined) throw new TusError(404, 'There is no such upload.');
  const [token, fileName, length]: readonly [string, string, string] = JSON.parse(opened);
  return { token, fileName, length: BigInt(length) };
}

/** The chunk of an upload with these bytes at an offset; the last one when it ends at its length. */
export function chunkOf(
  requestId: string,
  keys: Keys,
  { token, fileName, length }: Omit<TusUpload, 'token'> & { readonly token: string | undefined },
  { bytes, offset }: { readonly bytes: Blob; readonly offset: bigint },
): Chunk {
  const isLast = offset + BigInt(bytes.size) === length;
  const rest = { fileDigest: undefined, writtenTicks: undefined, creationTicks: undefined };
  return { requestId, ...keys, fileName, token, bytes, offset, isLast, ...rest };
}

/** A number of bytes in a header. @throws {TusError} */
export function lengthOf(text: string | undefined, name: string): bigint {
  if (text !== undefined && /^\d{1,18}$/.test(text)) return BigInt(text);
  throw new TusError(400, `${name} must be a number of bytes.`);
}

/** The name of the file in Upload-Metadata, under the key that clients use. @throws {TusError}, {@link Rejection} */
export function fileNameOf(metadata: string | undefined): string {
  const pairs = (metadata ?? '').split(',').map((pair) => pair.trim().split(' '));
  const [, encoded] = pairs.find(([key]) => key === 'filename') ?? pairs.find(([key]) => key === 'name') ?? [];
  try {
    const bytes = Buffer.from(encoded ?? '', 'base64');
    return entryName(new TextDecoder('utf-8', { fatal: true }).decode(bytes), 'filename in Upload-Metadata');
  } catch (error) {
    throw error instanceof TypeError ? new TusError(400, 'filename in Upload-Metadata is not UTF-8 in base64.') : error;
  }
}
