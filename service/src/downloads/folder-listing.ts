import { type Html, html, page } from '../common/html.ts';
import { childrenAfter, type TreeEntry, timeOf } from '../operator/entry-tree.ts';
import type { Db } from '../storage/tables.ts';
import { validatorsOf } from './file-headers.ts';
import type { Link, LinkSigner } from './link-token.ts';

/** An entry of a listing. Times are ISO 8601 in UTC; those of files that their senders gave have up to 7 digits. */
export interface ListedEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder';
  /** A link to the entry, relative to the address of the listing. */
  readonly href: string;
  /** The following ones are those of a file. */
  readonly size?: bigint;
  readonly sha256?: string | null;
  readonly etag?: string;
  readonly written?: string | undefined;
  readonly created?: string | undefined;
  readonly published?: string | undefined;
}

/** A page of a folder's entries, ordered by the code points of their names. */
export interface FolderListing {
  /** Ends in `/`. */
  readonly path: string;
  /** When its links expire. */
  readonly expires: string;
  readonly entries: readonly ListedEntry[];
  /** The address of the next page, relative to this one; null on the last page. */
  readonly next: string | null;
}

/** Entries that one listing has. */
export const mostEntries = 1000;

/** What a folder is listed as. */
export interface Listed {
  readonly folder: TreeEntry;
  /** As it is shown, without a `/` at its end. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Of the request: `limit` (1 to 1000, default 1000) and `after` (a name). */
  readonly query: URLSearchParams;
  /** The query of the address of an entry or of the next page, with the `?`. */
  readonly queryOf: (entry: TreeEntry, parameters?: Readonly<Record<string, string>>) => string;
}

/** Reads a page of a folder. */
export async function folderListing(
  db: Db,
  { folder, path, expiresAt, query, queryOf }: Listed,
): Promise<FolderListing> {
  const limit = /^[1-9]\d{0,3}$/.test(query.get('limit') ?? '') ? Number(query.get('limit')) : mostEntries;
  const count = Math.min(limit, mostEntries);
  const rows = await childrenAfter(db, folder, query.get('after') ?? '', count + 1);
  const shown = rows.slice(0, count);
  const after = rows.length > count ? shown.at(-1)?.name : undefined;
  return {
    path: `${path}/`,
    expires: new Date(expiresAt).toISOString(),
    entries: shown.map((entry) => listed(entry, queryOf(entry))),
    next: after === undefined ? null : queryOf(folder, { after, limit: String(count) }),
  };
}

/** The queries of a link: tokens of their own, which expire with it. */
export function linkQueries(signer: LinkSigner, link: Link): Listed['queryOf'] {
  return ({ id, content }, parameters = {}) => {
    const token = signer.sign({ ...link, entryId: id, content: content ?? undefined });
    return `?${new URLSearchParams({ ...parameters, link: token })}`;
  };
}

function listed(entry: TreeEntry, query: string): ListedEntry {
  const { name, kind, size, digest, publishedAt } = entry;
  const href = `./${encodeURIComponent(name)}${kind === 'folder' ? '/' : ''}${query}`;
  if (kind === 'folder') return { name, kind, href };
  return {
    name,
    kind,
    href,
    size: size ?? 0n,
    sha256: digest,
    etag: validatorsOf(entry).etag,
    written: timeOf(entry.writtenTicks),
    created: timeOf(entry.creationTicks),
    published: publishedAt === null ? undefined : new Date(publishedAt).toISOString(),
  };
}

/** The listing as a page without scripts. @param about follows the end of its links. */
export function listingPage({ path, expires, entries, next }: FolderListing, about: Html = html``): string {
  const more = next === null ? html`` : html`<p><a href="${next}" rel="next">Next page</a></p>`;
  const table = html`<table>
<thead><tr><th>Name</th><th class="number">Bytes</th><th>Written (UTC)</th></tr></thead>
<tbody>
${entries.map(row)}</tbody>
</table>`;
  return page(
    path,
    html`<p>These links are valid until <time datetime="${expires}">${shortTime(expires)} UTC</time>.</p>
${about}${entries.length === 0 ? html`<p>There is nothing in this folder.</p>` : table}
${more}`,
  );
}

function row({ name, kind, href, size, written, sha256 }: ListedEntry): Html {
  const shown = kind === 'folder' ? `${name}/` : name;
  const [date = '', time = ''] = shortTime(written ?? '').split(' ');
  return html`<tr><td><a href="${href}"><bdi>${shown}</bdi></a>${digest(sha256)}</td><td class="number">${String(size ?? '')}</td><td><span class="whole">${date}</span> <span class="whole">${time}</span></td></tr>
`;
}

function digest(sha256: string | null | undefined): Html {
  return sha256 ? html`<span class="digest">SHA-256 ${sha256}</span>` : html``;
}

/** `2026-01-31 12:00:00` of an ISO time. */
export function shortTime(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}
