import type { LinkRefusal } from '../common/download-outcomes.ts';
import { fold } from '../domain/account-names.ts';
import { findTrail, type TreeEntry } from '../operator/entry-tree.ts';
import { pathOfEntry } from '../storage/folder-entries.ts';
import type { Db } from '../storage/tables.ts';
import type { Link } from './link-token.ts';

/**
 * Finds the target of a link at a path: the version of a file that it was made for, or an entry at or below its folder.
 *
 * @param path as `requestedPath` returns it.
 */
export async function openLink(db: Db, link: Link, path: string): Promise<TreeEntry | LinkRefusal> {
  const trail = await findTrail(db, path);
  const entry = trail.at(-1);
  const own = await pathOfEntry(db, link.entryId);
  if (own === undefined) return 'removed';
  if (link.content === undefined) {
    if (entry === undefined) return folded(path).startsWith(`${folded(own)}/`) ? 'no-entry' : 'other-path';
    return trail.some(({ id }) => id === link.entryId) ? entry : 'other-path';
  }
  if (entry?.id !== link.entryId) return 'other-path';
  return entry.content === link.content ? entry : 'replaced';
}

/** The UserName in a path is case-insensitive. */
function folded(path: string): string {
  return path.replace(/^\/[^/]*/, fold);
}
