import type { Findings } from '../../../diagnostics/index.ts';
import { type GlobalElement, nameKey, type QName } from '../../model/index.ts';
import { readConstruct } from '../entries.ts';
import { resolveName } from '../resolve.ts';
import { type Home, originOf } from '../scope.ts';
import type { Located } from '../values.ts';
import type { MapEntry } from '../yaml-node.ts';
import { readDerivations } from './constraints.ts';
import {
  type Declaration,
  markLiterals,
  plainDeclaration,
  readDeclaration,
  readPlainType,
  typeOf,
  unknownType,
  unknownUse,
} from './declaration.ts';

/** A global element with a declaration. */
export function globalElement(
  name: QName,
  { use, ...declaration }: Declaration,
  key: Located,
  findings: Findings,
): GlobalElement {
  return { name, type: typeOf(use), ...declaration, abstract: false, origin: originOf(key, findings) };
}

/** An entry of `elements`. One that substitutes another and has no type gets its type in `inheritTypes`. */
export function buildElement(entry: MapEntry, name: QName, home: Home): GlobalElement | undefined {
  const { findings, marks } = home;
  if (entry.value.kind !== 'map') {
    const use = readPlainType(entry, 'A global element', home);
    return use && globalElement(name, plainDeclaration(use), entry.key, findings);
  }
  const entries = readConstruct(entry.value, 'element', findings, { at: entry.key.at });
  const substitutes = entries.name('substitutes');
  const substitutionGroup = substitutes && resolveName('element', substitutes, home);
  const inherits = entries.has('substitutes') && !entries.has('type') && !entries.has('record');
  const declaration = readDeclaration(entries, entry, home, 'top', inherits ? unknownUse : undefined);
  if (declaration === undefined) return undefined;
  const element: GlobalElement = {
    ...globalElement(name, declaration, entry.key, findings),
    abstract: entries.flag('abstract'),
    final: readDerivations(entries, 'final'),
    substitutionGroup,
  };
  if (substitutes !== undefined) marks.markKey(element, 'substitutes', findings, substitutes.at);
  markLiterals(element, entries, home);
  return element;
}

/** Gives each element without a type that of the element it substitutes. */
export function inheritTypes(elements: readonly GlobalElement[]): readonly GlobalElement[] {
  const byName = new Map(elements.map((element) => [nameKey(element.name), element]));
  return elements.map((element) => {
    const seen = new Set<GlobalElement>();
    let head: GlobalElement | undefined = element;
    while (head?.type === unknownType && head.substitutionGroup !== undefined && !seen.has(head)) {
      seen.add(head);
      head = byName.get(nameKey(head.substitutionGroup));
    }
    return head === undefined || head === element ? element : { ...element, type: head.type };
  });
}
