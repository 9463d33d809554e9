import { sql } from 'kysely';
import { asStorageError, StorageError } from '../../common/storage-error.ts';
import { type DataKeySource, isDestroyed, newHash } from '../../storage/content/content-store.ts';
import { pathOfEntry } from '../../storage/folder-entries.ts';
import { ObjectContent } from '../../storage/objects/object-content.ts';
import { keyPrefixes, type ObjectStore } from '../../storage/objects/object-store.ts';
import type { Db } from '../../storage/tables.ts';
import { type ContentFindings, destroyedFindings, filesOf, type StoredFile } from './check-content.ts';
import { type Finding, finding } from './doctor-finding.ts';

/** Maximum number of findings of content that are reported individually. */
const maxFindings = 20;

const restore = 'Have the file uploaded again, or restore the object from a copy of the bucket.';

export interface ObjectsToCheck {
  readonly db: Db;
  readonly objects: ObjectStore;
  /** Of sealed objects; undefined without the service key. */
  readonly dataKeys: DataKeySource | undefined;
  /** Name of the site in its keys; undefined: no process has been started. */
  readonly site: string | undefined;
}

/**
 * Checks that the objects of all files and uploads exist, by a list of the bucket.
 *
 * @param deep reads the bytes of all files, and compares them with their SHA-256.
 */
export async function checkObjects(
  context: ObjectsToCheck,
  { deep }: { readonly deep: boolean },
): Promise<ContentFindings> {
  const { db, objects, dataKeys, site } = context;
  const found: Finding[] = [];
  let [files, bytes, destroyed] = [0, 0n, 0];
  for (const prefix of site === undefined ? [] : keyPrefixes(site)) found.push(...(await checkPrefix(context, prefix)));
  const content = new ObjectContent({ db, objects }, () => 0);
  for await (const file of filesOf({ db })) {
    files += 1;
    bytes += file.size;
    if (await isDestroyed(file.content, dataKeys)) destroyed += 1;
    else if (deep) found.push(...(await checkBytes(db, content, file)));
  }
  const findings = found.slice(0, maxFindings);
  if (found.length > maxFindings) {
    findings.push(
      finding('content-missing', `${found.length - maxFindings} more objects are missing or damaged.`, restore),
    );
  }
  return { findings: [...findings, ...destroyedFindings(destroyed)], files, bytes };
}

interface NamedObject {
  readonly key: string;
  readonly size: string;
  readonly content: string;
}

/** Compares the objects below a prefix with the rows that name them. */
async function checkPrefix({ db, objects }: ObjectsToCheck, prefix: string): Promise<readonly Finding[]> {
  // Rows first: objects stored during the check are not faults.
  const { rows } = await sql<NamedObject>`
    SELECT key, size::text AS size, upload_id || '.1' AS content FROM extents
    WHERE upload_id IS NOT NULL AND starts_with(key, ${prefix})`.execute(db);
  if (rows.length === 0) return [];
  const sizes = new Map<string, number>();
  for await (const { key, size } of objects.list(prefix)) sizes.set(key, size);
  const faults = rows.filter(({ key, size }) => sizes.get(key) !== Number(size));
  return (await Promise.all(faults.map((row) => faultOf(db, row, sizes.get(row.key))))).flat();
}

async function faultOf(db: Db, { key, size, content }: NamedObject, found: number | undefined): Promise<Finding[]> {
  const row = await db.selectFrom('extents').select('key').where('key', '=', key).executeTakeFirst();
  // Deleted during the check.
  if (row === undefined) return [];
  const entry = await db.selectFrom('entries').select('id').where('content', '=', content).executeTakeFirst();
  const path = entry === undefined ? undefined : await pathOfEntry(db, entry.id);
  const of = path ?? `the unfinished upload ${content}`;
  return [
    found === undefined
      ? finding('content-missing', `The object ${key} of ${of} does not exist.`, restore)
      : finding('content-size', `The object ${key} of ${of} should have ${size} bytes, and has ${found}.`, restore),
  ];
}

async function checkBytes(db: Db, content: ObjectContent, file: StoredFile): Promise<Finding[]> {
  const path = (await pathOfEntry(db, file.id)) ?? file.id;
  const hash = newHash();
  let read = 0n;
  try {
    for await (const piece of content.read(file.content)) {
      hash.update(piece);
      read += BigInt(piece.length);
    }
  } catch (error) {
    const current = await db.selectFrom('entries').select('content').where('id', '=', file.id).executeTakeFirst();
    if (current?.content !== file.content) return [];
    const isLost = error instanceof StorageError && error.code === 'lost';
    const code = isLost ? 'content-changed' : 'content-unreadable';
    return [finding(code, `${path}: ${asStorageError(error).message}`, restore)];
  }
  if (read !== file.size)
    return [finding('content-size', `${path} should have ${file.size} bytes, and has ${read}.`, restore)];
  const digest = hash.digest('hex');
  if (file.digest === null || file.digest === digest) return [];
  const message = `${path} has changed: its SHA-256 is ${digest}, and should be ${file.digest}.`;
  return [finding('content-changed', message, restore)];
}
