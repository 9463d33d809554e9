import { type RawBuilder, sql } from 'kysely';
import { compilable, type PreparedQuery, prepared, type ValueOf } from '../prepared-query.ts';
import type { Db } from '../tables.ts';
import type { Upload } from '../upload-rows.ts';
import type { Extent, Staged, TailRow } from './extent-rows.ts';

/**
 * Inserts an upload with its first bytes, in a single statement.
 *
 * @returns false when the folder access key is gone; nothing was inserted then.
 */
export async function insertStagedUpload(db: Db, upload: Upload, staged: Staged): Promise<boolean> {
  return (await rowOfBegin(db, upload, staged))?.begun === 1;
}

async function rowOfBegin(db: Db, upload: Upload, staged: Staged): Promise<Begun | undefined> {
  if (staged === 'nothing') return await beginEmpty.first(db, upload);
  if ('tail' in staged) return await beginTail.first(db, { ...upload, ...staged.tail });
  const { digest: extent_digest, ...extent } = staged.extent;
  return await beginExtent.first(db, { ...upload, ...extent, extent_digest });
}

interface Begun {
  readonly begun: number;
}

const columns = [
  'id',
  'token_hash',
  'key_id',
  'api_key_id',
  'folder_key_id',
  'folder_id',
  'file_name',
  'held',
  'generation',
  'spool_generation',
  'lease_owner',
  'lease_until',
  'written_ticks',
  'creation_ticks',
  'started_at',
  'touched_at',
  'finished_at',
  'last_offset',
  'last_digest',
  'digest',
  'digest_held',
] as const satisfies readonly (keyof Upload)[];

type ExtentValues = Upload & Pick<Extent, 'key' | 'at' | 'size'> & { readonly extent_digest: string };

const beginEmpty: PreparedQuery<Upload, Begun> = prepared<Upload>()((db, value) =>
  compilable(db, sql`${begun(value)} SELECT count(*) AS begun FROM begun`),
);

const beginTail: PreparedQuery<Upload & TailRow, Begun> = prepared<Upload & TailRow>()((db, value) =>
  compilable(
    db,
    sql`${begun(value)}, added AS (
      INSERT INTO tail (upload_id, at, bytes) SELECT id, ${value('at')}::int8, ${value('bytes')}::bytea FROM begun)
    SELECT count(*) AS begun FROM begun`,
  ),
);

const beginExtent: PreparedQuery<ExtentValues, Begun> = prepared<ExtentValues>()((db, value) =>
  compilable(
    db,
    sql`${begun(value)}, added AS (
      INSERT INTO extents (key, upload_id, at, size, digest)
      SELECT ${value('key')}, id, ${value('at')}::int8, ${value('size')}::int8, ${value('extent_digest')} FROM begun)
    SELECT count(*) AS begun FROM begun`,
  ),
);

function begun<Values extends Upload>(value: ValueOf<Values>): RawBuilder<unknown> {
  const values = columns.map((name) => value(name));
  return sql`
    WITH begun AS (
      INSERT INTO uploads (${sql.join(columns.map((name) => sql.ref(name)))})
      SELECT ${sql.join(values)} FROM folder_keys WHERE id = ${value('folder_key_id')}
      RETURNING id)`;
}
