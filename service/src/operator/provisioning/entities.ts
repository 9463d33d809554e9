import type { Located, Problems } from '../../config/yaml-document.ts';
import { type EmailAddress, fold } from '../../domain/account-names.ts';
import type { FolderPath } from '../../domain/entry-paths.ts';
import type { FoldedName } from '../../storage/accounts.ts';
import type { IdentityProvider } from '../../storage/identity-providers.ts';

/** The entities of a provisioning file, validated without the database. */
export interface Entities {
  readonly tenants: readonly TenantEntity[];
  readonly accounts: readonly AccountEntity[];
  readonly administrators: readonly AdministratorEntity[];
  readonly apiKeys: readonly ApiKeyEntity[];
  readonly folderKeys: readonly FolderKeyEntity[];
  readonly promotions: readonly PromotionEntity[];
  readonly quotas: readonly PolicyEntity[];
  readonly retentions: readonly PolicyEntity[];
}

/** Identified by clientId. */
export interface TenantEntity {
  readonly clientId: Located<number>;
  readonly orgId: Located<bigint>;
  readonly companyCode: Located<string>;
  /** Folded; domains that are not listed are removed from the tenant. */
  readonly domains: readonly Located<string>[];
  /** Undefined: this service serves the tenant. */
  readonly apiUrl: Located<string> | undefined;
  /** Undefined: the tenant's provider, if any, is removed. */
  readonly identityProvider: Located<IdentityProvider> | undefined;
}

/** The clientId of a tenant in the file or the database. */
export type TenantReference = Located<number> | undefined;

/** Identified by userName. */
export interface AccountEntity {
  readonly userName: Located<FoldedName>;
  readonly email: Located<EmailAddress>;
  readonly tenant: TenantReference;
  readonly password: Located<string> | undefined;
  /** Folders that are created, with their parents, if they do not exist. */
  readonly folders: readonly (readonly string[])[];
}

/** Identified by tenant and userId. */
export interface AdministratorEntity {
  readonly tenant: Located<number>;
  readonly userId: Located<string>;
  readonly password: Located<string>;
}

/** Identified by name; its secret is a key or a code. */
export interface KeyEntity {
  readonly name: Located<string>;
  readonly secret: Located<string>;
}

export interface ApiKeyEntity extends KeyEntity {
  readonly tenant: TenantReference;
  readonly revoked: boolean;
}

export interface FolderKeyEntity extends KeyEntity {
  readonly folder: Located<FolderPath>;
  readonly revoked: boolean;
}

export interface PromotionEntity extends KeyEntity {
  readonly tenant: TenantReference;
  readonly places: number;
  /** Milliseconds since 1970. */
  readonly from: number | undefined;
  readonly until: number | undefined;
}

/** A quota or a retention, identified by its subject. */
export interface PolicyEntity {
  /** As `quota set` and `retention set` take it, such as `account:anna`. */
  readonly subject: Located<string>;
  /** Bytes or milliseconds, as the database stores them; undefined: the policy is cleared. */
  readonly value: bigint | undefined;
}

/** A value of an entity that must be unique, in the form for comparison. */
type Own = readonly [what: string, value: string, offset: number];

/** Reports duplicates in a file: the database would update the first entity by the second, or reject it. */
export function rejectDuplicates(entities: Entities, problems: Problems): void {
  const { tenants, accounts, administrators, apiKeys, folderKeys, promotions, quotas, retentions } = entities;
  const own: Own[] = [
    ...tenants.flatMap(({ clientId, orgId, companyCode, domains }): Own[] => [
      ['clientId', String(clientId.value), clientId.offset],
      ['orgId', String(orgId.value), orgId.offset],
      ['companyCode', fold(companyCode.value), companyCode.offset],
      ...domains.map(({ value, offset }): Own => ['domain', value, offset]),
    ]),
    ...accounts.flatMap(({ userName, email }): Own[] => [
      ['userName', userName.value.folded, userName.offset],
      ['email', email.value.folded, email.offset],
    ]),
    ...administrators.map(
      ({ tenant, userId }): Own => ['userId', `${tenant.value}/${fold(userId.value)}`, userId.offset],
    ),
    ...keys('API key', 'key', apiKeys),
    ...keys('folder access key', 'key', folderKeys),
    ...keys('promotion', 'code', promotions),
    ...subjects('quota', quotas),
    ...subjects('retention', retentions),
  ];
  const seen = new Set<string>();
  for (const [what, value, offset] of own) {
    const id = `${what}\0${value}`;
    if (seen.has(id)) problems.add(offset, `This ${what} is a duplicate.`);
    seen.add(id);
  }
}

function subjects(policy: string, list: readonly PolicyEntity[]): readonly Own[] {
  return list.map(({ subject }): Own => [`subject of a ${policy}`, subject.value, subject.offset]);
}

function keys(entity: string, secretName: string, list: readonly KeyEntity[]): readonly Own[] {
  return list.flatMap(({ name, secret }): Own[] => [
    [`name of ${entity}`, name.value, name.offset],
    [`${secretName} of ${entity}`, secret.value, secret.offset],
  ]);
}
