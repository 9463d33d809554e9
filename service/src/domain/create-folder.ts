import { Rejection } from '../common/rejection.ts';
import { audit } from '../storage/audit-log.ts';
import type { Commits } from '../storage/commits.ts';
import { findEntry, findFolder, findRoot, insertFolder } from '../storage/folder-entries.ts';
import { fold } from './account-names.ts';
import type { CheckedAdministrator } from './check-credentials.ts';
import { entryName, folderPath } from './entry-paths.ts';

/**
 * Creates a folder in an account of the administrator's tenant.
 *
 * @returns its name in NFC.
 * @throws {Rejection} `InvalidPath`, `InvalidName`, `PathNotFound`, `FolderExists` or `FileExists`.
 */
export async function createFolder(
  commits: Commits,
  administrator: CheckedAdministrator,
  wanted: { readonly path: string | undefined; readonly name: string | undefined; readonly requestId: string },
  now: number,
): Promise<string> {
  const path = folderPath(wanted.path);
  const name = entryName(wanted.name, 'FolderName');
  return await commits.run(async (transaction) => {
    const userNameFolded = fold(path.userName);
    const root = await findRoot(transaction, { clientId: administrator.clientId, userNameFolded });
    const parent = root === undefined ? undefined : await findFolder(transaction, root, path.folders);
    if (parent === undefined) throw new Rejection('PathNotFound', 'There is no such Path.');
    const folder = await insertFolder(transaction, parent, name, now);
    if (folder === undefined) {
      const there = await findEntry(transaction, parent.id, name);
      if (there?.kind === 'file') throw new Rejection('FileExists', 'A file of this name exists.');
      throw new Rejection('FolderExists', 'A folder of this name exists.');
    }
    await audit(
      transaction,
      {
        actor: `administrator:${administrator.id}`,
        action: 'folder.created',
        subject: `folder:${folder.id}`,
        requestId: wanted.requestId,
      },
      now,
    );
    return name;
  });
}
