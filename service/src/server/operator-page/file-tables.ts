import { html } from '../../common/html.ts';
import {
  childrenAfter,
  entriesById,
  findPath,
  listFiles,
  searchEntries,
  type TreeEntry,
} from '../../operator/entry-tree.ts';
import { dropDeliveries, type ListedDelivery, listDeliveries, retryDeliveries } from '../../operator/manage-hooks.ts';
import { folderKeysOf } from '../../operator/manage-keys.ts';
import { listRefused, type RefusedFile, releaseRefused, removeRefused } from '../../operator/manage-quarantine.ts';
import { cancelUploads, type ListedUpload, listUploads } from '../../operator/manage-uploads.ts';
import { OperatorError } from '../../operator/operator-context.ts';
import type { RemovalContext } from '../../operator/removal-context.ts';
import { type Removal, removePath } from '../../operator/remove-entries.ts';
import { defineTable, type OperatorTable, pageSize, withEach } from './operator-table.ts';
import type { OperatorPageContext } from './page-context.ts';
import { policiesOf, policyAction, removalAction, removalContext, type Usage, usageCell } from './table-actions.ts';
import { ageText, bytesText, counted, folderLink, timeCell } from './values.ts';

const uploads = defineTable<ListedUpload & { readonly now: number }>({
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
        const cancelled = await cancelUploads(removalContext(context), { ids: rows.map(({ id }) => id) });
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
  find: async ({ service }, ids) =>
    await entriesById(
      service.state.db,
      ids.map((id) => id.split('-', 1)[0] ?? ''),
    ),
  // The version too: another one is not removed.
  id: ({ id, content }) => `${id}-${content ?? ''}`,
  name: ({ path }) => path,
  columns: [
    { heading: 'Path', cell: ({ path, kind }, root) => (kind === 'file' ? path : folderLink(root, path, `${path}/`)) },
    { heading: 'Bytes', cell: ({ size }) => (size === null ? '-' : bytesText(size)), isNumber: true },
    { heading: 'SHA-256', cell: ({ digest }) => (digest === null ? '-' : html`<code>${digest}</code>`) },
    { heading: 'Published', cell: ({ publishedAt }) => timeCell(publishedAt) },
    { heading: 'Folder access key', cell: ({ folderKey }) => folderKey ?? '-' },
    { heading: 'API key', cell: ({ apiKey }) => apiKey ?? '-' },
  ],
  actions: [
    removalAction(
      removeEntry,
      ({ path }) => path,
      ({ kind }) => kind === 'file',
    ),
  ],
});

interface FolderRow {
  readonly folder: TreeEntry;
  readonly keys: readonly { readonly name: string; readonly usage: Usage }[];
  readonly retention: string;
}

/** Entries beneath the root folder of an account. */
function isBelowRoot({ path }: TreeEntry): boolean {
  return path.lastIndexOf('/') > 0;
}

function removeEntry(context: RemovalContext, path: string, dryRun: boolean): Promise<Removal> {
  return removePath(context, path, { recursive: true, dryRun });
}

const folders = defineTable<FolderRow>({
  path: 'folders',
  title: 'Folders',
  about: 'All folders, with the quotas of their folder access keys.',
  async list(context, query) {
    const { db } = context.service.state;
    const { found, after } = await searchEntries(db, undefined, { after: query.get('after') ?? '', limit: pageSize });
    return { rows: await folderRows(context, found), next: after === undefined ? undefined : { after } };
  },
  find: async (context, ids) => await folderRows(context, await entriesById(context.service.state.db, ids)),
  id: ({ folder }) => folder.id,
  name: ({ folder }) => folder.path,
  columns: [
    { heading: 'Folder', cell: ({ folder }, root) => folderLink(root, folder.path, folder.path) },
    {
      heading: 'Folder access keys',
      cell: ({ keys }) => html`${keys.map(({ name, usage }) => html`<div>${name}: ${usageCell(usage, name)}</div>`)}`,
    },
    { heading: 'Retention', cell: ({ retention }) => retention },
  ],
  actions: [
    policyAction('retention', 'folder', ({ folder }) => `folder:${folder.path}`),
    removalAction(
      removeEntry,
      ({ folder }) => folder.path,
      ({ folder }) => isBelowRoot(folder),
    ),
  ],
});

async function folderRows(context: OperatorPageContext, found: readonly TreeEntry[]): Promise<readonly FolderRow[]> {
  const rows: FolderRow[] = [];
  for (const folder of found) {
    const keys: { name: string; usage: Usage }[] = [];
    for (const { id, name } of await folderKeysOf(context.service.state.db, folder.id)) {
      keys.push({ name, usage: (await policiesOf(context, { kind: 'folder-key', id })).usage });
    }
    const { retention } = await policiesOf(context, { kind: 'folder', id: folder.id });
    rows.push({ folder, keys, retention });
  }
  return rows;
}

const quarantine = defineTable<RefusedFile>({
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
        await withEach(rows, ({ id }) => releaseRefused(state.uploads.parts, id));
        return `Released ${counted(rows.length, 'file')}.`;
      },
    },
    {
      name: 'remove',
      label: 'Remove',
      role: 'admin',
      effect: (rows) => `${counted(rows.length, 'file')} will be removed from the quarantine for good.`,
      run: async (rows, context) =>
        `Removed ${counted((await removeRefused(removalContext(context), idsOf(rows))).length, 'file')}.`,
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

/** The pages about files, on their way in and published, in the order of their links. */
export const fileTables: readonly OperatorTable[] = [uploads, files, folders, quarantine, hooks];
