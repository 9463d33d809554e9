import { contract as kinds } from '../../diagnostics/index.ts';
import { otherBuiltIns, synonymOf } from '../language/built-in-types.ts';
import { habitOfType } from '../language/habits.ts';
import {
  isEncodingAttribute,
  isEncodingType,
  isSimpleType,
  type QName,
  simpleTypes,
  type TypeReference,
  xmlAttributes,
  xmlNamespace,
  xsd,
} from '../model/index.ts';
import { type Kind, kindNames, type Scope, sections } from './scope.ts';
import type { Located } from './values.ts';

/** The prefix and the local part of a name in a file. */
export function splitName(text: string): { readonly prefix: string | undefined; readonly local: string } {
  const colon = text.indexOf(':');
  return colon === -1
    ? { prefix: undefined, local: text }
    : { prefix: text.slice(0, colon), local: text.slice(colon + 1) };
}

/** The expanded name; undefined after reporting an unknown prefix. */
export function expandName(name: Located, scope: Scope): QName | undefined {
  const { prefix, local } = splitName(name.text);
  if (prefix === undefined) return { namespace: scope.namespace, local };
  const namespace = prefix === 'xml' ? xmlNamespace : scope.prefixes.get(prefix);
  if (namespace !== undefined) return { namespace, local };
  scope.findings.add(kinds.unknownPrefix, { prefix, name: name.text }, name.at, {
    didYouMean: { name: prefix, among: scope.prefixes.keys() },
  });
  return undefined;
}

/** The name of a component of a kind. An unknown one is reported, and returned all the same. */
export function resolveName(kind: Kind, name: Located, scope: Scope): QName | undefined {
  const expanded = expandName(name, scope);
  if (expanded === undefined || scope.names.find(kind, expanded) !== undefined) return expanded;
  if (kind === 'attribute' && isEncodingAttribute(expanded)) return expanded;
  if (kind === 'attribute' && expanded.namespace === xmlNamespace && xmlAttributes.has(expanded.local)) return expanded;
  const other = others(kind).find((candidate) => scope.names.find(candidate, expanded) !== undefined);
  if (other !== undefined) {
    const parameters = { kind: kindNames[kind], name: name.text, other: kindNames[other], section: sections[kind] };
    scope.findings.add(kinds.otherKind, parameters, name.at);
    return expanded;
  }
  if (!scope.names.complete) return expanded;
  const parameters = { kind: kindNames[kind], name: name.text, section: sections[kind] };
  scope.findings.add(kinds.unknownName, parameters, name.at, {
    suggestion: elsewhere(kind, name, scope),
    didYouMean: { name: name.text, among: spellings(kind, scope) },
  });
  return expanded;
}

function others(kind: Kind): readonly Kind[] {
  const all: readonly Kind[] = ['type', 'element', 'attribute', 'group', 'attributeGroup', 'header', 'fault'];
  return all.filter((other) => other !== kind);
}

/** The names of a kind as the file can write them. */
export function spellings(kind: Kind, scope: Scope): readonly string[] {
  return scope.names.all(kind).flatMap(({ name }) => spell(name, scope) ?? []);
}

function spell(name: QName, scope: Scope): string | undefined {
  if (name.namespace === scope.namespace) return name.local;
  for (const [prefix, namespace] of scope.prefixes) if (namespace === name.namespace) return `${prefix}:${name.local}`;
  return undefined;
}

/** The same local name in another namespace. */
export function elsewhere(kind: Kind, name: Located, scope: Scope): string | undefined {
  const { local } = splitName(name.text);
  const found = scope.names.all(kind).find((declared) => declared.name.local === local);
  return found && spell(found.name, scope);
}

/** A built-in or declared type by its name; undefined for an unknown one, which is reported. @param any whether anyType is allowed. */
export function resolveType(
  name: Located,
  scope: Scope,
  { any = false }: { readonly any?: boolean } = {},
): TypeReference | undefined {
  const { text, at } = name;
  const reference = (found: QName): TypeReference => {
    const type: TypeReference = { kind: 'named', name: found };
    scope.marks.mark(type, scope.findings, at);
    return type;
  };
  if (isSimpleType(text) || text === 'anySimpleType' || (text === 'anyType' && any)) {
    return reference({ namespace: xsd, local: text });
  }
  if (text === 'untyped' && any) return { kind: 'named', name: { namespace: xsd, local: 'anyType' }, untyped: true };
  const { prefix, local } = splitName(text);
  if (prefix !== undefined && !scope.prefixes.has(prefix)) {
    if (/^xsd?$|^s$/.test(prefix) || scope.names.find('type', { namespace: scope.namespace, local })) {
      scope.findings.add(kinds.prefixedType, { type: text, local }, at);
      return undefined;
    }
  }
  // The most common ones come first.
  const builtIn = simpleTypes.slice(0, 10).join(', ');
  if (otherBuiltIns.has(text)) {
    scope.findings.add(kinds.unsupportedType, { type: text, builtIn }, at);
    return undefined;
  }
  const expanded = expandName(name, scope);
  if (expanded === undefined) return undefined;
  if (scope.names.find('type', expanded) !== undefined || isEncodingType(expanded)) return reference(expanded);
  const other = others('type').find((candidate) => scope.names.find(candidate, expanded) !== undefined);
  if (other !== undefined && other !== 'header' && other !== 'fault') {
    const parameters = { kind: 'type', name: text, other: kindNames[other], section: sections.type };
    scope.findings.add(kinds.otherKind, parameters, at);
    return undefined;
  }
  const instead = habitOfType(text);
  if (instead !== undefined) {
    scope.findings.add(kinds.otherLanguageType, { type: text, instead }, at);
    return undefined;
  }
  if (!scope.names.complete) return undefined;
  const known = [...simpleTypes, ...spellings('type', scope)];
  const folded = text.toLowerCase();
  // First the same name in another namespace or case, then the word of another language, then similar names.
  const suggestion =
    elsewhere('type', name, scope) ??
    known.find((candidate) => candidate.toLowerCase() === folded) ??
    synonymOf(folded);
  scope.findings.add(kinds.unknownType, { type: text, builtIn }, at, {
    suggestion,
    didYouMean: { name: text, among: known },
    once: true,
  });
  return undefined;
}
