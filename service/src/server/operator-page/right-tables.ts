import {
  approveRelease,
  type Lock,
  listLocks,
  type OpenRelease,
  openReleases,
  requestRelease,
} from '../../operator/manage-locks.ts';
import { endShare, type ListedShare, listShares } from '../../operator/manage-shares.ts';
import { defineTable, type OperatorTable, withEach } from './operator-table.ts';
import { ageText, counted, folderLink, timeCell } from './values.ts';

const shares = defineTable<ListedShare>({
  path: 'shares',
  title: 'Shares',
  about: 'Links to folders for recipients. Those that have ended are listed for 30 days.',
  list: async ({ service: { state } }) => ({ rows: await listShares(state) }),
  id: ({ id }) => id,
  name: ({ folder, label, id }) => `${folder ?? 'removed folder'}, ${label ?? id}`,
  columns: [
    { heading: 'Folder', cell: ({ folder }, root) => (folder === null ? '-' : folderLink(root, folder, folder)) },
    { heading: 'For', cell: ({ label }) => label ?? '-' },
    { heading: 'State', cell: ({ state }) => state },
    {
      heading: 'Downloads',
      cell: ({ downloads, maxDownloads }) =>
        maxDownloads === null ? `${downloads}` : `${downloads} of ${maxDownloads}`,
      isNumber: true,
    },
    { heading: 'Password', cell: ({ hasPassword }) => (hasPassword ? 'yes' : 'no') },
    { heading: 'Made by', cell: ({ createdBy }) => createdBy },
    { heading: 'Made', cell: ({ createdAt }) => timeCell(createdAt) },
    { heading: 'Expires', cell: ({ expiresAt }) => timeCell(expiresAt) },
  ],
  actions: [
    {
      name: 'revoke',
      label: 'Revoke',
      role: 'operator',
      applies: ({ state }) => state === 'valid',
      effect: (rows) =>
        `${counted(rows.length, 'share')} will end at once: the links show nothing from the next request on.`,
      async run(rows, { service }) {
        await withEach(rows, ({ id }) => endShare(service.state, id));
        return `Revoked ${counted(rows.length, 'share')}.`;
      },
    },
  ],
});

interface LockRow {
  readonly lock: Lock;
  readonly release: OpenRelease | undefined;
}

const locks = defineTable<LockRow>({
  path: 'locks',
  title: 'Locks',
  about:
    'Folders whose files nobody removes or replaces. Two people lift a lock for a day: one asks, another one approves.',
  async list({ service: { state } }) {
    const releases = await openReleases(state);
    const rows = (await listLocks(state)).map((lock) => ({
      lock,
      release: releases.find(({ folder }) => folder === lock.folder),
    }));
    return { rows };
  },
  id: ({ lock }) => lock.folder,
  name: ({ lock }) => lock.folder,
  columns: [
    { heading: 'Folder', cell: ({ lock }, root) => folderLink(root, lock.folder, lock.folder) },
    { heading: 'Until', cell: ({ lock }) => timeCell(lock.until || null) },
    { heading: 'Each file for', cell: ({ lock }) => (lock.keep === 0 ? '-' : ageText(lock.keep)) },
    { heading: 'Lifted until', cell: ({ lock }) => timeCell(lock.releasedUntil || null) },
    { heading: 'Asked by', cell: ({ release }) => release?.by ?? '-' },
    { heading: 'Reason', cell: ({ release }) => release?.reason ?? '-' },
  ],
  actions: [
    {
      name: 'request-release',
      label: 'Ask for release',
      role: 'operator',
      applies: ({ release }) => release === undefined,
      field: { name: 'reason', label: 'Reason' },
      effect: (rows) => `Another person may lift ${counted(rows.length, 'lock')} for a day, within three days.`,
      async run(rows, { service }, reason) {
        await withEach(rows, ({ lock }) => requestRelease(service.state, lock.folder, { by: '', reason }));
        return `Asked for the release of ${counted(rows.length, 'folder')}.`;
      },
    },
    {
      name: 'approve',
      label: 'Approve release',
      role: 'admin',
      applies: ({ release }) => release !== undefined,
      effect: (rows) => `For a day files of ${counted(rows.length, 'folder')} may be removed and replaced.`,
      async run(rows, { service }) {
        await withEach(rows, ({ release }) => approveRelease(service.state, release?.id ?? '', ''));
        return `Lifted ${counted(rows.length, 'lock')} for a day.`;
      },
    },
  ],
});

export const rightTables: readonly OperatorTable[] = [shares, locks];
