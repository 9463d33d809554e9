/** Outside of ASCII: a character, a property, a complement or a difference may match there. */
const MAY_LEAVE_ASCII = /[^\0-\x7f]|\\[^u\W\d_]|\[\^|--|^\.$|\\u\{(?!0*[0-7]?[\da-f]\})|\\u(?!\{|00[0-7])/i;

/** Characters that one of several atoms of a regular expression matches. */
export class CharacterSet {
  readonly isAscii: boolean;
  readonly #atoms: readonly RegExp[];
  /** By code: 0 for one that no text had yet, 1 for one of the set, 2 for another one. */
  readonly #ascii = new Uint8Array(128);
  #last = -1;
  #hasLast = false;

  constructor(atoms: readonly string[], flags: string) {
    this.#atoms = atoms.map((atom) => new RegExp(`^${atom}$`, flags));
    this.isAscii = !atoms.some((atom) => MAY_LEAVE_ASCII.test(atom));
  }

  has(code: number): boolean {
    if (code < 128) {
      if (this.#ascii[code] === 0) this.#ascii[code] = this.#matches(code) ? 1 : 2;
      return this.#ascii[code] === 1;
    }
    if (code !== this.#last) {
      this.#hasLast = this.#matches(code);
      this.#last = code;
    }
    return this.#hasLast;
  }

  /** False if both may have a character; also if that is unknown. */
  isApartFrom(other: CharacterSet): boolean {
    if (!this.isAscii && !other.isAscii) return false;
    for (let code = 0; code < 128; code++) if (this.has(code) && other.has(code)) return false;
    return true;
  }

  #matches(code: number): boolean {
    const character = String.fromCodePoint(code);
    return this.#atoms.some((atom) => atom.test(character));
  }
}

/** Returns a function that makes one set of the same atoms. */
export function characterSets(flags: string): (atoms: readonly string[]) => CharacterSet {
  const known = new Map<string, CharacterSet>();
  return (atoms) => {
    // No atom has a line break.
    const key = atoms.join('\n');
    const set = known.get(key) ?? new CharacterSet(atoms, flags);
    known.set(key, set);
    return set;
  };
}
