import { Rejection } from '../common/rejection.ts';

/** Maximum length of the name of a file or folder, in bytes of UTF-8. */
const longestName = 255;

/**
 * Checks the name of a file or folder, and normalises it to NFC: 1 to 255 bytes of UTF-8, no `/`, `\` or control
 * characters, not `.` or `..`.
 *
 * @param what name of the field, for the message.
 * @throws {Rejection} `InvalidName`.
 */
export function entryName(given: string | undefined, what: string): string {
  if (given === undefined || given === '') throw new Rejection('InvalidName', `${what} is missing.`);
  const name = given.normalize('NFC');
  const fault = nameProblem(name);
  if (fault !== undefined) throw new Rejection('InvalidName', `${what} ${fault}.`);
  return name;
}

/** The mistake in a name in NFC, to follow the field's name in a message; undefined when it is valid. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (name === '.' || name === '..') return 'is . or .., which mean other folders';
  if (/[/\\]/.test(name)) return 'contains / or \\';
  if (/\p{Cc}/u.test(name)) return 'contains a control character';
  if (/\p{Cs}/u.test(name)) return 'contains half a surrogate pair';
  const bytes = Buffer.byteLength(name);
  if (bytes > longestName) return `has ${bytes} bytes of UTF-8, and ${longestName} is the most`;
  return undefined;
}

/** Path of a folder: `/anna/in/new` is the folder `new` in the folder `in` of Anna's root. */
export interface FolderPath {
  /** UserName of the account, as given. */
  readonly userName: string;
  /** Folder names below the account's root, in NFC; empty for the root itself. */
  readonly folders: readonly string[];
}

/**
 * Parses an absolute path; one trailing `/` is ignored. A path cannot leave its account, since `.` and `..` are rejected.
 *
 * @throws {Rejection} `InvalidPath`.
 */
export function folderPath(given: string | undefined): FolderPath {
  if (given === undefined || given === '') throw new Rejection('InvalidPath', 'Path is missing.');
  if (!given.startsWith('/')) throw new Rejection('InvalidPath', 'Path must start with /.');
  const [userName = '', ...folders] = given.replace(/\/$/, '').slice(1).normalize('NFC').split('/');
  if (userName === '') throw new Rejection('InvalidPath', 'Path must start with / and the UserName of an account.');
  if (folders.length > 1000) throw new Rejection('InvalidPath', 'Path has more than 1000 folders.');
  for (const name of folders) {
    const fault = nameProblem(name);
    if (fault !== undefined) throw new Rejection('InvalidPath', `A folder in Path ${fault}.`);
  }
  return { userName, folders };
}
