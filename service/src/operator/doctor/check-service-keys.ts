import { stat } from 'node:fs/promises';
import { StorageError } from '../../common/storage-error.ts';
import { KeyRing } from '../../secrets/key-ring.ts';
import { existingFolderKeys, type KeySource } from '../../secrets/key-source.ts';
import { keyIdOf, type ServiceKey } from '../../secrets/service-key.ts';
import type { DataFolder } from '../../storage/content/data-folder.ts';
import { countDependents, type DependentKind, type Dependents, dependentKinds } from '../../storage/key-dependents.ts';
import { findFingerprint, isUnseen, type KeyRow, listHolders, listKeyRows } from '../../storage/service-keys.ts';
import type { Db } from '../../storage/tables.ts';
import { type Finding, finding } from './doctor-finding.ts';

/** How long an old key may be needed before that is reported, in milliseconds. */
const longNeeded = 90 * 86_400_000;

/** The service keys, if they are readable and have the current one. */
export interface CheckedKeys {
  readonly ring: KeyRing | undefined;
  readonly findings: readonly Finding[];
}

/**
 * @param given the keys from the settings; undefined: those of the data folder.
 * @param isOlder whether the schema may lack tables that depend on them.
 */
export async function checkKeys(
  folder: DataFolder,
  db: Db,
  given: KeySource | undefined,
  now: number,
  { isOlder = false }: { readonly isOlder?: boolean } = {},
): Promise<CheckedKeys> {
  const source = given ?? existingFolderKeys(folder.key);
  let keys: readonly ServiceKey[];
  try {
    keys = await source.load();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const remedy = `Restore ${folder.key} from a backup, or set the key with --service-key-file or RFS_SERVICE_KEY.`;
    return { ring: undefined, findings: [finding('key-not-usable', error.message, remedy)] };
  }
  const ofOldKeys = isOlder ? [] : await checkOldKeys(db, source, keys, now);
  const findings = [...(await checkMode(source)), ...ofOldKeys];
  const ring = new KeyRing(keys);
  const fingerprint = await findFingerprint(db);
  if (fingerprint === undefined) return { ring, findings };
  if (keys.some((key) => key.fingerprint === fingerprint)) {
    ring.replace(keys, fingerprint);
    return { ring, findings };
  }
  const message = `The service key ${keyIdOf(fingerprint)} of this data folder is not in ${source.name}: no stored secret would match.`;
  return { ring: undefined, findings: [...findings, finding('key-is-another', message)] };
}

async function checkMode({ ownFile }: KeySource): Promise<readonly Finding[]> {
  if (ownFile === undefined || process.platform === 'win32') return [];
  const { mode } = await stat(ownFile);
  if ((mode & 0o077) === 0) return [];
  const message = `Other users may read the service key ${ownFile}: the service does not start with it.`;
  return [finding('key-open-to-others', message, `Run: chmod 600 ${ownFile}`)];
}

/** Names the processes that have not closed the database, and have not said for long that they run. */
export async function checkHolders(db: Db): Promise<readonly Finding[]> {
  return (await listHolders(db)).filter(isUnseen).map(({ process, seenAt }) => {
    const time = new Date(seenAt ?? 0).toISOString();
    return finding('process-not-seen', `The process ${process} was last seen at ${time}. It counts as ended.`);
  });
}

/** Checks the keys that were current before. */
async function checkOldKeys(
  db: Db,
  source: KeySource,
  keys: readonly ServiceKey[],
  now: number,
): Promise<readonly Finding[]> {
  const rows = await listKeyRows(db);
  const since = rows.findLast(({ current_at }) => current_at !== null)?.current_at ?? null;
  const findings: Finding[] = [];
  for (const [index, row] of rows.entries()) {
    const isOld = rows.slice(index + 1).some(({ current_at }) => current_at !== null);
    const isGiven = keys.some(({ id }) => id === row.id);
    if (!isOld) continue;
    const needs = row.retired_at === null ? needed(await countDependents(db, row.id, now)) : '';
    findings.push(...checkOldKey(row, { isGiven, needs, source, isLong: since !== null && now - since > longNeeded }));
  }
  return findings;
}

function checkOldKey(
  { id, retired_at }: KeyRow,
  about: { readonly isGiven: boolean; readonly needs: string; readonly source: KeySource; readonly isLong: boolean },
): readonly Finding[] {
  const { isGiven, needs, source, isLong } = about;
  if (retired_at !== null) {
    if (!isGiven) return [];
    return [finding('key-left', `The retired service key ${id} is still in ${source.name}.`, removal(id, source))];
  }
  if (needs !== '' && !isGiven) {
    return [finding('key-missing', `The old service key ${id} is not in ${source.name}. It is needed by ${needs}.`)];
  }
  if (needs === '' || !isLong) return [];
  return [finding('key-long-needed', `The old service key ${id} is still needed by ${needs}, after 90 days.`)];
}

function removal(id: string, { name, ownFile }: KeySource): string {
  return ownFile === undefined ? `Remove it from ${name}, and restart the processes.` : `Run: service-key retire ${id}`;
}

/** Such as `3 API keys, 1 uploads`. */
function needed(counts: Dependents): string {
  const kinds = Object.keys(dependentKinds) as DependentKind[];
  return kinds.flatMap((kind) => (counts[kind] === 0 ? [] : [`${counts[kind]} ${dependentKinds[kind]}`])).join(', ');
}
