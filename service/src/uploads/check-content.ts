import type { Refusal } from '../checks/file-checks.ts';
import { audit } from '../storage/audit-log.ts';
import { pathOfEntry } from '../storage/folder-entries.ts';
import type { Upload } from '../storage/upload-rows.ts';
import type { Chunk } from './chunk.ts';
import { refusedFile } from './upload-rejections.ts';
import type { Uploads } from './uploads.ts';

/**
 * Has a file checked before it is published. A refused file stays as an upload that nobody can continue, in quarantine.
 *
 * @param row of the upload, whose bytes are all held.
 * @throws {Rejection} `ContentRefused`, `CheckUnavailable`
 */
export async function checkContent(
  uploads: Uploads,
  chunk: Chunk,
  row: Upload & { readonly digest: string },
): Promise<void> {
  const { checks, chunks, db } = uploads;
  if (checks === undefined) return;
  const folder = (await pathOfEntry(db, row.folder_id)) ?? '';
  const refusal = await checks.judge({
    id: row.id,
    path: `${folder}/${row.file_name}`,
    size: row.held,
    sha256: row.digest,
    bytes: () => chunks.read(row, 0n, row.held),
  });
  if (refusal === undefined) return;
  const refused = { refused_at: uploads.now(), refused_by: refusal.check, refused_reason: refusal.reason };
  await setAside(uploads, chunk, row, refused, refusal);
  throw refusedFile(refused);
}

type RefusedColumns = Pick<Upload, 'refused_at' | 'refused_by' | 'refused_reason'>;

/** Keeps a refused file in quarantine, or deletes it where too much is there. */
async function setAside(
  { commits, digests, quarantine, now }: Uploads,
  { apiKey, folderKey, fileName, requestId }: Chunk,
  row: Upload & { readonly digest: string },
  refused: RefusedColumns,
  { check, reason }: Refusal,
): Promise<void> {
  digests.forget(row.id);
  await commits.run(async (transaction) => {
    const { bytes } = await transaction
      .selectFrom('uploads')
      .select((select) => select.fn.coalesce(select.fn.sum<bigint>('held'), select.val(0n)).as('bytes'))
      .where('refused_at', 'is not', null)
      .executeTakeFirstOrThrow();
    const isKept = BigInt(bytes) + row.held <= quarantine;
    // Without room it expires at once; its reason is known until the next sweep.
    const columns = { ...refused, ...(!isKept && { refused_at: 0 }), digest: row.digest, digest_held: row.held };
    await transaction
      .updateTable('uploads')
      .set(columns)
      .where('id', '=', row.id)
      .where('held', '=', row.held)
      .where('finished_at', 'is', null)
      .execute();
    await audit(
      transaction,
      {
        actor: `api-key:${apiKey.name}`,
        action: 'file.refused',
        subject: `folder-key:${folderKey.name}/${fileName}`,
        requestId,
        details: { upload: row.id, check, reason, bytes: String(row.held), sha256: row.digest, kept: isKept },
      },
      now(),
    );
  });
}
