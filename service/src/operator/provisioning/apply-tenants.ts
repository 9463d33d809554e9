import { randomBytes } from 'node:crypto';
import { fold } from '../../domain/account-names.ts';
import { randomId, randomToken } from '../../secrets/secret-tokens.ts';
import { findProvider, type IdentityProvider, saveProvider } from '../../storage/identity-providers.ts';
import type { Db } from '../../storage/tables.ts';
import type { TenantEntity } from './entities.ts';
import { differenceOf, type FieldValues, providerFields } from './entity-differences.ts';
import { type ProvisionContext, recordChange } from './provision-context.ts';

/** A tenant before the changes. */
interface TenantBefore {
  readonly orgId: bigint;
  readonly companyCode: string;
  readonly apiUrl: string | null;
  readonly domains: readonly string[];
  readonly provider: IdentityProvider | undefined;
}

/** Applies all tenants. First frees changed unique values, so that tenants can exchange them in any order. */
export async function applyTenants(context: ProvisionContext, tenants: readonly TenantEntity[]): Promise<void> {
  const before = new Map<TenantEntity, TenantBefore>();
  for (const tenant of tenants) {
    const found = await findTenant(context, tenant.clientId.value);
    if (found !== undefined) before.set(tenant, found);
  }
  for (const [tenant, was] of before) await release(context.db, tenant, was);
  for (const tenant of tenants) await applyTenant(context, tenant, before.get(tenant));
}

async function findTenant({ db, seals }: ProvisionContext, clientId: number): Promise<TenantBefore | undefined> {
  const row = await db
    .selectFrom('tenants')
    .leftJoin('sites', 'sites.id', 'tenants.site_id')
    .select(['org_id as orgId', 'company_code as companyCode', 'api_url as apiUrl'])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const domains = await db.selectFrom('domains').select('domain').where('client_id', '=', clientId).execute();
  return { ...row, domains: domains.map(({ domain }) => domain), provider: await findProvider(db, seals, clientId) };
}

/** Frees the unique values that a tenant will no longer have. */
async function release(
  db: Db,
  { clientId, orgId, companyCode, domains }: TenantEntity,
  was: TenantBefore,
): Promise<void> {
  const wanted = new Set(domains.map(({ value }) => value));
  const gone = was.domains.filter((domain) => !wanted.has(domain));
  if (gone.length > 0) await db.deleteFrom('domains').where('domain', 'in', gone).execute();
  // Unique placeholders until the new values are set.
  const freed = {
    ...(orgId.value === was.orgId ? {} : { org_id: randomBytes(8).readBigInt64BE() }),
    ...(fold(companyCode.value) === fold(was.companyCode) ? {} : { company_code_folded: randomToken() }),
  };
  if (Object.keys(freed).length === 0) return;
  await db.updateTable('tenants').set(freed).where('client_id', '=', clientId.value).execute();
}

async function applyTenant(
  context: ProvisionContext,
  tenant: TenantEntity,
  was: TenantBefore | undefined,
): Promise<void> {
  const { db, seals, now } = context;
  const clientId = tenant.clientId.value;
  const provider = tenant.identityProvider?.value;
  if (await isTaken(context, tenant)) return;
  const before = was && shown(was);
  const after = shown({
    orgId: tenant.orgId.value,
    companyCode: tenant.companyCode.value,
    apiUrl: tenant.apiUrl?.value ?? null,
    domains: tenant.domains.map(({ value }) => value),
    provider,
  });
  if (!recordChange(context, 'tenant', String(clientId), { before, after })) return;
  const columns = {
    org_id: tenant.orgId.value,
    company_code: tenant.companyCode.value,
    company_code_folded: fold(tenant.companyCode.value),
    site_id: tenant.apiUrl === undefined ? null : await siteOf(db, tenant.apiUrl.value),
  };
  await db
    .insertInto('tenants')
    .values({ ...columns, client_id: clientId, created_at: now })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(columns))
    .execute();
  for (const { value: domain } of tenant.domains) {
    if (was?.domains.includes(domain)) continue;
    await db.insertInto('domains').values({ domain, client_id: clientId }).execute();
  }
  // Only if changed, since sealing a secret gives a different result each time.
  if (differenceOf(providerFields(was?.provider), providerFields(provider)).length > 0) {
    await saveProvider(db, seals, clientId, provider);
  }
}

/** Whether another tenant has a unique value of this one; then adds problems. */
async function isTaken({ db, problems }: ProvisionContext, tenant: TenantEntity): Promise<boolean> {
  const { clientId, orgId, companyCode, domains } = tenant;
  const code = fold(companyCode.value);
  const before = problems.count;
  const others = await db
    .selectFrom('tenants')
    .select(['client_id', 'org_id'])
    .where('client_id', '!=', clientId.value)
    .where((where) => where.or([where('org_id', '=', orgId.value), where('company_code_folded', '=', code)]))
    .execute();
  for (const { client_id, org_id } of others) {
    const at = org_id === orgId.value ? orgId : companyCode;
    const what = at === orgId ? 'orgId' : 'companyCode';
    problems.add(at.offset, `The tenant with clientId ${client_id} has this ${what}.`);
  }
  for (const { value, offset } of domains) {
    const owner = await db.selectFrom('domains').select('client_id').where('domain', '=', value).executeTakeFirst();
    if (owner !== undefined && owner.client_id !== clientId.value) {
      problems.add(offset, `The tenant with clientId ${owner.client_id} has this domain.`);
    }
  }
  return problems.count > before;
}

function shown({ orgId, companyCode, apiUrl, domains, provider }: TenantBefore): FieldValues {
  return {
    orgId: String(orgId),
    companyCode,
    apiUrl: apiUrl ?? undefined,
    domains: domains.length === 0 ? undefined : [...domains].sort().join(', '),
    ...providerFields(provider),
  };
}

async function siteOf(db: Db, apiUrl: string): Promise<string> {
  const site = await db.selectFrom('sites').select('id').where('api_url', '=', apiUrl).executeTakeFirst();
  if (site !== undefined) return site.id;
  const id = randomId();
  await db.insertInto('sites').values({ id, api_url: apiUrl }).execute();
  return id;
}
