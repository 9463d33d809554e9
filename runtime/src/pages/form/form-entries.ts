import { decodeText, type Entry, FormError, maxEntries, tooManyEntries } from './form-body.ts';

/** What is said about a field beside its value; a colon is in no name of a field. */
export type Flag = 'omit' | 'nil' | 'count' | 'add' | 'case';

/** The name of the entry that says which version of SOAP is asked for. */
export const versionEntry = 'soap:version';

/** The name of the entry that asks to see the answer's sensitive values (rule P3). */
export const secretsEntry = 'show:secrets';

/** Entries that are about no field. */
const controls: ReadonlySet<string> = new Set([versionEntry, secretsEntry]);

/** The path of what stands in what has a path. */
export function below(path: string, key: string): string {
  return path === '' ? key : `${path}/${key}`;
}

/** The most names in a path, so that nothing that walks through a form goes deeper. */
const maxDepth = 128;

/**
 * A posted form. The entry of a field is named by its path: names of fields with a `/` between them, and the index of
 * an entry behind the name of a record that repeats. `Parameters/CompanyCode`, `Copies/0/Shelf`, `omit:Parameters`; of a
 * choice `case:Method` names what is chosen, and `Method/Card` is what was entered for that.
 */
export class FormEntries {
  readonly #byName = new Map<string, Entry[]>();
  /** Every path that has an entry, or has one below it. */
  readonly #paths = new Set<string>();
  #unread: Set<string> = new Set();

  /** @throws {FormError} `limit` for names that are too deep, and for lists that have too many entries. */
  constructor(entries: readonly Entry[]) {
    for (const entry of entries) {
      const alike = this.#byName.get(entry.name);
      if (alike !== undefined) {
        alike.push(entry);
        continue;
      }
      this.#byName.set(entry.name, [entry]);
      if (controls.has(entry.name)) continue;
      const path = entry.name.slice(entry.name.indexOf(':') + 1);
      if (path.split('/', maxDepth + 1).length > maxDepth) {
        throw new FormError('limit', `The form has an entry whose name has more than ${maxDepth} parts.`);
      }
      for (
        let end = path.length;
        end > 0 && !this.#paths.has(path.slice(0, end));
        end = path.lastIndexOf('/', end - 1)
      ) {
        this.#paths.add(path.slice(0, end));
      }
    }
    let items = 0;
    for (const name of this.#byName.keys()) {
      if (name.startsWith('count:')) items += this.count(name.slice('count:'.length)) ?? 0;
    }
    // A list within a list multiplies: a few bytes must not ask for a form of any size.
    if (items > maxEntries) throw tooManyEntries();
    this.#unread = new Set(this.#byName.keys());
  }

  /** Whether there is an entry for the field or for one in it. */
  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** The entries of that name. */
  all(name: string): readonly Entry[] {
    this.#unread.delete(name);
    return this.#byName.get(name) ?? [];
  }

  /** The one entry of that name. @throws {FormError} when there are two. */
  one(name: string): Entry | undefined {
    const found = this.all(name);
    if (found.length > 1) throw new FormError('unexpected-entry', `The form has the entry "${name}" twice.`);
    return found[0];
  }

  /** Its text. @throws {FormError} when there are two, or the text is not UTF-8. */
  text(name: string): string | undefined {
    const entry = this.one(name);
    return entry === undefined ? undefined : decodeText(entry.value, `The entry "${name}"`);
  }

  flag(flag: Flag, path: string): boolean {
    return this.one(`${flag}:${path}`) !== undefined;
  }

  /** How many entries of a record that repeats the form shows; undefined where it does not say so. */
  count(path: string): number | undefined {
    const text = this.text(`count:${path}`);
    if (text === undefined) return undefined;
    if (!/^\d{1,2}$/.test(text)) throw new FormError('malformed', `The entry "count:${path}" is no number below 100.`);
    return Number(text);
  }

  /**
   * Which of several stands in one place: as the form says, else the first one that there is an entry for. What was entered
   * for the others counts for nothing.
   *
   * @param keys what each is called in paths.
   * @returns undefined for none of them.
   * @throws {FormError} when the form names one that there is not.
   */
  chosen(path: string, keys: readonly string[]): string | undefined {
    const named = this.text(`case:${path}`);
    if (named !== undefined && named !== '' && !keys.includes(named)) {
      throw new FormError('unexpected-entry', `The entry "case:${path}" names nothing that can be chosen.`);
    }
    const chosen = named === '' ? undefined : (named ?? keys.find((key) => this.has(below(path, key))));
    for (const key of keys) if (key !== chosen && this.has(below(path, key))) this.pass(below(path, key));
    return chosen;
  }

  /** Whether the answer's sensitive values are to be shown. */
  get showsSecrets(): boolean {
    return this.one(secretsEntry) !== undefined;
  }

  /** The path whose list is to get another entry; undefined when the form is to be sent. */
  get toAdd(): string | undefined {
    const name = [...this.#byName.keys()].find((one) => one.startsWith('add:'));
    return name?.slice('add:'.length);
  }

  /** Counts everything in a field as read. */
  pass(path: string): void {
    for (const name of this.#unread) {
      const own = name.slice(name.indexOf(':') + 1);
      if (own === path || own.startsWith(`${path}/`)) this.#unread.delete(name);
    }
  }

  /** @throws {FormError} for an entry that nobody asked for: what a caller has entered must not get lost in silence. */
  finish(): void {
    for (const name of this.#unread) {
      if (controls.has(name) || name.startsWith('add:')) continue;
      const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name;
      throw new FormError('unexpected-entry', `The form of this operation has no entry "${shown}".`);
    }
  }
}
