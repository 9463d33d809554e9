import type { DataFolder } from '../../storage/content/data-folder.ts';
import { changedFiles } from '../backup-sums.ts';
import { type Finding, finding } from './doctor-finding.ts';

/** Compares the database and the key of a backup with their SHA-256 at its creation. */
export async function checkBackup(folder: DataFolder): Promise<readonly Finding[]> {
  return (await changedFiles(folder)).map(({ path, digest, expected }) =>
    finding('backup-changed', `${path} has changed: its SHA-256 is ${digest}, and should be ${expected}.`),
  );
}
