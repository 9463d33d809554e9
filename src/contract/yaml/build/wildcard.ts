import { contract as kinds, source } from '../../../diagnostics/index.ts';
import { propertyIdentifier, type Wildcard } from '../../model/index.ts';
import { Entries, readConstruct, type WordEntry } from '../entries.ts';
import { type Home, originOf } from '../scope.ts';
import { namespaceFault } from '../syntax.ts';
import { readChoice, readName } from '../values.ts';
import { isMissing } from '../yaml-node.ts';

/** The value of an `$any`. One of attributes has the name of its property after the word. */
export function readWildcard({ rest, entry }: WordEntry, home: Home): Wildcard {
  const { findings } = home;
  let entries = new Entries(findings);
  if (entry.value.kind === 'map') entries = readConstruct(entry.value, 'wildcard', findings);
  else if (!isMissing(entry.value) && !(entry.value.kind === 'text' && entry.value.text === 'true')) {
    findings.add(kinds.trueOrMap, { key: entry.key.text }, entry.value.at);
  }
  return {
    namespaces: readNamespaceList(entries, home),
    processContents: entries.choice('process', ['strict', 'lax', 'skip'], 'way of processing') ?? 'lax',
    ...entries.notes(),
    typeScriptName: rest === '' ? undefined : propertyIdentifier(rest),
    origin: originOf(entry.key, findings),
  };
}

/** `any`, `other`, or a list of URIs, prefixes, `##local` and `##targetNamespace`. */
function readNamespaceList(entries: Entries, { findings, prefixes }: Home): Wildcard['namespaces'] {
  const entry = entries.get('namespaces');
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
    const namespace = prefixes.get(text.text) ?? text.text;
    const reason = /^(?:##.*|any|other)$/s.test(namespace) ? 'it is not a word of a list' : namespaceFault(namespace);
    if (reason !== undefined && reason !== 'it belongs to a standard') {
      findings.add(kinds.badNamespace, { namespace, reason }, text.at);
    }
    return [namespace];
  });
}
