import type { QName } from '../contract/index.ts';
import { contract as kinds } from '../diagnostics/index.ts';
import type { ContractFile } from './files.ts';
import { type Declared, type Kind, kindNames } from './names.ts';
import type { MapEntry } from './node.ts';
import { expandName } from './resolve.ts';
import type { Scope } from './scope.ts';
import { readMap } from './shape.ts';
import { isBuiltInName } from './synonyms.ts';
import { isNCName } from './xml-name.ts';

/** A component as a file declares it, with its name in full. */
export interface DeclaredEntry {
  readonly entry: MapEntry;
  readonly name: QName;
  readonly scope: Scope;
}

export const declaringKeys = [
  'types',
  'records',
  'elements',
  'attributes',
  'groups',
  'attributeGroups',
  'headers',
  'faults',
] as const;

export type DeclaringKey = (typeof declaringKeys)[number];

const kindOfKey: Readonly<Record<DeclaringKey, Kind>> = {
  types: 'type',
  records: 'type',
  elements: 'element',
  attributes: 'attribute',
  groups: 'group',
  attributeGroups: 'attributeGroup',
  headers: 'header',
  faults: 'fault',
};

const whats: Readonly<Record<DeclaringKey, string>> = {
  types: 'a type',
  records: 'a record',
  elements: 'an element',
  attributes: 'an attribute',
  groups: 'a group',
  attributeGroups: 'an attribute group',
  headers: 'a header',
  faults: 'a fault',
};

/** Takes in the names of one key of a file. Those of components that are wrong in themselves too: to name one is no second mistake. */
export function declareNames(key: DeclaringKey, file: ContractFile, scope: Scope): readonly DeclaredEntry[] {
  const { findings, keys } = file;
  const entry = keys.get(key);
  const map = entry && readMap(entry.value, `"${key}"`, findings);
  return (map?.entries ?? []).flatMap((one): readonly DeclaredEntry[] => {
    const name = nameOf(one, key, scope);
    if (name === undefined) return [];
    const declared: Declared = { name, section: key, findings, at: one.key.at };
    const first = scope.names.declare(kindOfKey[key], declared);
    if (first !== undefined) reportSecond(declared, first, key);
    if (kindOfKey[key] === 'type' && name.namespace === scope.namespace && isBuiltInName(name.local)) {
      const kind = key === 'types' ? kinds.typeNamedLikeBuiltIn : kinds.recordNamedLikeBuiltIn;
      findings.add(kind, { name: name.local }, one.key.at);
    }
    // Headers and faults are elements too, where they are not said to be one that is there.
    if (first === undefined && (key === 'headers' || key === 'faults') && !namesElement(one)) {
      const other = scope.names.declare('element', declared);
      if (other !== undefined) reportSecond(declared, other, key);
    }
    return [{ entry: one, name, scope }];
  });
}

function nameOf({ key: { text, at } }: MapEntry, key: DeclaringKey, scope: Scope): QName | undefined {
  const parts = text.split(':');
  if (parts.length === 2 && parts[0] === 'xml') {
    scope.findings.add(kinds.reservedPrefix, { prefix: 'xml' }, at);
    return undefined;
  }
  if (parts.length <= 2 && parts.every(isNCName)) return expandName({ text, at }, scope);
  scope.findings.add(kinds.notAName, { name: text, what: whats[key] }, at);
  // It goes on under the name that it has, so that to name it is no second mistake.
  return { namespace: scope.namespace, local: text };
}

function namesElement({ value }: MapEntry): boolean {
  return value.kind === 'map' && value.entries.some(({ key }) => key.text === 'element');
}

function reportSecond(second: Declared, first: Declared, key: DeclaringKey): void {
  const { findings, at, name } = second;
  if (kindOfKey[key] === 'type' && first.section !== second.section) {
    const type = second.section === 'types' ? second : first;
    type.findings.add(kinds.typeNamedLikeRecord, { name: name.local }, type.at);
    return;
  }
  const same = first.findings === findings;
  const kind = kindNames[first.section === second.section ? kindOfKey[key] : 'element'];
  const where = same ? '' : ` in ${first.findings.source.file}`;
  findings.add(kinds.declaredTwice, { kind, name: name.local, where }, at, {
    related: same ? [{ at: first.at, message: 'The first one is here.' }] : [],
  });
}
