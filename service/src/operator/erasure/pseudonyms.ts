/**
 * Stands for the names of an account. The account's id, which entries have anyway, tells accounts apart; names are counted
 * in the order in which they are met, so that nothing in a pseudonym comes from the name.
 */
export class Pseudonyms {
  /** Of the UserName. */
  readonly person: string;
  readonly #names = new Map<string, string>();
  readonly #keys = new Map<string, string>();

  /** @param accountId 32 hexadecimal digits. */
  constructor(accountId: string) {
    this.person = `erased-${accountId.slice(0, 8)}`;
  }

  /** Of a folder or a file. */
  of(name: string): string {
    return counted(this.#names, name, () => `name-${this.#names.size + 1}`);
  }

  /** Of a folder access key. */
  ofKey(name: string): string {
    return counted(this.#keys, name, () => `${this.person}-key-${this.#keys.size + 1}`);
  }
}

function counted(map: Map<string, string>, name: string, next: () => string): string {
  const known = map.get(name) ?? next();
  map.set(name, known);
  return known;
}
