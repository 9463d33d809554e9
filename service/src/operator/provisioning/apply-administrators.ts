import { fold } from '../../domain/fold.ts';
import { randomId } from '../../secrets/random.ts';
import { type Application, note, tenantIsThere } from './application.ts';
import { Secret } from './difference.ts';
import type { AdministratorNoun } from './nouns.ts';

export async function applyAdministrator(application: Application, administrator: AdministratorNoun): Promise<void> {
  const { db, now, passwordHashes } = application;
  const { tenant, userId, password } = administrator;
  if (!(await tenantIsThere(application, tenant))) return;
  const folded = fold(userId.value);
  const row = await db
    .selectFrom('administrators')
    .selectAll()
    .where('client_id', '=', tenant.value)
    .where('admin_user_id_folded', '=', folded)
    .executeTakeFirst();
  const password_hash = passwordHashes.get(password.offset) ?? row?.password_hash ?? '';
  const columns = { admin_user_id: userId.value, password_hash };
  const before = row && { userId: row.admin_user_id, password: new Secret(row.password_hash) };
  const after = { userId: userId.value, password: new Secret(password_hash) };
  if (!note(application, 'administrator', `${tenant.value}/${userId.value}`, { before, after })) return;
  if (row === undefined) {
    await db
      .insertInto('administrators')
      .values({ ...columns, id: randomId(), client_id: tenant.value, admin_user_id_folded: folded, created_at: now })
      .execute();
  } else {
    await db.updateTable('administrators').set(columns).where('id', '=', row.id).execute();
  }
}
