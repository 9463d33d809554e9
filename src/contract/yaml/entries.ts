import { type Findings, contract as kinds, type Range, source } from '../../diagnostics/index.ts';
import { type Construct, type ConstructName, constructs } from '../language/index.ts';
import { type Annotated, type ResolvedLifeCycle, readLifeCycle } from '../model/index.ts';
import { readForeign, readXmlTexts } from './kept-xml.ts';
import { splitWord, UnknownKeys } from './unknown-keys.ts';
import { checkCharacters, type Located, readChoice, readDoc, readFlag, readIdentifier, readName } from './values.ts';
import type { MapEntry, MapNode } from './yaml-node.ts';

/** A key such as `$choice method?`: a word, and after it a name with how often it occurs. */
export interface WordEntry {
  readonly word: string;
  /** After the word: a name, a number or a suffix such as `[]`; may be empty. */
  readonly rest: string;
  readonly entry: MapEntry;
}

/** Documentation and life cycle of a component. */
export interface Notes extends ResolvedLifeCycle {
  readonly doc: string | undefined;
  readonly foreign?: Annotated['foreign'];
  readonly appinfo?: Annotated['appinfo'];
}

/** The entries of one construct by key, with readers of their values. */
export class Entries {
  readonly findings: Findings;
  /** Those that begin with a word. They keep their order among names. */
  readonly words: ReadonlyMap<MapEntry, WordEntry>;
  readonly #byKey: ReadonlyMap<string, MapEntry>;

  constructor(
    findings: Findings,
    byKey: ReadonlyMap<string, MapEntry> = new Map(),
    words: ReadonlyMap<MapEntry, WordEntry> = new Map(),
  ) {
    this.findings = findings;
    this.words = words;
    this.#byKey = byKey;
  }

  get(key: string): MapEntry | undefined {
    return this.#byKey.get(key);
  }

  has(key: string): boolean {
    return this.#byKey.has(key);
  }

  flag(key: string): boolean {
    return readFlag(this.get(key), this.findings);
  }

  name(key: string): Located | undefined {
    const entry = this.get(key);
    return entry && readName(entry, this.findings);
  }

  doc(key = 'doc'): string | undefined {
    return readDoc(this.get(key), this.findings);
  }

  /** `what` ends a sentence: 'style'. */
  choice<Word extends string>(key: string, words: readonly Word[], what: string): Word | undefined {
    const text = this.name(key);
    return text && readChoice(text, words, what, this.findings);
  }

  identifier(use: 'top' | 'property', key = 'name'): string | undefined {
    return readIdentifier(this.get(key), use, this.findings);
  }

  /** @param marker that the keys begin with. */
  notes(marker: '' | '$' = ''): Notes {
    const doc = this.doc(`${marker}doc`);
    const foreign = readForeign(this.get(`${marker}foreign`), this.findings);
    const appinfo = readXmlTexts(this.get(`${marker}appinfo`), this.findings);
    return {
      doc,
      ...readLifeCycle((key) => this.note(`${marker}${key}`)),
      ...(foreign && { foreign }),
      ...(appinfo && { appinfo }),
    };
  }

  /** A text that is not blank, without white space around it. */
  note(key: string): string | undefined {
    const text = this.name(key);
    if (text === undefined || !checkCharacters(text, key, this.findings)) return undefined;
    if (!/^(?:true|false)$/.test(text.text)) return text.text.trim();
    this.findings.add(kinds.saysNothing, { key, value: text.text }, text.at);
    return undefined;
  }

  /** Reports a missing key at the key or the file that lacks it. */
  require(key: string, where: string, at: Range | undefined): MapEntry | undefined {
    const entry = this.get(key);
    if (entry === undefined) this.findings.add(source.missingKey, { key, where }, at);
    return entry;
  }
}

/** How messages name the construct, and where they report a missing key. */
export interface ConstructPlace {
  /** Overrides the title: 'a response'. */
  readonly where?: string;
  /** What lacks a missing key: 'the port "Main"'. */
  readonly owner?: string;
  /** Without it missing keys are not reported. */
  readonly at?: Range | undefined;
}

/** The entries of a map that is a construct of the language; unknown keys and keys that exclude each other are reported. */
export function readConstruct(
  map: MapNode,
  name: ConstructName,
  findings: Findings,
  { where, owner, at }: ConstructPlace = {},
): Entries {
  const construct = constructs[name];
  const title = where ?? construct.title;
  const byKey = new Map<string, MapEntry>();
  const words = new Map<MapEntry, WordEntry>();
  const unknown = new UnknownKeys(map, name, title, findings);
  for (const entry of map.entries) {
    const { text } = entry.key;
    if (construct.members !== undefined && !text.startsWith('$')) continue;
    const [word, rest] = splitWord(text);
    const isKnown = Object.hasOwn(construct.keys, text) || isWord(word, construct);
    // A misspelt key is read as the intended one, so that its content is neither missing nor unchecked.
    const key = isKnown ? text : unknown.intendedKey(entry);
    if (key === undefined) continue;
    if (Object.hasOwn(construct.keys, key)) {
      if (isKnown || !byKey.has(key)) byKey.set(key, entry);
    } else words.set(entry, { word: isKnown ? word : key, rest, entry });
  }
  const entries = new Entries(findings, byKey, words);
  const isReported = unknown.report(at === undefined ? undefined : missingKeys(entries, construct));
  checkRules(entries, construct, owner ?? title, isReported ? undefined : at);
  return entries;
}

function isWord(word: string, { members }: Construct): boolean {
  return Object.hasOwn(members?.words ?? {}, word);
}

/** The keys of the first rule that requires one of several, and finds none. */
function missingKeys(entries: Entries, { rules = [] }: Construct): readonly string[] | undefined {
  for (const rule of rules) {
    if (rule.rule === 'required' && !rule.keys.some((key) => entries.has(key))) return rule.keys;
  }
  return undefined;
}

/** The rules between keys; those that depend on more than keys are checked where the values are read. */
function checkRules(entries: Entries, { rules = [] }: Construct, owner: string, at: Range | undefined): void {
  const { findings } = entries;
  const present = (keys: readonly string[]): MapEntry[] => {
    const found: MapEntry[] = [];
    for (const key of keys) {
      const entry = entries.get(key);
      if (entry !== undefined) found.push(entry);
    }
    return found;
  };
  for (const rule of rules) {
    if (rule.rule === 'exclusive') {
      const [first, second] = present(rule.keys);
      if (first === undefined || second === undefined) continue;
      findings.add(kinds.oneOfKeys, { one: first.key.text, other: second.key.text }, second.key.at);
    } else if (rule.rule === 'required') {
      if (at !== undefined && present(rule.keys).length === 0) entries.require(rule.keys[0] ?? '', owner, at);
    } else if (rule.rule === 'needs') {
      if (at !== undefined && rule.hasOwnCode !== true && entries.has(rule.key))
        entries.require(rule.other, owner, entries.get(rule.key)?.key.at);
    } else if (rule.rule === 'excludes') {
      const isPresent = rule.flag ? isTrue(entries.get(rule.key)) : entries.has(rule.key);
      for (const { key } of isPresent ? present(rule.others) : []) {
        findings.add(kinds.keyDoesNotFit, { key: key.text, what: rule.what }, key.at);
      }
    }
  }
}

function isTrue(entry: MapEntry | undefined): boolean {
  return entry?.value.kind === 'text' && entry.value.plain && entry.value.text === 'true';
}
