import { retentionOf, retentionText } from '../../common/duration.ts';
import { type Html, html } from '../../common/html.ts';
import { bytes as bytesSetting } from '../../config/settings.ts';
import {
  childrenAfter,
  entriesById,
  findPath,
  listFiles,
  searchEntries,
  type TreeEntry,
} from '../../operator/entry-tree.ts';
import { listTenants } from '../../operator/list-tenants.ts';
import { type ListedAccount, listAccounts, revokeSessions } from '../../operator/manage-accounts.ts';
import { dropDeliveries, type ListedDelivery, listDeliveries, retryDeliveries } from '../../operator/manage-hooks.ts';
import { type ListedKey, listKeys, revokeKey } from '../../operator/manage-keys.ts';
import { clearPolicyOf, setPolicyOf } from '../../operator/manage-policies.ts';
import { listRefused, releaseRefused, removeRefused } from '../../operator/manage-quarantine.ts';
import { cancelUploads, listUploads } from '../../operator/manage-uploads.ts';
import { OperatorError } from '../../operator/operator-context.ts';
import {
  listOperatorSessions,
  type OperatorSession,
  revokeOperatorSessions,
} from '../../operator/operator-sessions.ts';
import type { RemovalContext } from '../../operator/removal-context.ts';
import { removeAccountOf, removePath } from '../../operator/remove-entries.ts';
import type { KeyKind } from '../../storage/credentials.ts';
import { findPolicy, type PolicyKind, type PolicySubject, usedBytes } from '../../storage/policies.ts';
import type { Removed } from '../../storage/removal.ts';
import { auditTable } from './audit-table.ts';
import { type Action, defineTable, type Field, type OperatorTable, pageSize } from './operator-table.ts';
import type { OperatorPageContext } from './page-context.ts';
import { ageText, bytesText, counted, folderLink, timeCell } from './values.ts';

/** Used bytes of a quota. */
interface Usage {
  readonly used: bigint;
  /** Undefined: no limit. */
  readonly quota: bigint | undefined;
}

async function usageOf({ service, quotas }: OperatorPageContext, subject: PolicySubject): Promise<Usage> {
  const { db } = service.state;
  const own = await findPolicy(db, 'quota', subject);
  const fallback = subject.kind === 'folder' ? undefined : quotas[subject.kind];
  return { used: await usedBytes(db, subject), quota: own ?? (fallback === undefined ? undefined : BigInt(fallback)) };
}

/** Bytes, with a bar where there is a quota. */
function usageCell({ used, quota }: Usage, of: string): Html {
  if (quota === undefined) return html`${bytesText(used)}, no quota`;
  const [value, most] = [String(used), String(quota)];
  return html`<meter min="0" max="${most}" value="${value}" aria-label="Quota of ${of}"></meter>
${bytesText(used)} of ${bytesText(quota)}`;
}

const quotaField: Field = {
  name: 'value',
  label: 'Quota',
  hint: 'A number of bytes, such as 10 GiB; empty: the default of the settings.',
};
const retentionField: Field = {
  name: 'value',
  label: 'Retention',
  hint: 'Such as 30d, or forever; empty: that of the folder above, or of the tenant.',
};

/** Sets or clears a policy, as `quota set` and `retention set` do. */
function policyAction<Row>(kind: PolicyKind, noun: string, subjectOf: (row: Row) => string): Action<Row> {
  const read = kind === 'quota' ? readQuota : retentionOf;
  return {
    name: kind,
    label: `Set ${kind}`,
    role: 'admin',
    field: kind === 'quota' ? quotaField : retentionField,
    effect: (rows) => `The ${kind} of ${counted(rows.length, noun)} will be set.`,
    async run(rows, { service: { state } }, text) {
      const value = text.trim() === '' ? undefined : read(text.trim());
      if (value === undefined && text.trim() !== '') {
        throw new OperatorError('invalid-argument', `${text} is not a ${kind}.`);
      }
      for (const row of rows) {
        if (value === undefined) await clearPolicyOf(state, kind, subjectOf(row));
        else await setPolicyOf(state, kind, subjectOf(row), value);
      }
      return `${value === undefined ? 'Cleared' : 'Set'} the ${kind} of ${counted(rows.length, noun)}.`;
    },
  };
}

function readQuota(text: string): bigint | undefined {
  const value = bytesSetting.read(text);
  return value === undefined ? undefined : BigInt(value);
}

function removalOf({ service: { state, store } }: OperatorPageContext): RemovalContext {
  return { db: state.db, store, now: state.now };
}

/** Rows that depend on a removed account or folder. */
function removedText(removed: readonly Removed[]): string {
  const sum = (of: (one: Removed) => number): number => removed.reduce((total, one) => total + of(one), 0);
  const bytes = removed.reduce((total, one) => total + one.bytes, 0n);
  return [
    `${counted(
      sum(({ files }) => files),
      'file',
    )} of ${bytesText(bytes)}`,
    counted(
      sum(({ folders }) => folders),
      'folder',
    ),
    counted(
      sum(({ folderKeys }) => folderKeys.length),
      'folder access key',
    ),
    counted(
      sum(({ uploads }) => uploads),
      'unfinished upload',
    ),
  ].join(', ');
}

const removeEntries: Action<TreeEntry> = {
  name: 'remove',
  label: 'Remove',
  role: 'admin',
  applies: ({ path }) => path.lastIndexOf('/') > 0,
  async effect(rows, context) {
    const options = { recursive: true, dryRun: true };
    const removed: Removed[] = [];
    for (const { path } of rows) removed.push((await removePath(removalOf(context), path, options)).removed);
    return `${removedText(removed)} will be removed. Only a backup has them afterwards.`;
  },
  async run(rows, context) {
    const options = { recursive: true, dryRun: false };
    const removed: Removed[] = [];
    for (const { path } of rows) removed.push((await removePath(removalOf(context), path, options)).removed);
    return `Removed ${removedText(removed)}.`;
  },
};

/** The version of a file too: another one is not removed. */
const entryId = ({ id, content }: TreeEntry): string => `${id}-${content ?? ''}`;

const findEntries = async ({ service }: OperatorPageContext, ids: readonly string[]): Promise<readonly TreeEntry[]> =>
  await entriesById(
    service.state.db,
    ids.map((id) => id.split('-', 1)[0] ?? ''),
  );

const tenants = defineTable<{
  readonly tenant: Awaited<ReturnType<typeof listTenants>>[number];
  readonly usage: Usage;
  readonly retention: bigint | undefined;
}>({
  path: 'tenants',
  title: 'Tenants',
  about: 'Tenants are made and changed by the command provision; here are their quotas and retentions.',
  async list(context) {
    const { db } = context.service.state;
    const rows = [];
    for (const tenant of await listTenants(db)) {
      const subject = { kind: 'tenant', id: String(tenant.clientId) } as const;
      rows.push({
        tenant,
        usage: await usageOf(context, subject),
        retention: await findPolicy(db, 'retention', subject),
      });
    }
    return { rows };
  },
  id: ({ tenant }) => String(tenant.clientId),
  name: ({ tenant }) => `tenant ${tenant.clientId}`,
  columns: [
    { heading: 'ClientID', cell: ({ tenant }) => String(tenant.clientId), isNumber: true },
    { heading: 'OrgID', cell: ({ tenant }) => String(tenant.orgId), isNumber: true },
    { heading: 'Company code', cell: ({ tenant }) => tenant.companyCode },
    { heading: 'Domains', cell: ({ tenant }) => tenant.domains.join(', ') },
    { heading: 'Sign-in', cell: ({ tenant }) => tenant.provider ?? '-' },
    { heading: 'Accounts', cell: ({ tenant }) => String(tenant.accounts), isNumber: true },
    { heading: 'Quota', cell: ({ tenant, usage }) => usageCell(usage, `tenant ${tenant.clientId}`) },
    { heading: 'Retention', cell: ({ retention }) => (retention === undefined ? '-' : retentionText(retention)) },
  ],
  actions: [
    policyAction('quota', 'tenant', ({ tenant }) => `tenant:${tenant.clientId}`),
    policyAction('retention', 'tenant', ({ tenant }) => `tenant:${tenant.clientId}`),
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
        for (const { userName } of rows) revoked += await revokeSessions(service.state, userName);
        return `Revoked ${counted(revoked, 'session')}.`;
      },
    },
    policyAction('quota', 'account', ({ userName }) => `account:${userName}`),
    {
      name: 'remove',
      label: 'Remove',
      role: 'admin',
      async effect(rows, context) {
        const removed: Removed[] = [];
        for (const { userName } of rows) {
          removed.push((await removeAccountOf(removalOf(context), userName, { dryRun: true })).removed);
        }
        return `${counted(rows.length, 'account')} will be removed, with their sessions and ${removedText(removed)}. Only a backup has them afterwards.`;
      },
      async run(rows, context) {
        const removed: Removed[] = [];
        for (const { userName } of rows) {
          removed.push((await removeAccountOf(removalOf(context), userName, { dryRun: false })).removed);
        }
        return `Removed ${counted(rows.length, 'account')} with ${removedText(removed)}.`;
      },
    },
  ],
});

interface FolderRow {
  readonly folder: TreeEntry;
  readonly keys: readonly { readonly name: string; readonly usage: Usage }[];
  readonly retention: bigint | undefined;
}

const folders = defineTable<FolderRow>({
  path: 'folders',
  title: 'Folders',
  about: 'All folders, with the quotas of their folder access keys.',
  async list(context, query) {
    const { db } = context.service.state;
    const { found, after } = await searchEntries(db, undefined, { after: query.get('after') ?? '', limit: pageSize });
    const rows: FolderRow[] = [];
    for (const folder of found) rows.push(await folderRow(context, folder));
    return { rows, next: after === undefined ? undefined : { after } };
  },
  async find(context, ids) {
    const entries = await entriesById(context.service.state.db, ids);
    return await Promise.all(entries.map((folder) => folderRow(context, folder)));
  },
  id: ({ folder }) => folder.id,
  name: ({ folder }) => folder.path,
  columns: [
    { heading: 'Folder', cell: ({ folder }, root) => folderLink(root, folder.path, folder.path) },
    {
      heading: 'Folder access keys',
      cell: ({ keys }) =>
        keys.length === 0
          ? '-'
          : html`${keys.map(({ name, usage }) => html`<div>${name}: ${usageCell(usage, name)}</div>`)}`,
    },
    { heading: 'Retention', cell: ({ retention }) => (retention === undefined ? '-' : retentionText(retention)) },
  ],
  actions: [
    policyAction('retention', 'folder', ({ folder }) => `folder:${folder.path}`),
    {
      ...removeEntries,
      applies: ({ folder }) => folder.path.lastIndexOf('/') > 0,
      effect: (rows, context) =>
        removeEntries.effect(
          rows.map(({ folder }) => folder),
          context,
        ),
      run: (rows, context, value) =>
        removeEntries.run(
          rows.map(({ folder }) => folder),
          context,
          value,
        ),
    },
  ],
});

async function folderRow(context: OperatorPageContext, folder: TreeEntry): Promise<FolderRow> {
  const { db } = context.service.state;
  const rows = await db
    .selectFrom('folder_keys')
    .select(['id', 'name'])
    .where('folder_id', '=', folder.id)
    .where('revoked_at', 'is', null)
    .execute();
  const keys: { name: string; usage: Usage }[] = [];
  for (const { id, name } of rows) keys.push({ name, usage: await usageOf(context, { kind: 'folder-key', id }) });
  return { folder, keys, retention: await findPolicy(db, 'retention', { kind: 'folder', id: folder.id }) };
}

const uploads = defineTable<Awaited<ReturnType<typeof listUploads>>[number] & { readonly now: number }>({
  path: 'uploads',
  title: 'Uploads in progress',
  about: 'Unfinished uploads, the longest idle first. The rate is that from the first chunk to the last one.',
  async list({ service: { state } }) {
    const now = state.now();
    return { rows: (await listUploads(state)).map((upload) => ({ ...upload, now })) };
  },
  id: ({ id }) => id,
  name: ({ path }) => path,
  columns: [
    { heading: 'File', cell: ({ path }) => path },
    { heading: 'Bytes', cell: ({ bytes }) => bytesText(bytes), isNumber: true },
    {
      heading: 'Rate',
      cell: ({ bytes, startedAt, touchedAt }) => rateText(bytes, touchedAt - startedAt),
      isNumber: true,
    },
    { heading: 'Age', cell: ({ startedAt, now }) => ageText(now - startedAt), isNumber: true },
    { heading: 'Last chunk', cell: ({ touchedAt, now }) => `${ageText(now - touchedAt)} ago`, isNumber: true },
    { heading: 'Folder access key', cell: ({ folderKey }) => folderKey },
    { heading: 'API key', cell: ({ apiKey }) => apiKey },
  ],
  actions: [
    {
      name: 'cancel',
      label: 'Cancel',
      role: 'operator',
      effect: (rows) =>
        `${counted(rows.length, 'upload')} of ${bytesText(rows.reduce((sum, { bytes }) => sum + bytes, 0n))} will be cancelled: their bytes are removed, and their callers have to start over.`,
      async run(rows, context) {
        const cancelled = await cancelUploads(removalOf(context), { ids: rows.map(({ id }) => id) });
        return `Cancelled ${counted(cancelled.length, 'upload')}.`;
      },
    },
  ],
});

function rateText(bytes: bigint, milliseconds: number): string {
  return milliseconds <= 0 ? '-' : `${bytesText(BigInt(Math.round((Number(bytes) * 1000) / milliseconds)))}/s`;
}

const files = defineTable<TreeEntry>({
  path: 'files',
  title: 'Files',
  about: 'Published files: those of a folder, or those that a search finds.',
  search: [
    { name: 'path', label: 'Folder', hint: 'Such as /anna/inbox; / lists the accounts.' },
    { name: 'text', label: 'Part of a name, or the beginning of a SHA-256', hint: 'Looks in all folders.' },
  ],
  async list({ service: { state } }, query) {
    const { db } = state;
    const after = query.get('after') ?? '';
    const text = query.get('text')?.trim() ?? '';
    if (text !== '') {
      const found = await searchEntries(db, text, { after, limit: pageSize });
      return { rows: found.found, next: found.after === undefined ? undefined : { after: found.after } };
    }
    const path = query.get('path')?.trim() || '/';
    if (path === '/') {
      const roots: TreeEntry[] = [];
      for await (const root of listFiles(db, { path: '/', recursive: false })) roots.push(root);
      return { rows: roots };
    }
    const folder = await findPath(db, path);
    if (folder === undefined) throw new OperatorError('no-such-file', `There is no file or folder ${path}.`);
    if (folder.kind === 'file') return { rows: [folder] };
    const rows = await childrenAfter(db, folder, after, pageSize);
    return { rows, next: rows.length < pageSize ? undefined : { after: rows.at(-1)?.name ?? '' } };
  },
  find: findEntries,
  id: entryId,
  name: ({ path }) => path,
  columns: [
    { heading: 'Path', cell: ({ path, kind }, root) => (kind === 'file' ? path : folderLink(root, path, `${path}/`)) },
    { heading: 'Bytes', cell: ({ size }) => (size === null ? '-' : bytesText(size)), isNumber: true },
    { heading: 'SHA-256', cell: ({ digest }) => (digest === null ? '-' : html`<code>${digest}</code>`) },
    { heading: 'Published', cell: ({ publishedAt }) => timeCell(publishedAt) },
    { heading: 'Folder access key', cell: ({ folderKey }) => folderKey ?? '-' },
    { heading: 'API key', cell: ({ apiKey }) => apiKey ?? '-' },
  ],
  actions: [{ ...removeEntries, applies: (row) => row.kind === 'file' }],
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
        for (const { kind, name } of rows) await revokeKey(service.state, kind, name);
        return `Revoked ${counted(rows.length, 'key')}.`;
      },
    },
  ],
});

const hooks = defineTable<ListedDelivery>({
  path: 'hooks',
  title: 'Hooks',
  about: 'Events that hooks do not have yet, the oldest first.',
  list: async ({ service: { state } }) => ({ rows: await listDeliveries(state) }),
  id: ({ id }) => id,
  name: ({ hook, path }) => `${hook}: ${path}`,
  columns: [
    { heading: 'Hook', cell: ({ hook }) => hook },
    { heading: 'State', cell: ({ state }) => state },
    { heading: 'File', cell: ({ path }) => path },
    { heading: 'Failed attempts', cell: ({ attempts }) => String(attempts), isNumber: true },
    { heading: 'Last error', cell: ({ lastError }) => lastError ?? '-' },
    { heading: 'Created', cell: ({ createdAt }) => timeCell(createdAt) },
    { heading: 'Next attempt', cell: ({ dueAt }) => timeCell(dueAt) },
  ],
  actions: [
    {
      name: 'retry',
      label: 'Retry',
      role: 'operator',
      effect: (rows) => `${counted(rows.length, 'event')} will be delivered again now.`,
      run: async (rows, { service }) =>
        `Retrying ${counted(await retryDeliveries(service.state, { ids: idsOf(rows) }), 'event')}.`,
    },
    {
      name: 'drop',
      label: 'Drop',
      role: 'admin',
      effect: (rows) => `${counted(rows.length, 'event')} will be dropped: hooks never get what is dropped.`,
      run: async (rows, { service }) =>
        `Dropped ${counted(await dropDeliveries(service.state, { ids: idsOf(rows) }), 'event')}.`,
    },
  ],
});

const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id);

const quarantine = defineTable<Awaited<ReturnType<typeof listRefused>>[number]>({
  path: 'quarantine',
  title: 'Quarantine',
  about: 'Files that a check has refused, the oldest first.',
  list: async ({ service: { state } }) => ({ rows: await listRefused(state.db) }),
  id: ({ id }) => id,
  name: ({ path }) => path,
  columns: [
    { heading: 'File', cell: ({ path }) => path },
    { heading: 'Bytes', cell: ({ bytes }) => bytesText(bytes), isNumber: true },
    { heading: 'Check', cell: ({ check }) => check ?? '-' },
    { heading: 'Reason', cell: ({ reason }) => reason ?? '-' },
    { heading: 'Refused', cell: ({ refusedAt }) => timeCell(refusedAt) },
    { heading: 'Folder access key', cell: ({ folderKey }) => folderKey },
    { heading: 'SHA-256', cell: ({ sha256 }) => (sha256 === null ? '-' : html`<code>${sha256}</code>`) },
  ],
  actions: [
    {
      name: 'release',
      label: 'Release',
      role: 'operator',
      effect: (rows) =>
        `${counted(rows.length, 'file')} will be published although a check has refused it. Hooks get their events.`,
      async run(rows, { service: { state } }) {
        for (const { id } of rows) await releaseRefused(state.uploads.parts, id);
        return `Released ${counted(rows.length, 'file')}.`;
      },
    },
    {
      name: 'remove',
      label: 'Remove',
      role: 'admin',
      effect: (rows) => `${counted(rows.length, 'file')} will be removed from the quarantine for good.`,
      run: async (rows, context) =>
        `Removed ${counted((await removeRefused(removalOf(context), idsOf(rows))).length, 'file')}.`,
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
        for (const name of new Set(rows.map((row) => row.name))) {
          revoked += await revokeOperatorSessions(service.state, name);
        }
        return `Ended ${counted(revoked, 'session')}.`;
      },
    },
  ],
});

/** The pages with tables, in the order of their links. */
export const operatorTables: readonly OperatorTable[] = [
  uploads,
  files,
  folders,
  quarantine,
  hooks,
  tenants,
  accounts,
  keys,
  auditTable,
  people,
];
