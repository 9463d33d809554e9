import { access, constants, stat, statfs } from 'node:fs/promises';
import { hasCode } from '../../common/made-folder.ts';
import { asStorageError } from '../../common/storage-error.ts';
import type { DataFolder } from '../../storage/content/data-folder.ts';
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
      if (hasCode(error, 'ENOENT')) {
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
