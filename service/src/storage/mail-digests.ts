import { randomId } from '../secrets/secret-tokens.ts';
import { audit } from './audit-log.ts';
import { pathOfEntry } from './folder-entries.ts';
import { insertDelivery } from './hook-deliveries.ts';
import type { Db } from './tables.ts';

/** The name of the hook that sends messages; no hook of the operator has it. */
export const mailHookName = 'mail';

/** A file that has arrived, for the messages about its folder. */
export interface ArrivedFile {
  readonly folderId: string;
  readonly accountId: string;
  readonly folder: string;
  readonly name: string;
  readonly size: bigint;
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
}

/**
 * Adds a file to the next message to each recipient of its folder; the first file of a message sets the time when it is
 * sent. Call it in the transaction of the publication, which excludes others in the folder.
 *
 * @param interval milliseconds from the first file until the message is sent.
 */
export async function addToDigests(db: Db, file: ArrivedFile, interval: number, now: number): Promise<void> {
  const { folderId, accountId, folder, name, size, digest } = file;
  const recipients = await db.selectFrom('mail_recipients').select('id').where('folder_id', '=', folderId).execute();
  for (const { id: recipient } of recipients) {
    let eventId = await openDigest(db, recipient, now);
    if (eventId === undefined) {
      eventId = `msg_${randomId()}`;
      const body = JSON.stringify({ id: eventId, type: 'mail', data: { recipient, path: folder } });
      const dueAt = now + interval;
      await insertDelivery(db, { id: eventId, hook: mailHookName, accountId, fileKey: recipient, body, dueAt }, now);
    }
    await db.insertInto('mail_files').values({ event_id: eventId, name, size, digest, at: now }).execute();
  }
}

/** The message to a recipient that is still open for files; locked, so that it is not sent before the commit. */
async function openDigest(db: Db, recipient: string, now: number): Promise<string | undefined> {
  const row = await db
    .updateTable('hook_deliveries')
    .set({ attempts: 0 })
    .where('hook', '=', mailHookName)
    .where('file_key', '=', recipient)
    .where('attempts', '=', 0)
    .where('failed_at', 'is', null)
    .where('lease_owner', 'is', null)
    .where('due_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/**
 * Ends the messages to recipients. Call it in a transaction.
 *
 * @param of the id of a recipient, and an address as it is compared: which is ended for all folders.
 * @returns the number of recipients.
 */
export async function endRecipients(
  db: Db,
  { id: given, folded = '', actor }: { readonly id: string; readonly folded?: string; readonly actor: string },
  now: number,
): Promise<number> {
  const ended = await db
    .deleteFrom('mail_recipients')
    .where((each) => each.or([each('id', '=', given), each('address_folded', '=', folded)]))
    .returning(['id', 'folder_id'])
    .execute();
  for (const { id: recipient, folder_id } of ended) {
    // A process of an older version may have removed the folder.
    const subject = `folder:${(await pathOfEntry(db, folder_id)) ?? folder_id}`;
    await audit(db, { actor, action: 'mail.removed', subject, details: { recipient } }, now);
  }
  return ended.length;
}

/** A message that is to be sent. */
export interface Digest {
  readonly address: string;
  readonly files: readonly {
    readonly name: string;
    readonly size: bigint;
    readonly digest: string;
    /** Milliseconds since 1970. */
    readonly at: number;
  }[];
}

/** The message of an event; undefined when its recipient, or the files of it, are gone. */
export async function readDigest(db: Db, eventId: string, recipient: string): Promise<Digest | undefined> {
  const found = await db.selectFrom('mail_recipients').select('address').where('id', '=', recipient).executeTakeFirst();
  const files = await db
    .selectFrom('mail_files')
    .select(['name', 'size', 'digest', 'at'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();
  return found === undefined || files.length === 0 ? undefined : { address: found.address, files };
}
