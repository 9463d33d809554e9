import { Refusal } from '../common/rejection.ts';
import { type ApiKey, findApiKey } from '../storage/api-keys.ts';
import { type Caller, confirmed, subjectsOf } from './access.ts';
import { Checked } from './checked.ts';

const checked = new Checked<ApiKey>();

/**
 * The API key that a caller presents. One that is revoked is no guess, and is not counted as one: whoever still has it and
 * tries again would shut out all others at the address.
 *
 * @throws {Refusal} `AccessDenied`, the same for a key that is missing, unknown or revoked.
 */
export async function checkApiKey(caller: Caller, presented: string | undefined): Promise<ApiKey> {
  const known = checked.find(caller, presented);
  if (known !== undefined) return known;
  const { db, hashes, guard } = caller.state;
  const hash = hashes.of('api-key', presented ?? '');
  const key = await guard.guarded(subjectsOf(caller), async () => confirmed(await findApiKey(db, hash), hash));
  if (key === undefined || key.revokedAt !== null) throw new Refusal('AccessDenied', 'The API key is not valid.');
  return checked.keep(caller, presented, key);
}
