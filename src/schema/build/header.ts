import type { GlobalElement, HeaderBinding, Message, QName } from '../../contract/index.ts';
import { contract as kinds } from '../../diagnostics/index.ts';
import { faultKeys, headerKeys } from '../keys.ts';
import type { MapEntry } from '../node.ts';
import { resolveName } from '../resolve.ts';
import type { Home } from '../scope.ts';
import { readFlag, readKeys, readName } from '../shape.ts';
import { whyNoUri } from '../url.ts';
import { plainDeclaration, readDeclaration } from './declaration.ts';
import { globalElement } from './element.ts';
import { type Keys, refuseKeys } from './notes.ts';
import { readPlainType } from './type-use.ts';

/** What a header or a fault is made of: an element, and the message that carries it. */
export interface Carried {
  /** Undefined where it is one that stands under `elements`. */
  readonly element: GlobalElement | undefined;
  /** Its own in TypeScript where it has one: two of one local name may belong to an operation. */
  readonly name: string;
  readonly message: Message;
}

export interface BuiltHeader extends Carried {
  readonly binding: HeaderBinding;
}

/** The part of a fault's message. */
const detail = 'detail';

/** An entry of `headers`. @param targetNamespace of the WSDL. */
export function buildHeader(
  entry: MapEntry,
  name: QName,
  targetNamespace: string,
  home: Home,
): BuiltHeader | undefined {
  const { findings } = home;
  const keys: Keys =
    entry.value.kind === 'map' ? readKeys(entry.value, headerKeys, 'a header', findings) : new Map<string, MapEntry>();
  const mustUnderstand = readFlag(keys.get('mustUnderstand'), findings);
  const optional = readFlag(keys.get('optional'), findings);
  const role = readRole(keys.get('role'), home);
  const carried = buildCarried(entry, keys, name, 'header', home);
  if (carried === undefined) return undefined;
  const message = messageOf(`${carried.base}Header`, name.local, carried.elementName, targetNamespace);
  const binding = { message: message.name, part: name.local, use: 'literal', mustUnderstand, role } as const;
  return { element: carried.element, name: carried.base, message, binding: { ...binding, required: !optional } };
}

/** An entry of `faults`. @param targetNamespace of the WSDL. */
export function buildFault(entry: MapEntry, name: QName, targetNamespace: string, home: Home): Carried | undefined {
  const { findings } = home;
  const keys: Keys =
    entry.value.kind === 'map' ? readKeys(entry.value, faultKeys, 'a fault', findings) : new Map<string, MapEntry>();
  const carried = buildCarried(entry, keys, name, 'fault', home);
  if (carried === undefined) return undefined;
  return {
    element: carried.element,
    name: carried.base,
    message: messageOf(`${carried.base}Fault`, detail, carried.elementName, targetNamespace),
  };
}

function buildCarried(entry: MapEntry, keys: Keys, name: QName, kind: 'header' | 'fault', home: Home) {
  const { findings } = home;
  const where = `a ${kind}`;
  if (entry.value.kind !== 'map') {
    const use = readPlainType(entry, kind === 'header' ? 'A header' : 'A fault', home);
    if (use === undefined) return undefined;
    const element = globalElement(name, plainDeclaration(use), entry.key, findings);
    return { element, elementName: name, base: name.local };
  }
  const given = keys.get('element');
  if (given !== undefined) {
    refuseKeys(keys, ['type', 'record', 'nillable', 'sensitive', 'mapping', 'name'], 'A global element', findings);
    const text = readName(given, findings);
    const elementName = text && resolveName('element', text, home);
    return elementName && { element: undefined, elementName, base: name.local };
  }
  const declaration = readDeclaration(keys, entry, home, { where, names: 'top' });
  if (declaration === undefined) return undefined;
  const element = globalElement(name, declaration, entry.key, findings);
  return { element, elementName: name, base: declaration.typeScriptName ?? name.local };
}

function messageOf(local: string, part: string, element: QName, namespace: string): Message {
  return { name: { namespace, local }, parts: [{ name: part, content: { kind: 'element', name: element } }] };
}

function readRole(entry: MapEntry | undefined, { findings }: Home): string | undefined {
  const text = entry && readName(entry, findings);
  if (text === undefined) return undefined;
  const reason = whyNoUri(text.text);
  if (reason === undefined) return text.text;
  findings.add(kinds.badRole, { role: text.text, reason }, text.at);
  return undefined;
}
