import type { Located, Problems } from '../../config/yaml-document.ts';
import { fold } from '../../domain/account-names.ts';
import type { Nouns } from './entities.ts';

/** What of a noun must be its own, by what it is compared by. */
type Own = readonly [what: string, value: string, offset: number];

/** Reports nouns of a file that cannot both be: the database would take the second for the first, or refuse it. */
export function refuseTwins(nouns: Nouns, problems: Problems): void {
  const { tenants, accounts, administrators, apiKeys, folderKeys, promotions } = nouns;
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
    ...keys(
      'API key',
      'key',
      apiKeys.map(({ name, key }) => ({ name, secret: key })),
    ),
    ...keys(
      'folder access key',
      'key',
      folderKeys.map(({ name, key }) => ({ name, secret: key })),
    ),
    ...keys(
      'promotion',
      'code',
      promotions.map(({ name, code }) => ({ name, secret: code })),
    ),
  ];
  const seen = new Set<string>();
  for (const [what, value, offset] of own) {
    const id = `${what}\0${value}`;
    if (seen.has(id)) problems.add(offset, `This ${what} is there twice.`);
    seen.add(id);
  }
}

function keys(
  noun: string,
  secretName: string,
  list: readonly { readonly name: Located<string>; readonly secret: Located<string> }[],
): readonly Own[] {
  return list.flatMap(({ name, secret }): Own[] => [
    [`name of ${noun}`, name.value, name.offset],
    [`${secretName} of ${noun}`, secret.value, secret.offset],
  ]);
}
