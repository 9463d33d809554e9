import { decodeText, type Entry, FormError, maxEntries, tooManyEntries } from './form-body.ts';

/** Prefixes of entries about a field; no name of a field contains a colon. */
export type Flag = 'omit' | 'nil' | 'count' | 'add' | 'case' | 'example';

/** The entry with the version of SOAP. */
export const versionEntry = 'soap:version';

/** The entry that requests the sensitive values of the response (rule P3). */
export const secretsEntry = 'show:secrets';

/** Entries that do not concern a field. */
const controls: ReadonlySet<string> = new Set([versionEntry, secretsEntry]);

/** The path of a field within a record. */
export function below(path: string, key: string): string {
  return path === '' ? key : `${path}/${key}`;
}

/** Maximum names in a path, which limits recursion. */
const maxDepth = 128;

/**
 * A posted form. The name of an entry is the path of its field: names of fields separated by `/`, and an index after the
 * name of a repeated record. `Parameters/CompanyCode`, `Copies/0/Shelf`, `omit:Parameters`; `case:Method` has the name of
 * the chosen case of a choice, and `Method/Card` its value.
 */
export class FormEntries {
  readonly #byName = new Map<string, Entry[]>();
  /** All paths of entries and their parents. */
  readonly #paths = new Set<string>();
  #unread: Set<string> = new Set();
  #example: FormEntries | undefined;

  /** The entries of a form that a program filled with an example. @throws {FormError} as the constructor. */
  static ofExample(entries: readonly Entry[]): FormEntries {
    const example = new FormEntries(entries);
    example.#example = example;
    return example;
  }

  /**
   * @param example the values that the form was filled with before.
   * @throws {FormError} `limit` for paths that are too deep, and for lists with too many items.
   */
  constructor(entries: readonly Entry[], example?: FormEntries) {
    this.#example = example;
    for (const entry of entries) {
      const sameName = this.#byName.get(entry.name);
      if (sameName !== undefined) {
        sameName.push(entry);
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
    // Nested lists multiply: a short post must not produce a large form.
    if (items > maxEntries) throw tooManyEntries();
    this.#unread = new Set(this.#byName.keys());
  }

  /** Whether there is an entry for the field or within it. */
  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** The entries of that name. */
  all(name: string): readonly Entry[] {
    this.#unread.delete(name);
    return this.#byName.get(name) ?? [];
  }

  /** The single entry of that name. @throws {FormError} if there are two. */
  one(name: string): Entry | undefined {
    const found = this.all(name);
    if (found.length > 1) throw new FormError('unexpected-entry', `The form has the entry "${name}" twice.`);
    return found[0];
  }

  /** The text of the single entry. @throws {FormError} if there are two, or for invalid UTF-8. */
  text(name: string): string | undefined {
    const entry = this.one(name);
    return entry === undefined ? undefined : decodeText(entry.value, `The entry "${name}"`);
  }

  flag(flag: Flag, path: string): boolean {
    return this.one(`${flag}:${path}`) !== undefined;
  }

  /** The number of items of a repeated record; undefined without such an entry. */
  count(path: string): number | undefined {
    const text = this.text(`count:${path}`);
    if (text === undefined) return undefined;
    if (!/^\d{1,2}$/.test(text))
      throw new FormError('malformed', `The entry "count:${path}" is not a number below 100.`);
    return Number(text);
  }

  /**
   * The chosen alternative: that of the `case:` entry, otherwise the first one with an entry. Entries of the others are ignored.
   *
   * @param keys of the alternatives in paths.
   * @returns undefined if none is chosen.
   * @throws {FormError} for an unknown alternative.
   */
  chosen(path: string, keys: readonly string[]): string | undefined {
    const named = this.text(`case:${path}`);
    if (named !== undefined && named !== '' && !keys.includes(named)) {
      throw new FormError('unexpected-entry', `The entry "case:${path}" names no alternative of the form.`);
    }
    const chosen = named === '' ? undefined : (named ?? keys.find((key) => this.has(below(path, key))));
    for (const key of keys) if (key !== chosen && this.has(below(path, key))) this.ignore(below(path, key));
    return chosen;
  }

  /** What the program filled the form with; undefined without an example. */
  get example(): FormEntries | undefined {
    return this.#example;
  }

  /** Whether to show sensitive values of the response. */
  get showsSecrets(): boolean {
    return this.one(secretsEntry) !== undefined;
  }

  /** The path of the list to add an item to; undefined to send the form. */
  get toAdd(): string | undefined {
    const name = [...this.#byName.keys()].find((one) => one.startsWith('add:'));
    return name?.slice('add:'.length);
  }

  /** Marks all entries within a field as read. */
  ignore(path: string): void {
    for (const name of this.#unread) {
      const own = name.slice(name.indexOf(':') + 1);
      if (own === path || own.startsWith(`${path}/`)) this.#unread.delete(name);
    }
  }

  /** @throws {FormError} for an unread entry: no entered value may be dropped silently. */
  checkAllRead(): void {
    for (const name of this.#unread) {
      if (controls.has(name) || name.startsWith('add:')) continue;
      const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name;
      throw new FormError('unexpected-entry', `The form of this operation has no entry "${shown}".`);
    }
  }
}
