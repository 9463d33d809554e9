import { fold } from '../../domain/account-names.ts';
import type { Db } from '../../storage/tables.ts';
import { Pseudonyms } from './pseudonyms.ts';

/** A removed account. */
export interface RemovedPerson {
  readonly id: string;
  readonly userName: string;
}

/** A row of the audit log. */
interface Entry {
  readonly id: number;
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
}

const pageSize = 1000;

/**
 * Replaces the names of a removed account in the audit log by pseudonyms: its UserName, folders, files and folder access
 * keys. The same name has the same pseudonym everywhere. Names that others had before or after keep their entries. Call it
 * in a transaction, after the removal is in the log.
 *
 * @returns the number of changed entries.
 */
export async function eraseAudit(db: Db, person: RemovedPerson): Promise<number> {
  const eraser = new AuditEraser(person);
  let changed = 0;
  for await (const entry of entriesBackwards(db)) {
    const erased = eraser.erased(entry);
    if (erased === undefined) continue;
    changed += 1;
    await update(db, entry.id, erased);
  }
  // Entries of an older version, which do not name the account.
  for await (const entry of entriesBackwards(db, 'file.expired')) {
    const erased = eraser.erasedExpiry(entry);
    if (erased === undefined) continue;
    changed += 1;
    await update(db, entry.id, erased);
  }
  return changed;
}

type Erased = Pick<Entry, 'subject' | 'details'>;

async function update(db: Db, id: number, { subject, details }: Erased): Promise<void> {
  await db
    .updateTable('audit_log')
    .set({ subject, details: JSON.stringify(details) })
    .where('id', '=', id)
    .execute();
}

async function* entriesBackwards(db: Db, action?: string): AsyncGenerator<Entry> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await db
      .selectFrom('audit_log')
      .select(['id', 'action', 'subject', 'details'])
      .where('id', '<', before)
      .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
      .orderBy('id', 'desc')
      .limit(pageSize)
      .execute();
    for (const row of page) {
      before = row.id;
      yield { ...row, details: JSON.parse(row.details) };
    }
    if (page.length < pageSize) return;
  }
}

/**
 * Reads the log backwards: a removal says whose the names before it are, up to the entry that created them. So an account
 * or a key of the same name, before or after, is told apart.
 */
class AuditEraser {
  readonly #person: RemovedPerson;
  readonly #folded: string;
  readonly #pseudonyms: Pseudonyms;
  /** Whether the UserName is that of the person at this place of the log. */
  #hasName = false;
  /** Names of the folder access keys that are the person's at this place. */
  readonly #keys = new Set<string>();
  /** Name and SHA-256 of the published files. */
  readonly #files = new Set<string>();

  constructor(person: RemovedPerson) {
    this.#person = person;
    this.#folded = fold(person.userName);
    this.#pseudonyms = new Pseudonyms(person.id);
  }

  /** The entry with pseudonyms; undefined when it names nothing of the person. */
  erased(entry: Entry): Erased | undefined {
    this.#noteRemoval(entry);
    const erased = this.#replaced(entry);
    this.#noteCreation(entry);
    const isSame = erased.subject === entry.subject && JSON.stringify(erased.details) === JSON.stringify(entry.details);
    return isSame ? undefined : erased;
  }

  erasedExpiry({ subject, details }: Entry): Erased | undefined {
    const { name, sha256, account } = details;
    if (account !== undefined || typeof name !== 'string' || !this.#files.has(`${name} ${sha256}`)) return undefined;
    return { subject, details: { ...details, name: this.#pseudonyms.of(name) } };
  }

  #noteRemoval({ action, subject, details }: Entry): void {
    const isOurs = subject === `account:${this.#person.id}`;
    if (action === 'account.removed') {
      const { userName } = details;
      if (isOurs) this.#hasName = true;
      else if (typeof userName === 'string' && fold(userName) === this.#folded) this.#hasName = false;
    }
    if (action !== 'account.removed' && action !== 'folder.removed') return;
    const own = action === 'account.removed' ? isOurs : this.#isOwnPath(subject.slice('folder:'.length));
    for (const key of namesIn(details.folderKeys)) {
      if (own) this.#keys.add(key);
      else this.#keys.delete(key);
    }
  }

  #noteCreation({ action, subject, details }: Entry): void {
    if (action === 'account.created' && subject === `account:${this.#person.id}`) this.#hasName = false;
    if (action === 'folder-key.created') this.#keys.delete(subject.slice('folder-key:'.length));
    if (action !== 'provisioned' || details.kind !== 'created') return;
    if (subject.startsWith('account ') && this.#isUser(subject.slice('account '.length))) this.#hasName = false;
    if (subject.startsWith(provisionedKey)) this.#keys.delete(subject.slice(provisionedKey.length));
  }

  #replaced({ action, subject, details }: Entry): Erased {
    const isOurs = subject === `account:${this.#person.id}` || details.account === this.#person.id;
    if (isOurs) return { subject, details: this.#ownDetails(details) };
    if (action === 'file.published') return { subject: this.#published(subject, details), details };
    return { subject: this.#subject(subject), details: this.#otherDetails(subject, details) };
  }

  /** Of a removal, of an upload, and of a file that has expired. */
  #ownDetails(details: Entry['details']): Entry['details'] {
    const { userName, folderKeys, file, name } = details;
    return {
      ...details,
      ...(typeof userName === 'string' ? { userName: this.#pseudonyms.person } : {}),
      ...(typeof folderKeys === 'string' ? { folderKeys: this.#keyList(folderKeys) } : {}),
      ...(typeof file === 'string' ? { file: this.#pseudonyms.of(file) } : {}),
      ...(typeof name === 'string' ? { name: this.#pseudonyms.of(name) } : {}),
    };
  }

  #otherDetails(subject: string, details: Entry['details']): Entry['details'] {
    const { folder, folderKeys } = details;
    if (typeof folder === 'string') return { ...details, folder: this.#path(folder) };
    const own = subject.startsWith('folder:') && this.#isOwnPath(subject.slice('folder:'.length));
    return own && typeof folderKeys === 'string' ? { ...details, folderKeys: this.#keyList(folderKeys) } : details;
  }

  /** `folder-key:NAME/FILE`. */
  #published(subject: string, { sha256 }: Entry['details']): string {
    const slash = subject.lastIndexOf('/');
    const key = subject.slice('folder-key:'.length, slash);
    if (!this.#keys.has(key)) return subject;
    const name = subject.slice(slash + 1);
    this.#files.add(`${name} ${sha256}`);
    return `folder-key:${this.#pseudonyms.ofKey(key)}/${this.#pseudonyms.of(name)}`;
  }

  #subject(subject: string): string {
    for (const prefix of ['folder:', 'file:', 'folder ', 'retention folder:']) {
      if (subject.startsWith(`${prefix}/`)) return prefix + this.#path(subject.slice(prefix.length));
    }
    for (const prefix of ['account:', 'account ', 'quota account:']) {
      if (subject.startsWith(prefix) && this.#isUser(subject.slice(prefix.length))) {
        return prefix + this.#pseudonyms.person;
      }
    }
    for (const prefix of ['folder-key:', provisionedKey, 'quota folder-key:']) {
      const key = subject.slice(prefix.length);
      if (subject.startsWith(prefix) && this.#keys.has(key)) return prefix + this.#pseudonyms.ofKey(key);
    }
    return subject;
  }

  #path(path: string): string {
    if (!this.#isOwnPath(path)) return path;
    const [, , ...names] = path.split('/');
    return ['', this.#pseudonyms.person, ...names.map((name) => this.#pseudonyms.of(name))].join('/');
  }

  #isOwnPath(path: string): boolean {
    return path.startsWith('/') && this.#isUser(path.split('/')[1] ?? '');
  }

  #isUser(name: string): boolean {
    return this.#hasName && fold(name) === this.#folded;
  }

  #keyList(names: string): string {
    return namesIn(names)
      .map((name) => this.#pseudonyms.ofKey(name))
      .join(', ');
  }
}

const provisionedKey = 'folder access key ';

function namesIn(list: unknown): readonly string[] {
  return typeof list !== 'string' || list === '' ? [] : list.split(', ');
}
