import { sql } from 'kysely';
import type { Db } from '../storage/tables.ts';

export interface ListedTenant {
  readonly clientId: number;
  readonly orgId: bigint;
  readonly companyCode: string;
  /** E-mail domains. */
  readonly domains: readonly string[];
  /** Null without an identity provider. */
  readonly provider: string | null;
  readonly accounts: number;
}

/** The tenants by their ClientID. */
export async function listTenants(db: Db): Promise<readonly ListedTenant[]> {
  const tenants = await db
    .selectFrom('tenants')
    .leftJoin('identity_providers', 'identity_providers.client_id', 'tenants.client_id')
    .select(['tenants.client_id as clientId', 'org_id as orgId', 'company_code as companyCode', 'kind as provider'])
    .select(sql<number>`(SELECT count(*) FROM accounts WHERE accounts.client_id = tenants.client_id)`.as('accounts'))
    .orderBy('tenants.client_id')
    .execute();
  const domains = await db.selectFrom('domains').selectAll().orderBy('domain').execute();
  return tenants.map((tenant) => ({
    ...tenant,
    domains: domains.filter(({ client_id }) => client_id === tenant.clientId).map(({ domain }) => domain),
  }));
}
