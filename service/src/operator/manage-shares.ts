import { newPassword, type Passwords } from '../secrets/passwords.ts';
import { randomId, randomToken } from '../secrets/secret-tokens.ts';
import { audit } from '../storage/audit-log.ts';
import { pathOfEntry } from '../storage/folder-entries.ts';
import { revokeShare } from '../storage/shares.ts';
import { findPath } from './entry-tree.ts';
import { checkNewName, type OperatorContext, OperatorError, type RevokeResult } from './operator-context.ts';

/** Below it shares are served, on the port of the service. */
export const sharesPrefix = '/shared/';

/** The longest time that a share is valid, in milliseconds. */
const longestShare = 365 * 24 * 3_600_000;

export interface NewShare {
  /** The folder: its path, or its id. */
  readonly folder: { readonly path: string } | { readonly id: string };
  /** For whom it is. */
  readonly label?: string | undefined;
  readonly password?: string | undefined;
  /** Undefined: any number. */
  readonly maxDownloads?: number | undefined;
  /** Milliseconds until it expires. */
  readonly duration: number;
  /** The folder access key of the owner who shares it; undefined: the operator does. */
  readonly folderKey?: { readonly id: string; readonly name: string } | undefined;
  readonly requestId?: string | undefined;
}

/** A new share. */
export interface CreatedShare {
  readonly id: string;
  readonly folder: string;
  /** Its address without the host. Only this call returns it: the token in it is stored as a hash. */
  readonly address: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Shares a folder with everything below it.
 *
 * @throws {OperatorError} `no-such-folder`; `invalid-argument` for a time or a number out of range. {@link Rejection}
 *   `InvalidPath`, `InvalidValue` for a password that is too short.
 */
export async function createShare(
  { db, keys, hashes, now, passwords }: OperatorContext & { readonly passwords: Passwords },
  { folder, label, password, maxDownloads, duration, folderKey, requestId }: NewShare,
): Promise<CreatedShare> {
  if (!(duration > 0 && duration <= longestShare)) {
    throw new OperatorError('invalid-argument', 'A share is valid for 365 days at most.');
  }
  if (maxDownloads !== undefined && !(Number.isInteger(maxDownloads) && maxDownloads > 0 && maxDownloads <= 1e6)) {
    throw new OperatorError('invalid-argument', 'The number of downloads is a whole number from 1 to 1000000.');
  }
  const name = label === undefined ? null : checkNewName(label);
  // Before the transaction: it takes a quarter of a second.
  const passwordHash = password === undefined ? null : await passwords.hash(newPassword(password));
  return await db.transaction().execute(async (transaction) => {
    await keys.refresh(transaction);
    const entry = 'path' in folder ? await findPath(transaction, folder.path) : { ...folder, kind: 'folder' };
    const path = entry?.kind === 'folder' ? await pathOfEntry(transaction, entry.id) : undefined;
    if (entry === undefined || path === undefined) {
      throw new OperatorError('no-such-folder', `There is no folder ${'path' in folder ? folder.path : folder.id}.`);
    }
    const id = randomId();
    const token = randomToken();
    const { hash, keyId } = hashes.new('share-token', token);
    const expiresAt = Math.floor((now() + duration) / 1000) * 1000;
    await transaction
      .insertInto('shares')
      .values({
        id,
        token_hash: hash,
        key_id: keyId,
        folder_id: entry.id,
        label: name,
        password_hash: passwordHash,
        max_downloads: maxDownloads ?? null,
        created_at: now(),
        created_by: folderKey === undefined ? 'operator' : `folder-key:${folderKey.name}`,
        expires_at: expiresAt,
        revoked_at: null,
      })
      .execute();
    const details = {
      share: id,
      expires: new Date(expiresAt).toISOString(),
      downloads: maxDownloads ?? null,
      password: password !== undefined,
      // By this name an erasure of the account finds it.
      ...(folderKey && { folderKeys: folderKey.name }),
    };
    const request = requestId === undefined ? {} : { requestId };
    const actor = folderKey === undefined ? 'operator' : ownerActor(folderKey.id);
    await audit(transaction, { actor, action: 'share.created', subject: `folder:${path}`, details, ...request }, now());
    return { id, folder: path, address: `${sharesPrefix}${token}/`, expiresAt };
  });
}

/** The actor of what the holder of a folder access key does to shares. */
export function ownerActor(folderKeyId: string): string {
  return `owner:${folderKeyId}`;
}

/** A share without its secrets. Times are milliseconds since 1970. */
export interface ListedShare {
  readonly id: string;
  /** Null: removed by a process of an older version. */
  readonly folder: string | null;
  readonly label: string | null;
  readonly state: 'valid' | 'expired' | 'revoked' | 'used up';
  readonly downloads: number;
  readonly maxDownloads: number | null;
  readonly hasPassword: boolean;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly expiresAt: number;
}

/** The shares of a folder, or all, the oldest first; those that have ended are listed for 30 days. */
export async function listShares(
  { db, now }: Pick<OperatorContext, 'db' | 'now'>,
  folderId?: string,
): Promise<readonly ListedShare[]> {
  const rows = await db
    .selectFrom('shares')
    .selectAll()
    .$if(folderId !== undefined, (query) => query.where('folder_id', '=', folderId ?? ''))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const listed: ListedShare[] = [];
  for (const row of rows) {
    const { downloads, max_downloads: maxDownloads } = row;
    const isUsedUp = maxDownloads !== null && downloads >= maxDownloads;
    listed.push({
      id: row.id,
      folder: (await pathOfEntry(db, row.folder_id)) ?? null,
      label: row.label,
      state: row.revoked_at !== null ? 'revoked' : row.expires_at <= now() ? 'expired' : isUsedUp ? 'used up' : 'valid',
      downloads,
      maxDownloads,
      hasPassword: row.password_hash !== null,
      createdAt: row.created_at,
      createdBy: row.created_by,
      expiresAt: row.expires_at,
    });
  }
  return listed;
}

/**
 * Revokes a share, from the next request on.
 *
 * @throws {OperatorError} `unknown-name`.
 */
export async function endShare(
  { db, now }: Pick<OperatorContext, 'db' | 'now'>,
  id: string,
  { actor = 'operator', folderId }: { readonly actor?: string; readonly folderId?: string } = {},
): Promise<RevokeResult> {
  return await db.transaction().execute(async (transaction) => {
    const share = await transaction.selectFrom('shares').select('folder_id').where('id', '=', id).executeTakeFirst();
    if (share === undefined || (folderId !== undefined && share.folder_id !== folderId)) {
      throw new OperatorError('unknown-name', `There is no share ${id}. See share list.`);
    }
    return (await revokeShare(transaction, id, actor, now())) ? 'revoked' : 'already revoked';
  });
}
