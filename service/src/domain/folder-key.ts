import { Refusal } from '../common/rejection.ts';
import { type ApiKey, type FolderKey, findFolderKey } from '../storage/api-keys.ts';
import { type Caller, confirmed, reaches, subjectsOf } from './access.ts';
import { Checked } from './checked.ts';

const checked = new Checked<FolderKey>();

/**
 * The folder access key that a caller presents with an API key that may reach the folder's account. One that is revoked is
 * not counted as a guess.
 *
 * @throws {Refusal} `AccessDenied`, the same for a key that is missing, unknown, revoked or another tenant's.
 */
export async function checkFolderKey(
  caller: Caller,
  apiKey: ApiKey,
  presented: string | undefined,
): Promise<FolderKey> {
  const known = checked.find(caller, presented);
  if (known !== undefined) return known;
  const { db, hashes, guard } = caller.state;
  const hash = hashes.of('folder-key', presented ?? '');
  const subjects = subjectsOf(caller, { kind: 'key', id: apiKey.id });
  const key = await guard.guarded(subjects, async () => {
    const found = confirmed(await findFolderKey(db, hash), hash);
    return found !== undefined && reaches(apiKey, found.clientId) ? found : undefined;
  });
  if (key === undefined || key.revokedAt !== null)
    throw new Refusal('AccessDenied', 'The folder access key is not valid.');
  return checked.keep(caller, presented, key);
}
