import { stat } from 'node:fs/promises';
import { StorageError } from '../../common/storage-error.ts';
import { KeyedHash, sameHash } from '../../secrets/keyed-hash.ts';
import type { ServiceKey } from '../../secrets/service-key.ts';
import type { DataFolder } from '../../storage/content/data-folder.ts';
import type { Db } from '../../storage/tables.ts';
import { storedKey } from '../stored-key.ts';
import type { Finding } from './finding.ts';

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
      key = await storedKey(folder);
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
