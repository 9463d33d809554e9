import { Refusal } from '../common/rejection.ts';
import { faultOfName } from './entry-name.ts';

/** A folder of an account: `/anna/in/new` is the folder `new` in the folder `in` of Anna's root. */
export interface FolderPath {
  /** UserName of the account, as given. */
  readonly userName: string;
  /** Names from the account's root down, in NFC; none for the root itself. */
  readonly folders: readonly string[];
}

/**
 * Reads an absolute path. One `/` at the end does not matter. A path cannot leave its account, since `.` and `..` are
 * no names.
 *
 * @throws {Refusal} `InvalidPath`.
 */
export function folderPath(given: string | undefined): FolderPath {
  if (given === undefined || given === '') throw new Refusal('InvalidPath', 'Path is missing.');
  if (!given.startsWith('/')) throw new Refusal('InvalidPath', 'Path must begin with /.');
  const [userName = '', ...folders] = given.replace(/\/$/, '').slice(1).normalize('NFC').split('/');
  if (userName === '') throw new Refusal('InvalidPath', 'Path must begin with / and the UserName of an account.');
  if (folders.length > 1000) throw new Refusal('InvalidPath', 'Path has more than 1000 folders.');
  for (const name of folders) {
    const fault = faultOfName(name);
    if (fault !== undefined) throw new Refusal('InvalidPath', `A folder in Path ${fault}.`);
  }
  return { userName, folders };
}
