import { Refusal } from '../common/rejection.ts';
import type { ApiKey } from '../storage/api-keys.ts';
import { findPromotion, type Promotion } from '../storage/promotions.ts';
import { type Caller, confirmed, reaches, subjectsOf } from './access.ts';

/**
 * The promotion whose code a caller presents, if it is live and has a place left at this moment. A right code that comes too
 * early or too late is no guess, and is not counted as one.
 *
 * @throws {Refusal} `AccessDenied`, the same for a code that is missing, unknown, not live, used up or another tenant's.
 */
export async function checkPromotion(
  caller: Caller,
  apiKey: ApiKey,
  presented: string | undefined,
): Promise<Promotion> {
  const { db, hashes, guard, now } = caller.state;
  const hash = hashes.of('promotion', presented ?? '');
  const subjects = subjectsOf(caller, { kind: 'key', id: apiKey.id });
  const promotion = await guard.guarded(subjects, async () => {
    const found = confirmed(await findPromotion(db, hash, now()), hash);
    return found !== undefined && (found.clientId === null || reaches(apiKey, found.clientId)) ? found : undefined;
  });
  if (promotion === undefined || !promotion.isLive) throw promotionRefused();
  return promotion;
}

export function promotionRefused(): Refusal {
  return new Refusal('AccessDenied', 'The promotion code is not valid, or is used up.');
}
