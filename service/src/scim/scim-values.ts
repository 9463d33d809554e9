import { ScimError } from './scim-error.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** The attributes of a User that are kept, with those inside of them; all others are left out. */
export const userAttributes: Readonly<Record<string, readonly string[]>> = {
  userName: [],
  externalId: [],
  displayName: [],
  active: [],
  name: ['formatted', 'familyName', 'givenName'],
  emails: ['value', 'type', 'primary'],
};

/** The kept attributes of a User, under their usual spelling. */
export type Values = Record<string, unknown>;

/** The usual spelling of a name, whose case does not matter (RFC 7643, 2.1); undefined for another attribute. */
export function usualName(name: string, names: readonly string[]): string | undefined {
  const own = name.toLowerCase().startsWith(`${userSchema.toLowerCase()}:`) ? name.slice(userSchema.length + 1) : name;
  return names.find((usual) => usual.toLowerCase() === own.toLowerCase());
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The named attributes of an object. A null is an attribute without a value (RFC 7643, 2.5). */
export function pick(value: unknown, names: readonly string[]): Values {
  if (!isObject(value)) throw new ScimError(400, 'An object is required here.', 'invalidSyntax');
  const picked: Values = {};
  for (const [name, own] of Object.entries(value)) {
    const usual = usualName(name, names);
    if (usual === undefined || own === null) continue;
    if (Object.hasOwn(picked, usual)) throw new ScimError(400, `${usual} is given twice.`, 'invalidSyntax');
    picked[usual] = own;
  }
  return picked;
}

/** The kept attributes of a User that was sent. */
export function userValues(body: unknown): Values {
  const values = pick(body, Object.keys(userAttributes));
  for (const name of Object.keys(values)) values[name] = attributeValue(name, values[name]);
  return values;
}

/** A value of a whole attribute, with the kept ones of its own. */
export function attributeValue(name: string, value: unknown): unknown {
  const inner = userAttributes[name] ?? [];
  if (inner.length === 0) return value;
  if (name !== 'emails') return pick(value, inner);
  return (Array.isArray(value) ? value : [value]).map((each) => pick(each, inner));
}

/** The e-mail addresses; they may have been set one by one. */
export function emailsOf(values: Values): readonly Values[] {
  return Array.isArray(values.emails) ? values.emails : [];
}

/** True and false, also as the texts that Microsoft Entra ID sends. */
export function booleanOf(value: unknown, what: string): boolean {
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  if (text === true || text === 'true') return true;
  if (text === false || text === 'false') return false;
  throw new ScimError(400, `${what} must be true or false.`, 'invalidValue');
}

/** @throws {ScimError} for a number, which may have lost digits, and every other value that is not a text. */
export function stringValue(value: unknown, what: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value === '' ? undefined : value;
  throw new ScimError(400, `${what} must be a string.`, 'invalidValue');
}

/** Most levels of arrays and objects in a body. */
const deepest = 16;

/** Parses a body. @throws {ScimError} when it is not JSON in UTF-8, or too deep. */
export function parseJson(body: Uint8Array): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new ScimError(400, 'The body is not JSON in UTF-8.', 'invalidSyntax');
  }
  let level: unknown[] = [parsed];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) throw new ScimError(400, `The body has more than ${deepest} levels.`, 'invalidSyntax');
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return parsed;
}
