import type { ElementDeclaration, TypeReference } from '../../contract/index.ts';
import { contract as kinds } from '../../diagnostics/index.ts';
import type { Findings } from '../findings.ts';
import type { MapEntry } from '../node.ts';
import type { Home, Scope } from '../scope.ts';
import { readFlag, readText } from '../shape.ts';
import { checkCharacters, readTypeScriptName } from '../texts.ts';
import { type Keys, readNotes } from './notes.ts';
import { readMapping, readStream, readTypeUse, type TypeUse } from './type-use.ts';

/** All of an element but its name and its place. */
export type Declaration = Omit<ElementDeclaration, 'name' | 'origin' | 'type'> & { readonly use: TypeUse };

/** An element that is of a type, and nothing else is said of it. */
export function plainDeclaration(use: TypeUse): Declaration {
  return { use, nillable: false, sensitive: false, stream: false };
}

export interface DeclarationPlace {
  /** Ends a sentence: 'a field'. */
  readonly where: string;
  /** What the name in TypeScript is of. */
  readonly names: 'top' | 'property';
}

/** The long form of an element. Undefined where it has no type, which was reported. */
export function readDeclaration(
  keys: Keys,
  entry: MapEntry,
  home: Home,
  { where, names }: DeclarationPlace,
): Declaration | undefined {
  const { findings } = home;
  const use = readTypeUse(keys, entry, home, where);
  const known = use ?? { reference: undefined, name: undefined };
  const declaration = {
    use: known,
    nillable: readFlag(keys.get('nillable'), findings),
    sensitive: readFlag(keys.get('sensitive'), findings),
    stream: use === undefined ? false : readStream(keys, entry.key.text, use, findings),
    mapping: use && readMapping(keys, use, findings),
    ...readNotes(keys, findings),
    typeScriptName: readTypeScriptName(keys.get('name'), names, findings)?.text,
    ...readFallback(keys, findings),
  };
  const fallback = keys.get('default') ?? keys.get('fixed');
  if (declaration.stream && fallback !== undefined) {
    // What is streamed is not looked at.
    findings.add(kinds.oneOfKeys, { one: 'stream', other: fallback.key.text }, fallback.key.at);
  }
  return use && declaration;
}

/** What an empty element or an absent attribute stands for. */
export interface FallbackTexts {
  readonly default: string | undefined;
  readonly fixed: string | undefined;
}

export function readFallback(keys: Keys, findings: Findings): FallbackTexts {
  const text = (key: string): string | undefined => {
    const entry = keys.get(key);
    const found = entry && readText(entry, findings);
    return found && checkCharacters(found, key, findings) ? found.text : undefined;
  };
  const fixed = keys.get('fixed');
  if (keys.has('default') && fixed !== undefined) {
    findings.add(kinds.oneOfKeys, { one: 'default', other: 'fixed' }, fixed.key.at);
  }
  return { default: text('default'), fixed: text('fixed') };
}

/** Remembers where the default or the fixed value of a component stands. */
export function markFallback(part: object, keys: Keys, { marks, findings }: Scope): void {
  for (const key of ['default', 'fixed']) {
    const entry = keys.get(key);
    if (entry !== undefined) marks.markKey(part, key, findings, entry.value.at);
  }
}

/** Of what has a type that was reported: anything fits it. */
export function typeOf({ reference }: TypeUse): TypeReference {
  return reference ?? unknownType;
}

export const unknownType: TypeReference = { kind: 'named', name: { namespace: '', local: '' } };
