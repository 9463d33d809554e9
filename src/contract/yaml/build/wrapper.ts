import { source } from '../../../diagnostics/index.ts';
import { isSimpleType, type QName } from '../../model/index.ts';
import { readConstruct } from '../entries.ts';
import { resolveName, resolveType } from '../resolve.ts';
import type { Home } from '../scope.ts';
import { type Located, readXmlName } from '../values.ts';
import type { MapEntry } from '../yaml-node.ts';
import { plainDeclaration, readShortType } from './declaration.ts';
import { globalElement } from './element.ts';
import { type BuiltMessage, checkOnce, type Fields, readFields, wrapped } from './message.ts';

/** How messages name a request or a response: at the beginning of a sentence, and at its end. */
export interface MessageTitle {
  readonly what: string;
  readonly where: string;
}

/**
 * A wrapped message: its fields in place, an element that is declared elsewhere, or the name of the type of the wrapper.
 *
 * @param local name of the wrapper, unless `$as` has another one.
 */
export function readWrapped(
  entry: MapEntry | undefined,
  local: string,
  { what, where }: MessageTitle,
  key: Located,
  home: Home,
): BuiltMessage | undefined {
  const { findings } = home;
  const named = (text: string): QName => ({ namespace: home.target, local: text });
  if (entry?.value.kind === 'text') {
    const type = readShortType(entry, entry.key.text, home);
    // A wrapper has fields.
    if (type !== undefined && isSimpleType(type.name.text)) findings.add(source.notAMap, { what }, entry.value.at);
    const reference = type && resolveType(type.name, home, { any: true });
    if (type === undefined) return undefined;
    checkOnce(type.occurs, entry, key, home);
    const element = globalElement(named(local), plainDeclaration({ reference, name: type.name }), key, findings);
    return { element, parts: [{ name: 'parameters', content: { kind: 'element', name: element.name } }] };
  }
  if (entry?.value.kind !== 'map') return wrapped(named(local), readFields(entry, what, where, home), key, home);
  const entries = readConstruct(entry.value, 'request', findings, { where });
  const text = entries.name('$element');
  if (text !== undefined) {
    const name = resolveName('element', text, home);
    return name && { element: undefined, parts: [{ name: 'parameters', content: { kind: 'element', name } }] };
  }
  const fields: Fields = readFields(entry, what, where, home);
  const as = entries.name('$as');
  const name = as === undefined ? local : readXmlName(as, 'an element', findings)?.text;
  return name === undefined ? undefined : wrapped(named(name), fields, key, home);
}
