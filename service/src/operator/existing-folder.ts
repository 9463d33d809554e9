import { access, constants } from 'node:fs/promises';
import { asStorageError, StorageError } from '../common/storage-error.ts';
import { type DataFolder, dataFolderAt } from '../storage/content/data-folder.ts';

/**
 * A data folder that a service has made. Commands that only look or change do not make one: a folder that was mistyped
 * would be an empty service.
 *
 * @throws {StorageError}
 */
export async function existingFolder(path: string): Promise<DataFolder> {
  const folder = dataFolderAt(path);
  if (await hasDatabase(folder)) return folder;
  throw new StorageError(
    'failed',
    `There is no data folder at ${folder.path}. Name it with --data; serve and provision make one.`,
  );
}

/** Whether a service has used a folder before. */
export async function hasDatabase({ database }: DataFolder): Promise<boolean> {
  try {
    await access(database, constants.F_OK);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return false;
    throw asStorageError(error);
  }
}
