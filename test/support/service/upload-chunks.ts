import type { Chunk } from '../../../service/src/uploads/chunk.ts';
import type { Harness } from './harness.ts';

/** Returns a function that makes chunks of the file `a.txt` in a folder of the harness. */
export async function uploadChunks(
  harness: Harness,
): Promise<(text: string, offset: number, rest?: Partial<Chunk>) => Chunk> {
  const { db } = harness.service.state;
  const apiKey = await db.selectFrom('api_keys').selectAll().where('name', '=', 'all').executeTakeFirstOrThrow();
  const folderKey = await db
    .selectFrom('folder_keys')
    .innerJoin('entries', 'entries.id', 'folder_keys.folder_id')
    .select(['folder_keys.id', 'folder_keys.name', 'folder_id as folderId', 'account_id as accountId'])
    .where('folder_keys.name', '=', 'anna-in')
    .executeTakeFirstOrThrow();
  return (text, offset, rest = {}) => ({
    requestId: 'of-a-request',
    apiKey: { id: apiKey.id, name: apiKey.name, clientId: null },
    folderKey: { ...folderKey, clientId: 1001 },
    fileName: 'a.txt',
    token: undefined,
    bytes: new Blob([text]),
    offset: BigInt(offset),
    isLast: false,
    fileDigest: undefined,
    writtenTicks: undefined,
    creationTicks: undefined,
    ...rest,
  });
}
