import type { Node } from 'yaml';
import { retentionOf } from '../../common/duration.ts';
import { Rejection } from '../../common/rejection.ts';
import { bytes } from '../../config/settings.ts';
import { type Located, type Problems, parseYaml } from '../../config/yaml-document.ts';
import { Fields } from '../../config/yaml-fields.ts';
import { domainName, emailAddress, labelProblem, userName } from '../../domain/account-names.ts';
import { folderPath } from '../../domain/entry-paths.ts';
import {
  type AccountEntity,
  type AdministratorEntity,
  type ApiKeyEntity,
  type Entities,
  type FolderKeyEntity,
  type PolicyEntity,
  type PromotionEntity,
  rejectDuplicates,
  type TenantEntity,
} from './entities.ts';
import { ProviderReader } from './read-provider.ts';
import { type SecretSource, ValueReader } from './secret-values.ts';

const clientIds = [1n, 2_147_483_647n] as const;
const orgIds = [-(2n ** 63n), 2n ** 63n - 1n] as const;

export interface LoadedEntities {
  readonly entities: Entities;
  readonly problems: Problems;
}

/**
 * Parses a provisioning file and validates it as far as possible without the database. Applying it adds conflicts with the
 * database to the problems.
 *
 * @throws {FileProblems} with all problems.
 */
export function loadEntities(text: string, file: string, secrets: SecretSource): LoadedEntities {
  const { root, problems } = parseYaml(text, file);
  problems.throwIfAny();
  const reader = new EntityReader(new ValueReader(problems, secrets));
  const entities = reader.all(root);
  rejectDuplicates(entities, problems);
  problems.throwIfAny();
  return { entities, problems };
}

class EntityReader {
  readonly #problems: Problems;
  readonly #values: ValueReader;
  readonly #providers: ProviderReader;

  constructor(values: ValueReader) {
    this.#problems = values.problems;
    this.#values = values;
    this.#providers = new ProviderReader(values);
  }

  all(root: Node | null): Entities {
    const fields = Fields.of(root, 'The file', this.#problems);
    const entities: Entities = {
      tenants: this.#list(fields, 'tenants', 'A tenant', (tenant) => this.#tenant(tenant)),
      accounts: this.#list(fields, 'accounts', 'An account', (account) => this.#account(account)),
      administrators: this.#list(fields, 'administrators', 'An administrator', (one) => this.#administrator(one)),
      apiKeys: this.#list(fields, 'apiKeys', 'An API key', (key) => this.#apiKey(key)),
      folderKeys: this.#list(fields, 'folderKeys', 'A folder access key', (key) => this.#folderKey(key)),
      promotions: this.#list(fields, 'promotions', 'A promotion', (promotion) => this.#promotion(promotion)),
      quotas: this.#list(fields, 'quotas', 'A quota', (quota) => this.#policy(quota, 'size', readSize)),
      retentions: this.#list(fields, 'retentions', 'A retention', (one) => this.#policy(one, 'time', readTime)),
    };
    fields?.done();
    return entities;
  }

  #list<T>(from: Fields | undefined, key: string, what: string, read: (fields: Fields) => T | undefined): readonly T[] {
    return (from?.items(key) ?? []).flatMap((item) => {
      const fields = Fields.of(item, what, this.#problems);
      if (fields === undefined) return [];
      const entity = read(fields);
      fields.done();
      return entity === undefined ? [] : [entity];
    });
  }

  #tenant(fields: Fields): TenantEntity | undefined {
    const clientId = narrowed(fields.integer('clientId', clientIds));
    const orgId = fields.integer('orgId', orgIds);
    const companyCode = this.#name(fields, 'companyCode');
    const domains = fields.texts('domains').flatMap(({ value, offset }) => {
      const domain = domainName(value);
      if (domain === undefined) {
        const remedy = /\P{ASCII}/u.test(value) ? ' in ASCII; write it as in DNS, with xn--' : '';
        this.#problems.add(offset, `${value} is not a domain name${remedy}.`);
      }
      return domain === undefined ? [] : [{ value: domain, offset }];
    });
    const apiUrl = this.#url(fields.optionalText('apiUrl'));
    const provider = fields.node('identityProvider');
    const identityProvider = provider && this.#providers.read(provider);
    return clientId && orgId && companyCode && { clientId, orgId, companyCode, domains, apiUrl, identityProvider };
  }

  #account(fields: Fields): AccountEntity | undefined {
    const name = this.#checked(fields.text('userName'), userName);
    const email = this.#checked(fields.text('email'), emailAddress);
    const tenant = narrowed(fields.optionalInteger('tenant', clientIds));
    const password = this.#password(fields.node('password'));
    const folders = fields.texts('folders').flatMap((path) => {
      // Parsed as a path below an account; its name is irrelevant here.
      const below = path.value.startsWith('/') ? { ...path, value: `/account${path.value}` } : path;
      const read = this.#checked(below, folderPath);
      return read === undefined ? [] : [read.value.folders];
    });
    return name && email && { userName: name, email, tenant, password, folders };
  }

  #administrator(fields: Fields): AdministratorEntity | undefined {
    const tenant = narrowed(fields.integer('tenant', clientIds));
    const userId = this.#name(fields, 'userId');
    const password = this.#password(fields.required('password'));
    return tenant && userId && password && { tenant, userId, password };
  }

  #apiKey(fields: Fields): ApiKeyEntity | undefined {
    const name = this.#name(fields, 'name');
    const secret = this.#secret(fields, 'key', 8);
    const tenant = narrowed(fields.optionalInteger('tenant', clientIds));
    const revoked = fields.flag('revoked');
    return name && secret && { name, secret, tenant, revoked };
  }

  #folderKey(fields: Fields): FolderKeyEntity | undefined {
    const name = this.#name(fields, 'name');
    const secret = this.#secret(fields, 'key', 8);
    const folder = this.#checked(fields.text('folder'), folderPath);
    const revoked = fields.flag('revoked');
    return name && secret && folder && { name, secret, folder, revoked };
  }

  #promotion(fields: Fields): PromotionEntity | undefined {
    const name = this.#name(fields, 'name');
    const secret = this.#secret(fields, 'code', 4);
    const tenant = narrowed(fields.optionalInteger('tenant', clientIds));
    const places = narrowed(fields.integer('places', [0n, 1_000_000_000n]))?.value;
    const from = this.#instant(fields, 'from');
    const until = this.#instant(fields, 'until');
    if (from && until && from.value >= until.value) this.#problems.add(until.offset, 'until must be later than from.');
    if (name === undefined || secret === undefined || places === undefined) return undefined;
    return { name, secret, tenant, places, from: from?.value, until: until?.value };
  }

  /** @param key of the value, which `none` clears. */
  #policy(fields: Fields, key: string, { read, wanted }: PolicyValue): PolicyEntity | undefined {
    const subject = fields.text('subject');
    const text = fields.text(key);
    if (text === undefined) return undefined;
    const value = text.value === 'none' ? undefined : read(text.value);
    if (value === undefined && text.value !== 'none') {
      this.#problems.add(text.offset, `${key} must be ${wanted}, or none.`);
    }
    return subject && { subject: { ...subject, value: subject.value.normalize('NFC') }, value };
  }

  #name(fields: Fields, key: string): Located<string> | undefined {
    const text = fields.text(key);
    if (text === undefined) return undefined;
    const value = text.value.normalize('NFC');
    const fault = labelProblem(value);
    if (fault === undefined) return { value, offset: text.offset };
    return this.#problems.add(text.offset, `${key} ${fault}.`);
  }

  #secret(fields: Fields, key: string, shortest: number): Located<string> | undefined {
    const node = fields.required(key);
    return node && this.#values.secret(node, key, shortest);
  }

  #password(node: Node | undefined): Located<string> | undefined {
    return node && this.#values.password(node, 'password');
  }

  /** Parses a value with a function of domain/; a rejection becomes a problem. */
  #checked<T>(text: Located<string> | undefined, read: (value: string) => T): Located<T> | undefined {
    if (text === undefined) return undefined;
    try {
      return { value: read(text.value), offset: text.offset };
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      return this.#problems.add(text.offset, error.message);
    }
  }

  #url(text: Located<string> | undefined): Located<string> | undefined {
    if (text === undefined || /^https?:$/.test(URL.canParse(text.value) ? new URL(text.value).protocol : ''))
      return text;
    return this.#problems.add(text.offset, 'apiUrl must be an http or https address.');
  }

  #instant(fields: Fields, key: string): Located<number> | undefined {
    const text = fields.optionalText(key);
    if (text === undefined) return undefined;
    const form = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/;
    const day = form.exec(text.value)?.[1];
    // Date.parse converts 31 February to a day in March.
    const value = day !== undefined && isDay(day) ? Date.parse(text.value) : Number.NaN;
    if (!Number.isNaN(value)) return { value, offset: text.offset };
    return this.#problems.add(text.offset, `${key} must be a time with its zone, such as 2026-01-31T00:00:00Z.`);
  }
}

/** The form of the value of a policy. */
interface PolicyValue {
  readonly read: (text: string) => bigint | undefined;
  readonly wanted: string;
}

const readSize: PolicyValue = {
  read(text) {
    const size = bytes.read(text);
    return size === undefined ? undefined : BigInt(size);
  },
  wanted: bytes.wanted,
};

const readTime: PolicyValue = { read: retentionOf, wanted: 'a duration, such as 36h or 90d, or forever' };

/** Whether a date exists. */
function isDay(date: string): boolean {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}

/** For ranges that fit in a number. */
function narrowed(located: Located<bigint> | undefined): Located<number> | undefined {
  return located && { value: Number(located.value), offset: located.offset };
}
