import { access, constants, stat, statfs } from 'node:fs/promises';
import { asStorageError, errorCode, StorageError } from '../../common/storage-error.ts';
import { readServiceKey, type ServiceKey } from '../../secrets/service-key.ts';
import { KeyedHash, sameHash } from '../../secrets/tokens.ts';
import type { DataFolder } from '../../storage/content/data-folder.ts';
import type { Db } from '../../storage/tables.ts';
import type { Finding } from './finding.ts';

const mebibyte = 1024 ** 2;
/** Below both of these, space is said to become scarce. */
const comfortable = { bytes: 4096 * mebibyte, share: 0.05 };

/**
 * Whether the data folder can be used: rights, one volume, space.
 *
 * @param least Bytes that must be free, or the service is not ready.
 */
export async function checkFolder(folder: DataFolder, least: number): Promise<readonly Finding[]> {
  return [...(await rights(folder)), ...(await volumes(folder)), ...(await space(folder, least))];
}

async function rights(folder: DataFolder): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const { uid: owner } = await stat(folder.path);
  for (const path of [folder.path, folder.spool, folder.files, folder.database]) {
    const isFolder = path !== folder.database;
    try {
      await access(path, constants.R_OK | constants.W_OK | (isFolder ? constants.X_OK : 0));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') {
        findings.push({
          severity: 'error',
          code: 'folder-not-usable',
          message: `${path} is not there.`,
          remedy: 'Bring it back from a backup. Without one, a service makes it at its start, and it is empty.',
        });
        continue;
      }
      findings.push({
        severity: 'error',
        code: 'folder-not-usable',
        message: `${path} cannot be read and written by this user (${asStorageError(error).message}).`,
        remedy: 'Run doctor as the user of the service, and give that user the folder: chown -R USER FOLDER.',
      });
      continue;
    }
    const { mode, uid } = await stat(path);
    if (uid !== owner) {
      findings.push({
        severity: 'error',
        code: 'several-owners',
        message: `${path} belongs to the user ${uid}, and the data folder to ${owner}.`,
        remedy: `Run commands as the user of the service. To mend it: chown -R ${owner} ${folder.path}`,
      });
    }
    if (process.platform === 'win32' || (mode & 0o077) === 0 || (path !== folder.path && path !== folder.database)) {
      continue;
    }
    findings.push({
      severity: 'warning',
      code: 'folder-open-to-others',
      message: `Other users of this machine may look into ${path} (mode ${(mode & 0o777).toString(8)}).`,
      remedy: `Run: chmod ${isFolder ? '700' : '600'} ${path}`,
    });
  }
  return findings;
}

async function volumes({ path, spool, files }: DataFolder): Promise<readonly Finding[]> {
  const found = await Promise.all([path, spool, files].map((each) => stat(each).catch(() => undefined)));
  const devices = new Set(found.flatMap((each) => (each === undefined ? [] : [each.dev])));
  if (devices.size < 2) return [];
  return [
    {
      severity: 'error',
      code: 'several-volumes',
      message: `${path}, ${spool} and ${files} do not lie on one volume, so that no upload can be published.`,
      remedy: 'Mount one volume at the data folder, and none below it.',
    },
  ];
}

async function space({ path }: DataFolder, least: number): Promise<readonly Finding[]> {
  const { bavail, blocks, bsize } = await statfs(path);
  const free = bavail * bsize;
  const isLeast = free < least;
  if (!isLeast && (free >= comfortable.bytes || bavail >= blocks * comfortable.share)) return [];
  return [
    {
      severity: isLeast ? 'error' : 'warning',
      code: 'little-space',
      message: `The volume of ${path} has ${Math.floor(free / mebibyte)} MiB left.`,
      remedy: 'Make the volume larger, or remove what else lies on it. Uploads are refused while it is full.',
    },
  ];
}

/** The service key, if it can be read and is the folder's. */
export interface CheckedKey {
  readonly key: ServiceKey | undefined;
  readonly findings: readonly Finding[];
}

/** @param given The key of the settings; undefined: the one of the data folder. */
export async function checkKey(folder: DataFolder, db: Db, given: ServiceKey | undefined): Promise<CheckedKey> {
  const findings: Finding[] = [];
  let key = given;
  if (key === undefined) {
    try {
      key = await readServiceKey(folder.key);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      const remedy = `Put ${folder.key} back from a backup, or name the key with --service-key-file or RFS_SERVICE_KEY.`;
      return {
        key: undefined,
        findings: [{ severity: 'error', code: 'key-not-usable', message: error.message, remedy }],
      };
    }
    const { mode } = await stat(folder.key);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      findings.push({
        severity: 'error',
        code: 'key-open-to-others',
        message: `Others may read the service key ${folder.key}: the service does not start with it.`,
        remedy: `Run: chmod 600 ${folder.key}`,
      });
    }
  }
  const fingerprint = new KeyedHash(key).fingerprint();
  const row = await db.selectFrom('settings').select('value').where('name', '=', 'key-fingerprint').executeTakeFirst();
  if (row === undefined || sameHash(row.value, fingerprint)) return { key, findings };
  findings.push({
    severity: 'error',
    code: 'key-is-another',
    message: 'The service key is not the one that this data folder was made with: no stored secret would be right.',
    remedy: 'Give the folder its own key back: it is in every backup, or where RFS_SERVICE_KEY came from.',
  });
  return { key: undefined, findings };
}
