import { Refusal } from '../common/rejection.ts';
import type { ApiKey } from '../storage/api-keys.ts';
import { findAdministrator, findClientIdOfOrg } from '../storage/tenants.ts';
import { type Caller, reaches, subjectsOf } from './access.ts';
import { fold } from './fold.ts';

/** An administrator who has shown the password. */
export interface CheckedAdministrator {
  readonly id: string;
  readonly clientId: number;
}

/**
 * The administrator of a tenant's private site.
 *
 * @throws {Refusal} `AccessDenied`, the same, and after the same time, whichever of the three is wrong or the API key is
 * another tenant's.
 */
export async function checkAdministrator(
  caller: Caller,
  apiKey: ApiKey,
  given: { readonly orgId: bigint; readonly userId: string; readonly password: string },
): Promise<CheckedAdministrator> {
  const { db, passwords, guard } = caller.state;
  const userId = fold(given.userId.slice(0, 256));
  const subjects = subjectsOf(caller, { kind: 'account', id: `${given.orgId}/${userId}` });
  const checked = await guard.guarded(subjects, async () => {
    const found = await findClientIdOfOrg(db, given.orgId);
    const clientId = found !== undefined && reaches(apiKey, found) ? found : undefined;
    const administrator = clientId === undefined ? undefined : await findAdministrator(db, clientId, userId);
    const right = await passwords.verify(given.password, administrator?.passwordHash);
    return right && clientId !== undefined && administrator !== undefined
      ? { id: administrator.id, clientId }
      : undefined;
  });
  if (checked === undefined) {
    throw new Refusal('AccessDenied', 'OrgID, AdminUserID or AdminPassword is not valid.');
  }
  return checked;
}
