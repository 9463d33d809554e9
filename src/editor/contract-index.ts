import type { MapEntry, TextNode, YamlNode } from '../contract/index.ts';
import {
  buildInnerRecord,
  type ComponentKind,
  type ContractFile,
  declareNames,
  declaringKeys,
  expandName,
  Names,
  nameKey,
  type QName,
  type ReadIncluded,
  readFiles,
  readNamespaces,
  readTargetNamespace,
  reservedTypeNames,
  type Scope,
  spellings,
  splitName,
  type Value,
} from '../contract/index.ts';
import { Findings, Marks, type Range, type Source } from '../diagnostics/index.ts';
import { type OutlineEntry, outlineOf } from './outline.ts';
import { enter, type Place, topOf } from './place.ts';

/** The kind of a named thing: a component of a contract or of a WSDL, or an operation. */
export type SymbolKind = ComponentKind | 'operation' | 'message' | 'portType' | 'binding' | 'service' | 'port';

/** What declares a name. */
export interface Declared {
  /** From its name or start tag to its end. */
  readonly whole: Range;
  readonly doc: string | undefined;
  /** Whether it is a header or fault that declares its element. */
  readonly declaresElement?: boolean | undefined;
}

/** A place that declares or uses a name. */
export interface Occurrence {
  readonly kind: SymbolKind;
  readonly name: QName;
  readonly file: string;
  /** The local name, without prefix and suffix. */
  readonly at: Range;
  /** Undefined for a use. */
  readonly declared: Declared | undefined;
}

/** The names of a contract and of all that it includes. */
export interface ContractIndex {
  readonly occurrences: readonly Occurrence[];
  /** Texts by paths, also of files with errors. */
  readonly sources: ReadonlyMap<string, string>;
  /** The outline of a file; undefined if it could not be read. */
  readonly outline: (file: string) => readonly OutlineEntry[] | undefined;
  /** Whether every file could be read. */
  readonly complete: boolean;
  /** Names of a kind as a file can write them. */
  readonly spellings: (kind: ComponentKind, file: string) => readonly string[];
}

/** Reads a contract as far as it can be read; errors are reported elsewhere. */
export function indexContract(source: Source, read: ReadIncluded): ContractIndex {
  const { files, sources, complete } = readFiles(source, new Findings(source), read);
  const [main] = files;
  const names = new Names(complete);
  const target = main === undefined ? '' : (readTargetNamespace(main, {}, {})?.value ?? '');
  const { scopes } = readNamespaces(files, target, {}, { names, marks: new Marks(), buildInnerRecord });
  for (const [file, scope] of scopes) declareNames(file, scope);
  const occurrences: Occurrence[] = [];
  for (const [file, scope] of scopes) new Walker(file, scope, occurrences).walk();
  const byPath = new Map(files.map((file) => [file.findings.source.file, file]));
  const scopeOf = (path: string): Scope | undefined => {
    const file = byPath.get(path);
    return file && scopes.get(file);
  };
  return {
    occurrences,
    sources,
    outline: (path) => {
      const file = byPath.get(path);
      return file && outlineOf(file.root);
    },
    complete,
    spellings: (kind, path) => {
      const scope = scopeOf(path);
      return scope === undefined ? names.all(kind).map(({ name }) => name.local) : spellings(kind, scope);
    },
  };
}

/** Names as sets: of a header or fault that declares its element, both are meant. */
export function sameSymbol(one: Occurrence, other: Pick<Occurrence, 'kind' | 'name'>, index: ContractIndex): boolean {
  if (nameKey(one.name) !== nameKey(other.name)) return false;
  return one.kind === other.kind || symbolKinds(other, index).has(one.kind);
}

/** The kinds of components that one declaration declares. */
function symbolKinds(
  { kind, name }: Pick<Occurrence, 'kind' | 'name'>,
  { occurrences }: ContractIndex,
): ReadonlySet<SymbolKind> {
  const kinds = new Set<SymbolKind>([kind]);
  if (kind !== 'element' && kind !== 'header' && kind !== 'fault') return kinds;
  for (const one of occurrences) {
    if (one.declared === undefined || nameKey(one.name) !== nameKey(name)) continue;
    if ((one.kind === 'header' || one.kind === 'fault') && one.declared.declaresElement === true) {
      if (one.kind === kind || kind === 'element') kinds.add('element').add(one.kind);
    }
  }
  return kinds;
}

/** Whether a header or fault does not refer to a global element. */
function declaresElement({ value }: MapEntry): boolean {
  return value.kind !== 'map' || value.entries.every(({ key }) => key.text !== 'element');
}

/** Finds the names in one file. */
class Walker {
  readonly #file: ContractFile;
  readonly #scope: Scope;
  readonly #found: Occurrence[];

  constructor(file: ContractFile, scope: Scope, found: Occurrence[]) {
    this.#file = file;
    this.#scope = scope;
    this.#found = found;
  }

  walk(): void {
    const { root } = this.#file;
    const style = scalarText(root.entries, 'style') ?? 'wrapped';
    for (const entry of root.entries) {
      const { text } = entry.key;
      const place = enter(topOf('contract'), { key: text }, style);
      const kind = Object.hasOwn(declaringKeys, text) ? declaringKeys[text as keyof typeof declaringKeys] : undefined;
      if (kind !== undefined) this.#declarations(entry.value, kind);
      else if (text === 'operations') this.#declarations(entry.value, 'operation');
      this.#node(entry.value, place, style);
    }
  }

  #declarations(section: YamlNode, kind: SymbolKind): void {
    for (const entry of section.kind === 'map' ? section.entries : []) {
      if (!entry.key.text.startsWith('$')) this.#add(entry.key, entry.key.text, kind, entry);
    }
  }

  #node(node: YamlNode, place: Place, style: string): void {
    if (node.kind === 'text') this.#text(node, place);
    else if (node.kind === 'list') {
      const inner = enter(place, 'item', style);
      for (const item of node.items) this.#node(item, inner, style);
    } else {
      const isOperation = place.values.some((value) => value.kind === 'construct' && value.of === 'operation');
      const own = isOperation ? (scalarText(node.entries, 'style') ?? style) : style;
      for (const entry of node.entries) {
        const { text } = entry.key;
        if (text.startsWith('$ref ')) this.#add(entry.key, text.slice('$ref '.length).trim(), 'attribute');
        this.#node(entry.value, enter(place, { key: text }, own), own);
      }
    }
  }

  #text(node: TextNode, { values }: Place): void {
    for (const value of values) {
      const kinds = kindsOf(value);
      if (kinds.length === 0) continue;
      const name = /^[^\s?[\]]+/.exec(node.text)?.[0];
      if (name === undefined || (kinds[0] === 'type' && reservedTypeNames.has(name))) return;
      const expanded = this.#expand(name);
      const kind = kinds.find((one) => expanded && this.#scope.names.find(one, expanded)) ?? kinds[0];
      if (kind !== undefined) this.#add(node, name, kind);
      return;
    }
  }

  #expand(name: string): QName | undefined {
    const { prefix } = splitName(name);
    if (prefix !== undefined && !this.#scope.prefixes.has(prefix)) return undefined;
    return expandName({ text: name, at: { start: 0, end: 0 } }, this.#scope);
  }

  #add({ at: within }: TextNode, name: string, kind: SymbolKind, entry?: MapEntry): void {
    const expanded = kind === 'operation' ? { namespace: '', local: name } : this.#expand(name);
    if (expanded === undefined) return;
    const { findings } = this.#file;
    const whole = findings.within(within, name, 0);
    const { local } = splitName(name);
    const start = kind === 'operation' ? whole.start : whole.end - local.length;
    if (whole.end - whole.start !== name.length) return;
    const at = { start, end: whole.end };
    this.#found.push({ kind, name: expanded, file: findings.source.file, at, declared: entry && declaredBy(entry) });
  }
}

function declaredBy(entry: MapEntry): Declared {
  const { key, value } = entry;
  const whole = { start: key.at.start, end: Math.max(key.at.end, value.at.end) };
  return { whole, doc: docOf(entry), declaresElement: declaresElement(entry) };
}

/** The documentation of a declaration: its `doc`, or the `$doc` of a record. */
function docOf({ value }: MapEntry): string | undefined {
  if (value.kind !== 'map') return undefined;
  const doc = value.entries.find(({ key }) => key.text === 'doc' || key.text === '$doc')?.value;
  return doc?.kind === 'text' ? doc.text.trim() : undefined;
}

/** The kinds that a value's text can name: the first one that has the name counts. */
function kindsOf(value: Value): readonly ComponentKind[] {
  switch (value.kind) {
    case 'type':
    case 'typeName':
    case 'typeExpression':
    case 'optionalType':
    case 'simpleType':
    case 'arrayType':
      return ['type'];
    case 'resultType':
      return ['type', 'element'];
    case 'reference':
      return value.to === undefined ? [] : [value.to];
    default:
      return [];
  }
}

function scalarText(entries: readonly MapEntry[], key: string): string | undefined {
  const value = entries.find((entry) => entry.key.text === key)?.value;
  return value?.kind === 'text' ? value.text : undefined;
}
