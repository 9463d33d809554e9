import { sql } from 'kysely';
import { ServiceKeys } from '../domain/service-keys.ts';
import { Passwords } from '../secrets/passwords.ts';
import { connectPostgres } from '../storage/postgres/open-postgres.ts';
import { postgresMigrations } from '../storage/postgres/postgres-steps.ts';
import { missingServiceKey, type SharedServers } from '../storage/shared-servers.ts';
import type { Db } from '../storage/tables.ts';
import { checkVersion } from './doctor/check-database.ts';
import { type DryRun, dryRunOnCopy, provisionParts } from './dry-run.ts';
import { OperatorError } from './operator-context.ts';
import type { LoadedEntities } from './provisioning/load-entities.ts';
import { tryProvision } from './provisioning/provision.ts';
import type { Change } from './provisioning/provision-context.ts';

/**
 * The changes that a provisioning file would make on PostgreSQL: it is applied in a transaction that is rolled back. Numbers of the audit log may be left out afterwards.
 *
 * @throws {FileProblems} with all conflicts with the database.
 * @throws {OperatorError} `invalid-argument` when the schema is of another version.
 * @throws {StorageError}
 */
export async function dryRunOnServers(
  servers: SharedServers,
  { serviceKeys, passwords = new Passwords() }: Omit<DryRun, 'data'>,
  loaded: LoadedEntities,
): Promise<readonly Change[]> {
  if (serviceKeys === undefined) throw missingServiceKey();
  const db = await connectPostgres(servers.database);
  try {
    if (!(await hasTables(db))) return await dryRunOnCopy(undefined, { serviceKeys, passwords }, loaded);
    const [ofVersion] = await checkVersion(db, postgresMigrations);
    if (ofVersion !== undefined) {
      throw new OperatorError('invalid-argument', `${ofVersion.message} ${ofVersion.remedy}`);
    }
    const keys = await ServiceKeys.load(serviceKeys, { onMachines: 'many' });
    return await tryProvision(provisionParts(db, keys, passwords), loaded);
  } finally {
    await db.destroy();
  }
}

async function hasTables(db: Db): Promise<boolean> {
  const { rows } = await sql<{ readonly found: number }>`
    SELECT (to_regclass('schema_steps') IS NOT NULL)::int4 AS found`.execute(db);
  return rows[0]?.found === 1;
}
