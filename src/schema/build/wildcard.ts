import { propertyIdentifier, type Wildcard } from '../../contract/index.ts';
import { contract as kinds, source } from '../../diagnostics/index.ts';
import { wildcardKeys } from '../keys.ts';
import { isMissing, type MapEntry } from '../node.ts';
import { type Home, originOf, type Scope } from '../scope.ts';
import { readChoice, readKeys, readName } from '../shape.ts';
import { whyNoNamespace } from '../url.ts';
import { type Keys, readNotes } from './notes.ts';
import type { WordEntry } from './own-keys.ts';

/** The value of an `$any`: what it lets in, and how that is checked. Of attributes, with the property that holds them. */
export function readWildcard({ rest, entry }: WordEntry<string>, home: Home): Wildcard {
  const { findings } = home;
  let keys: Keys = new Map();
  if (entry.value.kind === 'map') keys = readKeys(entry.value, wildcardKeys, 'a wildcard', findings);
  else if (!isMissing(entry.value) && !(entry.value.kind === 'text' && entry.value.text === 'true')) {
    findings.add(kinds.trueOrMap, { key: entry.key.text }, entry.value.at);
  }
  const process = keys.get('process');
  const word = process && readName(process, findings);
  return {
    namespaces: readNamespaces(keys.get('namespaces'), home),
    processContents: (word && readChoice(word, ['strict', 'lax', 'skip'], 'way of processing', findings)) ?? 'lax',
    ...readNotes(keys, findings),
    typeScriptName: rest === '' ? undefined : propertyIdentifier(rest),
    origin: originOf(entry.key, findings),
  };
}

/** `any`, `other`, or a list of URIs, prefixes, `##local` and `##targetNamespace`. */
function readNamespaces(entry: MapEntry | undefined, scope: Scope): Wildcard['namespaces'] {
  const { findings } = scope;
  if (entry === undefined) return '##any';
  if (entry.value.kind === 'text') {
    const text = readName(entry, findings);
    const word = text && readChoice(text, ['any', 'other'], 'choice of namespaces', findings);
    return word === 'other' ? '##other' : '##any';
  }
  if (entry.value.kind === 'map') {
    findings.add(source.notAList, { what: '"namespaces"' }, entry.value.at);
    return '##any';
  }
  if (entry.value.items.length === 0) findings.add(source.emptyList, { what: '"namespaces"' }, entry.value.at);
  return entry.value.items.flatMap((item) => {
    const text = readName({ key: entry.key, value: item }, findings);
    if (text === undefined) return [];
    if (text.text === '##local' || text.text === '##targetNamespace') return [text.text];
    const namespace = scope.prefixes.get(text.text) ?? text.text;
    const reason = /^(?:##.*|any|other)$/s.test(namespace) ? 'it is no word of a list' : whyNoNamespace(namespace);
    if (reason !== undefined && reason !== 'it belongs to a standard') {
      findings.add(kinds.badNamespace, { namespace, reason }, text.at);
    }
    return [namespace];
  });
}
