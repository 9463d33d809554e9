import { contract as kinds } from '../../diagnostics/index.ts';
import { reservedTypeNames } from '../language/built-in-types.ts';
import { type DeclaringKey, declaringKeys } from '../language/index.ts';
import { isNCName, type QName } from '../model/index.ts';
import type { ContractFile } from './files.ts';
import { expandName } from './resolve.ts';
import { type Declared, kindNames, type Scope } from './scope.ts';
import { indentedEntries } from './section-indent.ts';
import { readMap } from './values.ts';
import type { MapEntry } from './yaml-node.ts';

/** A declaration in a file, with the expanded name. */
export interface DeclaredEntry {
  readonly entry: MapEntry;
  readonly name: QName;
  readonly scope: Scope;
}

/** How messages name a component that each key declares. */
const articles: Readonly<Record<DeclaringKey, string>> = {
  types: 'a type',
  records: 'a record',
  elements: 'an element',
  attributes: 'an attribute',
  groups: 'a group',
  attributeGroups: 'an attribute group',
  notations: 'a notation',
  headers: 'a header',
  faults: 'a fault',
};

/** Declares the names under these keys of a file, also of components with errors, so that references stay valid. */
export function declareNames(file: ContractFile, scope: Scope): ReadonlyMap<DeclaringKey, readonly DeclaredEntry[]> {
  const keys = Object.keys(declaringKeys) as DeclaringKey[];
  return new Map(keys.map((key) => [key, declareSection(key, file, scope)]));
}

function declareSection(key: DeclaringKey, file: ContractFile, scope: Scope): readonly DeclaredEntry[] {
  const { findings, entries } = file;
  const kind = declaringKeys[key];
  const entry = entries.get(key);
  const map = entry && readMap(entry.value, `"${key}"`, findings);
  const named = map === undefined ? [] : key === 'records' ? indentedEntries(map, key, findings) : map.entries;
  return named.flatMap((one): readonly DeclaredEntry[] => {
    const name = declaredName(one, key, scope);
    if (name === undefined) return [];
    const declared: Declared = { name, section: key, findings, at: one.key.at };
    const first = scope.names.declare(kind, declared);
    if (first !== undefined) reportSecond(declared, first, key);
    // A prefix distinguishes a type from a built-in one.
    if (kind === 'type' && reservedTypeNames.has(one.key.text)) {
      const message = key === 'types' ? kinds.typeNamedLikeBuiltIn : kinds.recordNamedLikeBuiltIn;
      findings.add(message, { name: name.local }, one.key.at);
    }
    // A header or fault that does not refer to a global element declares one.
    if (first === undefined && (key === 'headers' || key === 'faults') && !namesElement(one)) {
      const other = scope.names.declare('element', declared);
      if (other !== undefined) reportSecond(declared, other, key);
    }
    return [{ entry: one, name, scope }];
  });
}

function declaredName({ key: { text, at } }: MapEntry, key: DeclaringKey, scope: Scope): QName | undefined {
  const parts = text.split(':');
  if (parts.length === 2 && parts[0] === 'xml') {
    scope.findings.add(kinds.reservedPrefix, { prefix: 'xml' }, at);
    return undefined;
  }
  if (parts.length <= 2 && parts.every(isNCName)) return expandName({ text, at }, scope);
  scope.findings.add(kinds.notAName, { name: text, what: articles[key] }, at);
  // It is declared all the same: a reference to it would be a second error.
  return { namespace: scope.namespace, local: text };
}

function namesElement({ value }: MapEntry): boolean {
  return value.kind === 'map' && value.entries.some(({ key }) => key.text === 'element');
}

function reportSecond(second: Declared, first: Declared, key: DeclaringKey): void {
  const { findings, at, name } = second;
  const kind = declaringKeys[key];
  if (kind === 'type' && first.section !== second.section) {
    const type = second.section === 'types' ? second : first;
    type.findings.add(kinds.typeNamedLikeRecord, { name: name.local }, type.at);
    return;
  }
  const same = first.findings === findings;
  const kindName = kindNames[first.section === second.section ? kind : 'element'];
  const where = same ? '' : ` in ${first.findings.source.file}`;
  findings.add(kinds.declaredTwice, { kind: kindName, name: name.local, where }, at, {
    related: same ? [{ at: first.at, message: 'The first one is here.' }] : [],
  });
}
