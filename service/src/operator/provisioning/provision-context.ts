import type { Located, Problems } from '../../config/yaml-document.ts';
import type { Seals } from '../../secrets/seal.ts';
import type { KeyedHash } from '../../secrets/secret-tokens.ts';
import type { Db } from '../../storage/tables.ts';
import { differenceOf, type FieldChange, type FieldValues } from './entity-differences.ts';

/** A created or changed entity. */
export interface Change {
  readonly kind: 'created' | 'changed';
  readonly entity:
    | 'tenant'
    | 'account'
    | 'folder'
    | 'administrator'
    | 'API key'
    | 'folder access key'
    | 'promotion'
    | 'quota'
    | 'retention';
  readonly name: string;
  /** The changed fields, without secrets. */
  readonly fields: readonly FieldChange[];
}

/** The transaction that applies a provisioning file. */
export interface ProvisionContext {
  readonly db: Db;
  readonly hashes: KeyedHash;
  readonly seals: Seals;
  readonly problems: Problems;
  readonly now: number;
  /** Hashes of changed passwords, by the offset of the password in the file. */
  readonly passwordHashes: ReadonlyMap<number, string>;
  readonly changes: Change[];
}

/** Adds the differences of an entity to the changes; returns whether there are any. */
export function recordChange(
  { changes }: ProvisionContext,
  entity: Change['entity'],
  name: string,
  { before, after }: { readonly before: FieldValues | undefined; readonly after: FieldValues },
): boolean {
  const fields = differenceOf(before, after);
  if (before === undefined) changes.push({ kind: 'created', entity, name, fields });
  else if (fields.length > 0) changes.push({ kind: 'changed', entity, name, fields });
  return before === undefined || fields.length > 0;
}

/** A number for display. */
export function shownNumber(value: number | bigint | null | undefined): string | undefined {
  return value === null || value === undefined ? undefined : String(value);
}

/** Milliseconds since 1970 for display. */
export function shownTime(value: number | null | undefined): string | undefined {
  return value === null || value === undefined ? undefined : new Date(value).toISOString();
}

/** Whether a tenant exists, possibly created by this file; otherwise adds a problem at its reference. */
export async function tenantExists(context: ProvisionContext, tenant: Located<number> | undefined): Promise<boolean> {
  if (tenant === undefined) return true;
  const { db, problems } = context;
  const found = await db
    .selectFrom('tenants')
    .select('client_id')
    .where('client_id', '=', tenant.value)
    .executeTakeFirst();
  if (found === undefined) problems.add(tenant.offset, `No tenant has the clientId ${tenant.value}.`);
  return found !== undefined;
}

/** The changes, one line per entity. */
export function describeChanges(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing to change.\n';
  return changes.map(({ kind, entity, name }) => `${kind} ${entity} ${name}\n`).join('');
}

/** The changes of a dry run, with fields. Values of secrets are not shown. */
export function describeDifference(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing to change.\n';
  return changes
    .map(({ kind, entity, name, fields }) => {
      const lines = fields.map((field) => `  ${field.field}: ${kind === 'created' ? given(field) : changed(field)}\n`);
      return `would ${kind === 'created' ? 'create' : 'change'} ${entity} ${name}\n${lines.join('')}`;
    })
    .join('');
}

function given({ to, secret }: FieldChange): string {
  return secret ? 'given' : (to ?? 'none');
}

function changed({ from, to, secret }: FieldChange): string {
  return secret ? 'changes' : `${from ?? 'none'} -> ${to ?? 'none'}`;
}
