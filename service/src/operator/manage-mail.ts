import { emailAddress, fold } from '../domain/account-names.ts';
import { randomId } from '../secrets/secret-tokens.ts';
import { audit } from '../storage/audit-log.ts';
import { pathOfEntry } from '../storage/folder-entries.ts';
import { endRecipients } from '../storage/mail-digests.ts';
import { findPath } from './entry-tree.ts';
import { type OperatorContext, OperatorError } from './operator-context.ts';

type MailContext = Pick<OperatorContext, 'db' | 'now'>;

/** Somebody who gets messages about the files that arrive in a folder. */
export interface ListedRecipient {
  readonly id: string;
  readonly address: string;
  /** Null: removed by a process of an older version. */
  readonly folder: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/**
 * Adds a recipient to a folder. The audit log has the id alone, not the address.
 *
 * @returns the id.
 * @throws {OperatorError} `no-such-folder`, `name-taken`; {@link Rejection} `InvalidPath`, `InvalidValue`.
 */
export async function addRecipient({ db, now }: MailContext, path: string, given: string): Promise<string> {
  const { text: address, folded } = emailAddress(given);
  return await db.transaction().execute(async (transaction) => {
    const folder = await findPath(transaction, path);
    if (folder?.kind !== 'folder') throw new OperatorError('no-such-folder', `There is no folder ${path}.`);
    const id = randomId();
    const inserted = await transaction
      .insertInto('mail_recipients')
      .values({ id, folder_id: folder.id, address, address_folded: folded, created_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows !== 1n) {
      throw new OperatorError('name-taken', `${address} gets the messages about ${folder.path} already.`);
    }
    const details = { recipient: id };
    const entry = { actor: 'operator', action: 'mail.added', subject: `folder:${folder.path}`, details } as const;
    await audit(transaction, entry, now());
    return id;
  });
}

/**
 * Removes a recipient, or an address from all folders.
 *
 * @param which an id, or an e-mail address.
 * @returns the number of removed recipients.
 * @throws {OperatorError} `unknown-name`.
 */
export async function removeRecipients({ db, now }: MailContext, which: string): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const removed = await endRecipients(transaction, { id: which, folded: fold(which), actor: 'operator' }, now());
    if (removed === 0) throw new OperatorError('unknown-name', `There is no recipient ${which}. See mail list.`);
    return removed;
  });
}

/** All recipients, those added first in front. */
export async function listRecipients({ db }: Pick<MailContext, 'db'>): Promise<readonly ListedRecipient[]> {
  const rows = await db.selectFrom('mail_recipients').selectAll().orderBy('created_at').orderBy('id').execute();
  const listed: ListedRecipient[] = [];
  for (const { id, address, folder_id, created_at: createdAt } of rows) {
    listed.push({ id, address, folder: (await pathOfEntry(db, folder_id)) ?? null, createdAt });
  }
  return listed;
}
