import type { KeyedHash } from '../secrets/keyed-hash.ts';
import type { Db } from '../storage/tables.ts';
import type { Located, Problems } from '../yaml/problems.ts';

/** What was made or changed. */
export interface Change {
  readonly kind: 'made' | 'changed';
  readonly noun: 'tenant' | 'account' | 'folder' | 'administrator' | 'API key' | 'folder access key' | 'promotion';
  readonly name: string;
}

/** A provisioning that is being applied, in one transaction. */
export interface Application {
  readonly db: Db;
  readonly hashes: KeyedHash;
  readonly problems: Problems;
  readonly now: number;
  /** New hashes of passwords, by the place of the password in the file; those that are right already are not there. */
  readonly passwordHashes: ReadonlyMap<number, string>;
  readonly changes: Change[];
}

/** Whether some columns of a row have other values than wanted. */
export function differs<Row extends object>(row: Row, wanted: Partial<Row>): boolean {
  return (Object.keys(wanted) as (keyof Row)[]).some((column) => row[column] !== wanted[column]);
}

/** Whether a tenant is there, by now; else a problem where the file names it. */
export async function tenantIsThere(application: Application, tenant: Located<number> | undefined): Promise<boolean> {
  if (tenant === undefined) return true;
  const { db, problems } = application;
  const found = await db
    .selectFrom('tenants')
    .select('client_id')
    .where('client_id', '=', tenant.value)
    .executeTakeFirst();
  if (found === undefined) problems.add(tenant.offset, `No tenant has the clientId ${tenant.value}.`);
  return found !== undefined;
}
