import type { Db } from './tables.ts';

export async function findClientIdOfCompany(db: Db, companyCodeFolded: string): Promise<number | undefined> {
  const tenant = await db
    .selectFrom('tenants')
    .select('client_id')
    .where('company_code_folded', '=', companyCodeFolded)
    .executeTakeFirst();
  return tenant?.client_id;
}

export async function findClientIdOfOrg(db: Db, orgId: bigint): Promise<number | undefined> {
  const tenant = await db.selectFrom('tenants').select('client_id').where('org_id', '=', orgId).executeTakeFirst();
  return tenant?.client_id;
}

/** The tenant's site; `apiUrl` is null when this service is the site. */
export async function findSite(db: Db, clientId: number): Promise<{ readonly apiUrl: string | null } | undefined> {
  return await db
    .selectFrom('tenants')
    .leftJoin('sites', 'sites.id', 'tenants.site_id')
    .select('sites.api_url as apiUrl')
    .where('tenants.client_id', '=', clientId)
    .executeTakeFirst();
}

export interface Administrator {
  readonly id: string;
  readonly passwordHash: string;
}

export async function findAdministrator(
  db: Db,
  clientId: number,
  adminUserIdFolded: string,
): Promise<Administrator | undefined> {
  return await db
    .selectFrom('administrators')
    .select(['id', 'password_hash as passwordHash'])
    .where('client_id', '=', clientId)
    .where('admin_user_id_folded', '=', adminUserIdFolded)
    .executeTakeFirst();
}
