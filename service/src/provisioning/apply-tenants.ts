import { fold } from '../names/fold.ts';
import { randomId } from '../secrets/random.ts';
import type { Db } from '../storage/tables.ts';
import { type Application, differs, tenantIsThere } from './application.ts';
import type { AdministratorNoun, TenantNoun } from './nouns.ts';

export async function applyTenant(application: Application, tenant: TenantNoun): Promise<void> {
  const { db, problems, now, changes } = application;
  const { clientId, orgId, companyCode } = tenant;
  const columns = {
    org_id: orgId.value,
    company_code: companyCode.value,
    company_code_folded: fold(companyCode.value),
    site_id: tenant.apiUrl === undefined ? null : await siteOf(db, tenant.apiUrl.value),
  };
  const others = await db
    .selectFrom('tenants')
    .select(['client_id', 'org_id'])
    .where('client_id', '!=', clientId.value)
    .where((where) =>
      where.or([where('org_id', '=', columns.org_id), where('company_code_folded', '=', columns.company_code_folded)]),
    )
    .execute();
  for (const { client_id, org_id } of others) {
    const at = org_id === columns.org_id ? orgId : companyCode;
    problems.add(
      at.offset,
      `The tenant with clientId ${client_id} has this ${at === orgId ? 'orgId' : 'companyCode'}.`,
    );
  }
  if (others.length > 0) return;
  const row = await db.selectFrom('tenants').selectAll().where('client_id', '=', clientId.value).executeTakeFirst();
  const name = String(clientId.value);
  if (row === undefined) {
    await db
      .insertInto('tenants')
      .values({ ...columns, client_id: clientId.value, created_at: now })
      .execute();
  } else if (differs(row, columns)) {
    await db.updateTable('tenants').set(columns).where('client_id', '=', clientId.value).execute();
  }
  const domainsChanged = await applyDomains(application, tenant);
  if (row === undefined) changes.push({ kind: 'made', noun: 'tenant', name });
  else if (domainsChanged || differs(row, columns)) changes.push({ kind: 'changed', noun: 'tenant', name });
}

async function siteOf(db: Db, apiUrl: string): Promise<string> {
  const site = await db.selectFrom('sites').select('id').where('api_url', '=', apiUrl).executeTakeFirst();
  if (site !== undefined) return site.id;
  const id = randomId();
  await db.insertInto('sites').values({ id, api_url: apiUrl }).execute();
  return id;
}

/** The tenant has the domains of the file and no others. */
async function applyDomains({ db, problems }: Application, { clientId, domains }: TenantNoun): Promise<boolean> {
  const rows = await db.selectFrom('domains').selectAll().where('client_id', '=', clientId.value).execute();
  const had = new Set(rows.map((row) => row.domain));
  let changed = false;
  for (const { value: domain, offset } of domains) {
    if (had.delete(domain)) continue;
    changed = true;
    const owner = await db.selectFrom('domains').selectAll().where('domain', '=', domain).executeTakeFirst();
    if (owner === undefined) await db.insertInto('domains').values({ domain, client_id: clientId.value }).execute();
    else problems.add(offset, `The tenant with clientId ${owner.client_id} has this domain.`);
  }
  if (had.size > 0)
    await db
      .deleteFrom('domains')
      .where('domain', 'in', [...had])
      .execute();
  return changed || had.size > 0;
}

export async function applyAdministrator(application: Application, administrator: AdministratorNoun): Promise<void> {
  const { db, now, changes, passwordHashes } = application;
  const { tenant, userId, password } = administrator;
  if (!(await tenantIsThere(application, tenant))) return;
  const name = `${tenant.value}/${userId.value}`;
  const folded = fold(userId.value);
  const password_hash = passwordHashes.get(password.offset);
  const row = await db
    .selectFrom('administrators')
    .selectAll()
    .where('client_id', '=', tenant.value)
    .where('admin_user_id_folded', '=', folded)
    .executeTakeFirst();
  const columns = { admin_user_id: userId.value, password_hash: password_hash ?? row?.password_hash ?? '' };
  if (row === undefined) {
    await db
      .insertInto('administrators')
      .values({ ...columns, id: randomId(), client_id: tenant.value, admin_user_id_folded: folded, created_at: now })
      .execute();
    changes.push({ kind: 'made', noun: 'administrator', name });
  } else if (differs(row, columns)) {
    await db.updateTable('administrators').set(columns).where('id', '=', row.id).execute();
    changes.push({ kind: 'changed', noun: 'administrator', name });
  }
}
