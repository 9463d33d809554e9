import { closest, type Findings, source } from '../../diagnostics/index.ts';
import { habitOfKey } from '../language/habits.ts';
import { type ConstructName, constructs } from '../language/index.ts';
import { editOfRequired } from './entry-edits.ts';
import { isMissing, type MapEntry, type MapNode } from './yaml-node.ts';

/** Reports the keys of a map that its construct does not have. */
export class UnknownKeys {
  readonly #map: MapNode;
  readonly #name: ConstructName;
  /** How messages name the construct: 'a response'. */
  readonly #where: string;
  readonly #findings: Findings;
  readonly #known: readonly string[];
  /** Keys that resemble no known one. */
  readonly #strange: MapEntry[] = [];

  constructor(map: MapNode, name: ConstructName, where: string, findings: Findings) {
    this.#map = map;
    this.#name = name;
    this.#where = where;
    this.#findings = findings;
    const { keys, members } = constructs[name];
    this.#known = [...Object.keys(keys), ...Object.keys(members?.words ?? {})];
  }

  /** The known key that an unknown one stands for, to be read in its place; undefined if it stands for none. */
  intendedKey(entry: MapEntry): string | undefined {
    const { key, value } = entry;
    if (isMissing(value) && key.plain && /\s/.test(key.text) && !key.text.startsWith('$')) {
      this.#findings.add(source.commaInBraces, { key: key.text }, key.at);
      return undefined;
    }
    const habit = habitOfKey(this.#name, key.text);
    if (habit !== undefined) {
      const { instead, key: suggestion } = habit;
      const edit = editOfRequired(entry, this.#findings.source.text);
      const edits = edit === undefined ? [] : [edit];
      const parameters = { key: key.text, where: this.#where, instead };
      this.#findings.add(source.otherLanguageKey, parameters, key.at, { suggestion, edits });
      return suggestion;
    }
    return this.#misspelt(entry);
  }

  #misspelt(entry: MapEntry): string | undefined {
    const { key } = entry;
    const [word] = splitWord(key.text);
    const suggestion = this.#findings.canSuggest ? closest(word, this.#known) : undefined;
    if (suggestion === undefined) {
      this.#strange.push(entry);
      return undefined;
    }
    const parameters = { key: key.text, where: this.#where, known: this.#known };
    this.#findings.add(source.unknownKey, parameters, key.at, { didYouMean: { name: word, among: [suggestion] } });
    return this.#map.entries.some((one) => one.key.text === suggestion) ? undefined : suggestion;
  }

  /**
   * Reports the other ones. @param missing keys that the construct needs one of and lacks: an unknown key then probably
   * stands for it, and both are one mistake. Returns whether it was reported.
   */
  report(missing: readonly string[] | undefined): boolean {
    const [first] = this.#strange;
    const [wanted] = missing ?? [];
    if (first === undefined) return false;
    if (missing === undefined || wanted === undefined) {
      for (const { key } of this.#strange) {
        const parameters = { key: key.text, where: this.#where, known: this.#known };
        this.#findings.add(source.unknownKey, parameters, key.at);
      }
      return false;
    }
    const keys = this.#strange.map(({ key }) => `"${key.text}"`);
    const instead = missing.includes('record')
      ? `Write "${wanted}: …" in its place, or put fields below "record": "record: { ${first.key.text}: … }".`
      : missing.includes('enum')
        ? `Write values as a list, "[${this.#strange.map(({ key }) => key.text).join(', ')}]", or name the type that they restrict: "base: string".`
        : `Write "${wanted}: …" in its place.`;
    const parameters = { keys, where: this.#where, missing: wanted, instead };
    this.#findings.add(source.unknownKeyForMissing, parameters, first.key.at);
    return true;
  }
}

/** `$choice method?` as a word and what follows it. */
export function splitWord(key: string): readonly [word: string, rest: string] {
  const [, word = key, rest = ''] = /^(\$\w+)(.*)$/s.exec(key) ?? [];
  return [word, rest.trim()];
}
