import { ScimError } from './scim-error.ts';
import { type Comparison, parseFilter } from './scim-filter.ts';
import {
  attributeValue,
  booleanOf,
  emailsOf,
  isObject,
  pick,
  userAttributes,
  userSchema,
  usualName,
  type Values,
} from './scim-values.ts';

type Operator = 'add' | 'replace' | 'remove';

/** Attributes that only the service writes; without a path, providers send them with the rest. */
const readOnly = /^(?:id|meta|schemas)$/i;

/** Most operations of a request. */
const mostOperations = 100;

/**
 * Applies a PatchOp (RFC 7644, 3.5.2) to the values of a User. Paths to attributes that are not kept are left out, since
 * providers send those of their own schemas; an invalid path is an error.
 *
 * @throws {ScimError}
 */
export function patched(before: Values, body: unknown): Values {
  const { Operations: operations } = pick(body, ['schemas', 'Operations']);
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > mostOperations) {
    throw new ScimError(400, `Operations must be an array of 1 to ${mostOperations}.`, 'invalidSyntax');
  }
  const values = structuredClone(before);
  for (const operation of operations) {
    const { op, path, value } = pick(operation, ['op', 'path', 'value']);
    const operator = operatorOf(op);
    if (operator !== 'remove' && value === undefined) throw new ScimError(400, 'value is missing.', 'invalidValue');
    if (path !== undefined) {
      if (typeof path !== 'string') throw invalidPath();
      apply(values, operator, { path, value });
      continue;
    }
    if (operator === 'remove') throw new ScimError(400, 'A remove needs a path.', 'noTarget');
    if (!isObject(value)) throw new ScimError(400, 'A value without a path must be an object.', 'invalidSyntax');
    // A name may be a path here: Microsoft Entra ID sends `name.givenName`.
    for (const [name, own] of Object.entries(value)) {
      if (!readOnly.test(name)) apply(values, operator, { path: name, value: own });
    }
  }
  return values;
}

function operatorOf(op: unknown): Operator {
  const operator = (['add', 'replace', 'remove'] as const).find((one) => one === String(op).toLowerCase());
  if (operator === undefined) throw new ScimError(400, 'op must be add, replace or remove.', 'invalidSyntax');
  return operator;
}

interface Path {
  readonly attribute: string;
  readonly filter: readonly Comparison[] | undefined;
  /** An attribute inside of it. */
  readonly inner: string | undefined;
}

/** `attribute`, `attribute.inner` or `attribute[filter].inner`; undefined when it is not kept. */
function pathOf(text: string): Path | undefined {
  const own = text.toLowerCase().startsWith(`${userSchema.toLowerCase()}:`) ? text.slice(userSchema.length + 1) : text;
  if (/^urn:[\w.:-]+$/i.test(own)) return undefined;
  const [, name, filter, inner] = /^([A-Za-z][\w$-]*)(?:\[(.+)\])?(?:\.([A-Za-z][\w$-]*))?$/.exec(own) ?? [];
  if (name === undefined) throw invalidPath();
  if (readOnly.test(name)) throw new ScimError(400, `${name} cannot be changed.`, 'mutability');
  const attribute = usualName(name, Object.keys(userAttributes));
  const comparisons = filter === undefined ? undefined : parseFilter(filter);
  if (attribute === undefined) return undefined;
  if (filter !== undefined && attribute !== 'emails') throw invalidPath();
  if (inner === undefined) return { attribute, filter: comparisons, inner: undefined };
  const usual = usualName(inner, userAttributes[attribute] ?? []);
  return usual === undefined ? undefined : { attribute, filter: comparisons, inner: usual };
}

function apply(
  values: Values,
  operator: Operator,
  { path: text, value }: { readonly path: string; readonly value: unknown },
): void {
  const path = pathOf(text);
  if (path === undefined) return;
  const { attribute, inner, filter } = path;
  const isRemoved = operator === 'remove' || value === null;
  if (attribute === 'emails') {
    values.emails = changedEmails(emailsOf(values), path, isRemoved ? undefined : { operator, value });
  } else if (inner !== undefined || attribute === 'name') {
    const name = isObject(values.name) ? values.name : {};
    const changed =
      inner === undefined ? (isRemoved ? {} : pick(value, userAttributes.name ?? [])) : { [inner]: value };
    values.name = isRemoved && inner === undefined ? {} : { ...name, ...changed };
    if (isRemoved && inner !== undefined) values.name = { ...name, [inner]: undefined };
  } else if (filter === undefined) {
    values[attribute] = isRemoved ? undefined : value;
  }
}

/** @param change undefined: removed. */
function changedEmails(
  emails: readonly Values[],
  { filter, inner }: Path,
  change: { readonly operator: Operator; readonly value: unknown } | undefined,
): readonly Values[] {
  const matches = (email: Values): boolean =>
    filter === undefined || filter.every(({ attribute, value }) => isEqual(email, attribute, value));
  if (change === undefined) {
    if (inner === undefined) return emails.filter((email) => !matches(email));
    return emails.map((email) => (matches(email) ? { ...email, [inner]: undefined } : email));
  }
  const given = inner === undefined ? attributeValue('emails', change.value) : [{ [inner]: change.value }];
  const wanted = Array.isArray(given) ? (given as readonly Values[]) : [];
  if (filter === undefined && inner === undefined) {
    const primary = wanted.some((email) => email.primary !== undefined && booleanOf(email.primary, 'primary'));
    const others = change.operator === 'replace' ? [] : emails;
    return [...others.map((email) => (primary ? { ...email, primary: false } : email)), ...wanted];
  }
  if (emails.some(matches)) {
    return emails.map((email) => (matches(email) ? Object.assign({}, email, ...wanted) : email));
  }
  // Providers change `emails[type eq "work"].value` also where no such address is yet.
  const made = Object.fromEntries(
    (filter ?? []).map(({ attribute, value }) => [usualName(attribute, userAttributes.emails ?? []) ?? '', value]),
  );
  return [...emails, Object.assign(made, ...wanted)];
}

function isEqual(email: Values, attribute: string, value: unknown): boolean {
  const own = email[usualName(attribute, userAttributes.emails ?? []) ?? ''];
  if (typeof own !== 'string' || typeof value !== 'string') return own === value;
  return own.toLowerCase() === value.toLowerCase();
}

function invalidPath(): ScimError {
  return new ScimError(400, 'The path is not that of an attribute.', 'invalidPath');
}
