import { access, constants, stat, statfs } from 'node:fs/promises';
import { asStorageError, errorCode } from '../../common/storage-error.ts';
import type { DataFolder } from '../../storage/content/data-folder.ts';
import { type Finding, finding } from './doctor-finding.ts';

const mebibyte = 1024 ** 2;
/** Free space below both of these is reported. */
const comfortable = { bytes: 4096 * mebibyte, share: 0.05 };

/**
 * Checks the data folder: permissions, a single volume, free space.
 *
 * @param least bytes that must be free for the service to be ready.
 */
export async function checkFolder(folder: DataFolder, least: number): Promise<readonly Finding[]> {
  return [
    ...(await checkPermissions(folder)),
    ...(await checkVolumes(folder)),
    ...(await checkFreeSpace(folder, least)),
  ];
}

const restore = 'Restore it from a backup. Without one, the service creates an empty one at its start.';
const changeOwner = 'Run doctor as the user of the service, and give that user the folder: chown -R USER FOLDER.';

async function checkPermissions(folder: DataFolder): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const { uid: owner } = await stat(folder.path);
  for (const path of [folder.path, folder.spool, folder.files, folder.database]) {
    const isFolder = path !== folder.database;
    try {
      await access(path, constants.R_OK | constants.W_OK | (isFolder ? constants.X_OK : 0));
    } catch (error) {
      const reason = asStorageError(error).message;
      const isMissing = errorCode(error) === 'ENOENT';
      const what = isMissing ? 'does not exist' : `cannot be read and written by this user (${reason})`;
      findings.push(finding('folder-not-usable', `${path} ${what}.`, isMissing ? restore : changeOwner));
      continue;
    }
    const { mode, uid } = await stat(path);
    if (uid !== owner) {
      findings.push(
        finding(
          'several-owners',
          `${path} belongs to user ${uid}, and the data folder to user ${owner}.`,
          `Run commands as the user of the service. To repair it: chown -R ${owner} ${folder.path}`,
        ),
      );
    }
    if (process.platform === 'win32' || (mode & 0o077) === 0 || (path !== folder.path && path !== folder.database)) {
      continue;
    }
    findings.push(
      finding(
        'folder-open-to-others',
        `Other users of this machine may read ${path} (mode ${(mode & 0o777).toString(8)}).`,
        `Run: chmod ${isFolder ? '700' : '600'} ${path}`,
      ),
    );
  }
  return findings;
}

async function checkVolumes({ path, spool, files }: DataFolder): Promise<readonly Finding[]> {
  const found = await Promise.all([path, spool, files].map((each) => stat(each).catch(() => undefined)));
  const devices = new Set(found.flatMap((each) => (each === undefined ? [] : [each.dev])));
  if (devices.size < 2) return [];
  return [
    finding(
      'several-volumes',
      `${path}, ${spool} and ${files} are not on one volume, so that no upload can be published.`,
    ),
  ];
}

async function checkFreeSpace({ path }: DataFolder, least: number): Promise<readonly Finding[]> {
  const { bavail, blocks, bsize } = await statfs(path);
  const free = bavail * bsize;
  const isLeast = free < least;
  if (!isLeast && (free >= comfortable.bytes || bavail >= blocks * comfortable.share)) return [];
  return [
    {
      ...finding('little-space', `The volume of ${path} has ${Math.floor(free / mebibyte)} MiB left.`),
      severity: isLeast ? 'error' : 'warning',
    },
  ];
}
