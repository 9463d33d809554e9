import type { GlobalElement, QName } from '../../contract/index.ts';
import type { Findings } from '../findings.ts';
import { elementKeys } from '../keys.ts';
import type { MapEntry } from '../node.ts';
import { resolveName } from '../resolve.ts';
import { type Home, originOf } from '../scope.ts';
import { type Located, readFlag, readKeys, readName } from '../shape.ts';
import {
  type Declaration,
  markFallback,
  plainDeclaration,
  readDeclaration,
  typeOf,
  unknownType,
} from './declaration.ts';
import type { Keys } from './notes.ts';
import { readPlainType } from './type-use.ts';

/** A global element of which all is known. */
export function globalElement(
  name: QName,
  { use, ...declaration }: Declaration,
  key: Located,
  findings: Findings,
): GlobalElement {
  return { name, type: typeOf(use), ...declaration, abstract: false, origin: originOf(key, findings) };
}

/** An entry of `elements`. One that substitutes another and has no type has that one's, as `typed` then says. */
export function buildElement(entry: MapEntry, name: QName, home: Home): GlobalElement | undefined {
  const { findings, marks } = home;
  if (entry.value.kind !== 'map') {
    const use = readPlainType(entry, 'A global element', home);
    return use && globalElement(name, plainDeclaration(use), entry.key, findings);
  }
  const keys = readKeys(entry.value, elementKeys, 'an element', findings);
  const inherits = keys.has('substitutes') && !keys.has('type') && !keys.has('record');
  const declaration = readDeclaration(withType(keys, inherits), entry, home, { where: 'an element', names: 'top' });
  const abstract = readFlag(keys.get('abstract'), findings);
  const substitutes = keys.get('substitutes');
  const text = substitutes && readName(substitutes, findings);
  const substitutionGroup = text && resolveName('element', text, home);
  if (declaration === undefined) return undefined;
  const element = globalElement(name, declaration, entry.key, findings);
  const made = { ...element, type: inherits ? unknownType : element.type, abstract, substitutionGroup };
  if (text !== undefined) marks.markKey(made, 'substitutes', findings, text.at);
  markFallback(made, keys, home);
  return made;
}

/** As if it said `type: anyType` where it may say nothing. */
function withType(keys: Keys, inherits: boolean): Keys {
  const entry = keys.get('substitutes');
  if (!inherits || entry === undefined) return keys;
  const type = { kind: 'text', text: 'anyType', plain: true, at: entry.key.at } as const;
  return new Map([...keys, ['type', { key: { ...entry.key, text: 'type' }, value: type }]]);
}

/** Each element that has the type of the one that it substitutes gets it. */
export function typed(elements: readonly GlobalElement[], keyOf: (name: QName) => string): readonly GlobalElement[] {
  const byName = new Map(elements.map((element) => [keyOf(element.name), element]));
  const typeOfHead = (element: GlobalElement, seen: ReadonlySet<string>): GlobalElement['type'] => {
    if (element.type !== unknownType || element.substitutionGroup === undefined) return element.type;
    const key = keyOf(element.substitutionGroup);
    const head = byName.get(key);
    return head === undefined || seen.has(key) ? element.type : typeOfHead(head, new Set([...seen, key]));
  };
  return elements.map((element) => {
    const type = typeOfHead(element, new Set());
    return type === element.type ? element : { ...element, type };
  });
}
