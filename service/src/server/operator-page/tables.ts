import { type ListedTenant, listTenants } from '../../operator/list-tenants.ts';
import { type ListedAccount, listAccounts, revokeSessions } from '../../operator/manage-accounts.ts';
import { type ListedKey, listKeys, revokeKey } from '../../operator/manage-keys.ts';
import {
  listOperatorSessions,
  type OperatorSession,
  revokeOperatorSessions,
} from '../../operator/operator-sessions.ts';
import { removeAccountOf } from '../../operator/remove-entries.ts';
import type { KeyKind } from '../../storage/credentials.ts';
import { auditTable } from './audit-table.ts';
import { fileTables } from './file-tables.ts';
import { defineTable, type OperatorTable, withEach } from './operator-table.ts';
import { rightTables } from './right-tables.ts';
import { policiesOf, policyAction, removalAction, usageCell } from './table-actions.ts';
import { counted, folderLink, timeCell } from './values.ts';

const tenants = defineTable<ListedTenant & Awaited<ReturnType<typeof policiesOf>>>({
  path: 'tenants',
  title: 'Tenants',
  about: 'Tenants are made and changed by the command provision; here are their quotas and retentions.',
  async list(context) {
    const rows = [];
    for (const tenant of await listTenants(context.service.state.db)) {
      rows.push({ ...tenant, ...(await policiesOf(context, { kind: 'tenant', id: String(tenant.clientId) })) });
    }
    return { rows };
  },
  id: ({ clientId }) => String(clientId),
  name: ({ clientId }) => `tenant ${clientId}`,
  columns: [
    { heading: 'ClientID', cell: ({ clientId }) => String(clientId), isNumber: true },
    { heading: 'OrgID', cell: ({ orgId }) => String(orgId), isNumber: true },
    { heading: 'Company code', cell: ({ companyCode }) => companyCode },
    { heading: 'Domains', cell: ({ domains }) => domains.join(', ') },
    { heading: 'Sign-in', cell: ({ provider }) => provider ?? '-' },
    { heading: 'Accounts', cell: ({ accounts }) => String(accounts), isNumber: true },
    { heading: 'Quota', cell: ({ clientId, usage }) => usageCell(usage, `tenant ${clientId}`) },
    { heading: 'Retention', cell: ({ retention }) => retention },
  ],
  actions: [
    policyAction('quota', 'tenant', ({ clientId }) => `tenant:${clientId}`),
    policyAction('retention', 'tenant', ({ clientId }) => `tenant:${clientId}`),
  ],
});

const accounts = defineTable<ListedAccount & { readonly quota: bigint | undefined }>({
  path: 'accounts',
  title: 'Accounts',
  about: 'Accounts with their published files.',
  search: [{ name: 'name', label: 'UserName or e-mail address' }],
  async list({ service, quotas }, query) {
    const { db } = service.state;
    const wanted = (query.get('name') ?? '').toLowerCase();
    const listed = await listAccounts(service.state);
    const found = listed.filter(({ userName, email }) => `${userName}\n${email}`.toLowerCase().includes(wanted));
    const own = await db
      .selectFrom('policies')
      .innerJoin('accounts', 'accounts.id', 'subject_id')
      .select(['user_name', 'value'])
      .where('kind', '=', 'quota')
      .where('subject_kind', '=', 'account')
      .execute();
    const values = new Map(own.map(({ user_name, value }) => [user_name, value]));
    const fallback = quotas.account === undefined ? undefined : BigInt(quotas.account);
    return { rows: found.map((account) => ({ ...account, quota: values.get(account.userName) ?? fallback })) };
  },
  id: ({ userName }) => userName,
  name: ({ userName }) => userName,
  columns: [
    { heading: 'UserName', cell: ({ userName }, root) => folderLink(root, `/${userName}`, userName) },
    { heading: 'E-mail', cell: ({ email }) => email },
    { heading: 'Tenant', cell: ({ clientId }) => (clientId === null ? '-' : String(clientId)) },
    { heading: 'Password', cell: ({ hasPassword }) => (hasPassword ? 'yes' : 'no') },
    { heading: 'Files', cell: ({ files }) => String(files), isNumber: true },
    { heading: 'Bytes', cell: ({ bytes, quota, userName }) => usageCell({ used: bytes, quota }, userName) },
    { heading: 'Created', cell: ({ createdAt }) => timeCell(createdAt) },
  ],
  actions: [
    {
      name: 'sign-out',
      label: 'Revoke sessions',
      role: 'operator',
      effect: (rows) => `All sessions of ${counted(rows.length, 'account')} will end: their tokens become invalid.`,
      async run(rows, { service }) {
        let revoked = 0;
        await withEach(rows, async ({ userName }) => {
          revoked += await revokeSessions(service.state, userName);
        });
        return `Revoked ${counted(revoked, 'session')}.`;
      },
    },
    policyAction('quota', 'account', ({ userName }) => `account:${userName}`),
    removalAction(
      (context, userName, dryRun) => removeAccountOf(context, userName, { dryRun }),
      ({ userName }) => userName,
    ),
  ],
});

const keyKinds: Readonly<Record<KeyKind, string>> = {
  'api-key': 'API key',
  'folder-key': 'folder access key',
  'scim-token': 'SCIM token',
};

const keys = defineTable<ListedKey & { readonly kind: KeyKind }>({
  path: 'keys',
  title: 'Keys',
  about: 'API keys, folder access keys and SCIM tokens with their last use. Their secrets are not stored.',
  async list({ service: { state } }) {
    const kinds = Object.keys(keyKinds) as KeyKind[];
    const lists = kinds.map(async (kind) => (await listKeys(state, kind)).map((key) => ({ ...key, kind })));
    return { rows: (await Promise.all(lists)).flat() };
  },
  id: ({ kind, name }) => `${kind}:${name}`,
  name: ({ kind, name }) => `${keyKinds[kind]} ${name}`,
  columns: [
    { heading: 'Kind', cell: ({ kind }) => keyKinds[kind] },
    { heading: 'Name', cell: ({ name }) => name },
    { heading: 'For', cell: ({ scope }) => (scope === null ? 'all tenants' : String(scope)) },
    { heading: 'Created', cell: ({ createdAt }) => timeCell(createdAt) },
    { heading: 'Last use', cell: ({ usedAt }) => timeCell(usedAt) },
    { heading: 'From', cell: ({ usedFrom }) => usedFrom ?? '-' },
    { heading: 'Revoked', cell: ({ revokedAt }) => timeCell(revokedAt) },
  ],
  actions: [
    {
      name: 'revoke',
      label: 'Revoke',
      role: 'operator',
      applies: ({ revokedAt }) => revokedAt === null,
      effect: (rows) =>
        `${counted(rows.length, 'key')} will be revoked at once and for good. Whoever uses them is rejected.`,
      async run(rows, { service }) {
        await withEach(rows, ({ kind, name }) => revokeKey(service.state, kind, name));
        return `Revoked ${counted(rows.length, 'key')}.`;
      },
    },
  ],
});

const people = defineTable<OperatorSession>({
  path: 'people',
  title: 'People',
  about: 'Who is signed in to these pages.',
  list: async ({ service: { state } }) => ({ rows: await listOperatorSessions(state) }),
  id: ({ name, createdAt }) => `${createdAt} ${name}`,
  name: ({ name }) => name,
  columns: [
    { heading: 'Name', cell: ({ name }) => name },
    { heading: 'Subject', cell: ({ subject }) => subject },
    { heading: 'Role', cell: ({ role }) => role },
    { heading: 'Signed in', cell: ({ createdAt }) => timeCell(createdAt) },
    { heading: 'Last request', cell: ({ seenAt }) => timeCell(seenAt) },
  ],
  actions: [
    {
      name: 'sign-out',
      label: 'Sign out',
      role: 'admin',
      effect: (rows) => `All sessions of ${[...new Set(rows.map(({ name }) => name))].join(', ')} will end.`,
      async run(rows, { service }) {
        let revoked = 0;
        await withEach([...new Set(rows.map(({ name }) => name))], async (name) => {
          revoked += await revokeOperatorSessions(service.state, name);
        });
        return `Ended ${counted(revoked, 'session')}.`;
      },
    },
  ],
});

/** The pages with tables, in the order of their links. */
export const operatorTables: readonly OperatorTable[] = [
  ...fileTables,
  ...rightTables,
  tenants,
  accounts,
  keys,
  auditTable,
  people,
];
