import { createHash } from 'node:crypto';
import type { AccountRow, GivenAccount, PersonNames } from '../domain/organisation-accounts.ts';
import { ScimError } from './scim-error.ts';
import { booleanOf, emailsOf, isObject, stringValue, userSchema, usualName, type Values } from './scim-values.ts';

/** An account as the directory sent it. @param isActive without `active`. @throws {ScimError} `invalidValue`. */
export function givenOf(values: Values, isActive: boolean): GivenAccount {
  const { formatted, givenName, familyName } = isObject(values.name) ? values.name : ({} as Values);
  const names = { displayName: values.displayName, formatted, givenName, familyName };
  const texts = Object.entries(names).map(([name, value]) => [name, stringValue(value, name)] as const);
  return {
    userName: stringValue(values.userName, 'userName'),
    email: emailOf(emailsOf(values)),
    externalId: stringValue(values.externalId, 'externalId'),
    names: Object.fromEntries(texts.filter(([, text]) => text !== undefined)),
    isActive: values.active === undefined ? isActive : booleanOf(values.active, 'active'),
  };
}

/** An account has one address: the primary one, otherwise that of work, otherwise the first. */
function emailOf(emails: readonly Values[]): string | undefined {
  const primary = emails.find((email) => email.primary !== undefined && booleanOf(email.primary, 'primary'));
  const chosen = primary ?? emails.find(({ type }) => type === 'work') ?? emails[0];
  return chosen && stringValue(chosen.value, 'emails.value');
}

/** The attributes of an account that a directory may change. */
export function valuesOf(row: AccountRow): Values {
  const { displayName, ...name }: PersonNames = JSON.parse(row.names ?? '{}');
  return {
    userName: row.user_name,
    externalId: row.external_id ?? undefined,
    name: Object.keys(name).length > 0 ? name : undefined,
    displayName,
    active: row.deactivated_at === null,
    emails: [{ value: row.email, type: 'work', primary: true }],
  };
}

/** An account as a resource. */
export interface UserResource {
  readonly id: string;
  readonly body: Values;
  readonly location: string;
  readonly etag: string;
}

/** @param base address of the SCIM service, without a `/` at its end. */
export function resourceOf(row: AccountRow, base: string): UserResource {
  const { id, created_at: created, changed_at: changed } = row;
  const values = valuesOf(row);
  const etag = `"${createHash('sha256')
    .update(JSON.stringify([id, values]))
    .digest('base64url')
    .slice(0, 22)}"`;
  const location = `${base}/Users/${id}`;
  const times = { created: new Date(created).toISOString(), lastModified: new Date(changed ?? created).toISOString() };
  const meta = { resourceType: 'User', ...times, location, version: etag };
  return { id, location, etag, body: { schemas: [userSchema], id, ...values, meta } };
}

/** Which attributes a response has (RFC 7644, 3.9): `schemas` and `id` in any case. @throws {ScimError} for both lists. */
export function projectionOf(query: URLSearchParams): (body: Values) => Values {
  const listed = (name: string): readonly (readonly [string, string | undefined])[] | undefined =>
    query
      .get(name)
      ?.split(',')
      .map((path) => {
        const own = path.trim().replace(new RegExp(`^${userSchema}:`, 'i'), '');
        const [attribute = '', inner] = own.toLowerCase().split('.');
        return [attribute, inner] as const;
      });
  const [wanted, unwanted] = [listed('attributes'), listed('excludedAttributes')];
  if (wanted !== undefined && unwanted !== undefined) {
    throw new ScimError(400, 'attributes and excludedAttributes exclude each other.', 'invalidValue');
  }
  return (body) =>
    Object.fromEntries(
      Object.entries(body).flatMap(([name, value]) => {
        const paths = (wanted ?? unwanted ?? []).filter(([attribute]) => attribute === name.toLowerCase());
        const isWhole = paths.some(([, inner]) => inner === undefined);
        if (name === 'schemas' || name === 'id' || (wanted ?? unwanted) === undefined) return [[name, value]];
        if (wanted !== undefined && (isWhole || paths.length === 0)) return isWhole ? [[name, value]] : [];
        if (isWhole) return [];
        const inner = paths.map(([, each]) => each ?? '');
        return [[name, within(value, (each) => (usualName(each, inner) !== undefined) === (wanted !== undefined))]];
      }),
    );
}

function within(value: unknown, keeps: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => within(each, keeps));
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => keeps(name))) : value;
}
