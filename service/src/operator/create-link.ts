import { type LinkSigner, newLinkId } from '../downloads/link-token.ts';
import { addressOf } from '../downloads/requested-path.ts';
import { audit } from '../storage/audit-log.ts';
import type { Db } from '../storage/tables.ts';
import { findPath } from './entry-tree.ts';
import { OperatorError } from './operator-context.ts';

/** A new link. */
export interface CreatedLink {
  readonly id: string;
  readonly path: string;
  readonly kind: 'file' | 'folder';
  /** Below the address of the operator's port. */
  readonly address: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The longest time that a link is valid, in milliseconds. */
const longest = 30 * 24 * 3_600_000;

/**
 * Creates a link to the present version of a file, or to a folder with everything below it.
 *
 * @param duration milliseconds until it expires.
 * @throws {OperatorError} `no-such-file`; `invalid-argument` for more than 30 days. {@link Rejection} `InvalidPath`.
 */
export async function createLink(
  { db, links, now }: { readonly db: Db; readonly links: LinkSigner; readonly now: () => number },
  given: string,
  duration: number,
): Promise<CreatedLink> {
  if (duration > longest) throw new OperatorError('invalid-argument', 'A link is valid for 30 days at most.');
  const entry = await findPath(db, given);
  if (entry === undefined) throw new OperatorError('no-such-file', `There is no file or folder ${given}.`);
  const { kind, path } = entry;
  const expiresAt = Math.floor((now() + duration) / 1000) * 1000;
  const link = { id: newLinkId(), entryId: entry.id, content: entry.content ?? undefined, expiresAt };
  const details = { link: link.id, expires: new Date(expiresAt).toISOString() };
  await audit(db, { actor: 'operator', action: 'link.created', subject: `${kind}:${path}`, details }, now());
  return { id: link.id, path, kind, expiresAt, address: `${addressOf(entry)}?link=${links.sign(link)}` };
}
