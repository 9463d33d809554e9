import type { GlobalElement, HeaderBinding, Message, QName } from '../../contract/index.ts';
import { contract as kinds } from '../../diagnostics/index.ts';
import { Entries, readConstruct } from '../entries.ts';
import { resolveName } from '../resolve.ts';
import type { Home } from '../scope.ts';
import { uriFault } from '../syntax.ts';
import { readNames } from '../values.ts';
import type { MapEntry } from '../yaml-node.ts';
import { plainDeclaration, readDeclaration, readPlainType } from './declaration.ts';
import { globalElement } from './element.ts';

/** A header block or a fault: its element, and the message that contains it. */
export interface BuiltHeader {
  /** Undefined if it is declared under `elements`. */
  readonly element: GlobalElement | undefined;
  /** Distinguishes headers or faults of one local name in an operation. */
  readonly name: string;
  readonly message: Message;
  readonly binding: HeaderBinding;
  /** Names of the faults about it. */
  readonly faults: readonly QName[];
}

export type BuiltFault = Omit<BuiltHeader, 'binding' | 'faults'>;

/** The part of the message of a fault. */
const detail = 'detail';

/** An entry of `headers`. @param targetNamespace of the WSDL. */
export function buildHeader(
  entry: MapEntry,
  name: QName,
  targetNamespace: string,
  home: Home,
): BuiltHeader | undefined {
  const entries = longForm(entry, 'header', home);
  const mustUnderstand = entries.flag('mustUnderstand');
  const required = !entries.flag('optional');
  const role = readRole(entries);
  const listed = entries.get('faults');
  const faults = listed === undefined ? [] : readNames(listed, home.findings);
  const carried = buildCarried(entry, entries, name, 'A header', home);
  if (carried === undefined) return undefined;
  const message = messageOf(`${carried.base}Header`, name.local, carried.elementName, targetNamespace);
  const binding = { message: message.name, part: name.local, use: 'literal', mustUnderstand, role, required } as const;
  const names = faults.flatMap((fault) => resolveName('fault', fault, home) ?? []);
  return { element: carried.element, name: carried.base, message, binding, faults: names };
}

/** An entry of `faults`. @param targetNamespace of the WSDL. */
export function buildFault(entry: MapEntry, name: QName, targetNamespace: string, home: Home): BuiltFault | undefined {
  const entries = longForm(entry, 'fault', home);
  const carried = buildCarried(entry, entries, name, 'A fault', home);
  if (carried === undefined) return undefined;
  const { element, elementName, base } = carried;
  return { element, name: base, message: messageOf(`${base}Fault`, detail, elementName, targetNamespace) };
}

function longForm({ key, value }: MapEntry, construct: 'header' | 'fault', { findings }: Home): Entries {
  return value.kind === 'map' ? readConstruct(value, construct, findings, { at: key.at }) : new Entries(findings);
}

/** The element of a header or a fault. `what` begins a sentence: 'A header'. */
function buildCarried(entry: MapEntry, entries: Entries, name: QName, what: string, home: Home) {
  const { findings } = home;
  if (entry.value.kind !== 'map') {
    const use = readPlainType(entry, what, home);
    if (use === undefined) return undefined;
    const element = globalElement(name, plainDeclaration(use), entry.key, findings);
    return { element, elementName: name, base: name.local };
  }
  if (entries.has('element')) {
    const text = entries.name('element');
    const elementName = text && resolveName('element', text, home);
    return elementName && { element: undefined, elementName, base: name.local };
  }
  const declaration = readDeclaration(entries, entry, home, 'top');
  if (declaration === undefined) return undefined;
  const element = globalElement(name, declaration, entry.key, findings);
  return { element, elementName: name, base: declaration.typeScriptName ?? name.local };
}

function messageOf(local: string, part: string, element: QName, namespace: string): Message {
  return { name: { namespace, local }, parts: [{ name: part, content: { kind: 'element', name: element } }] };
}

function readRole(entries: Entries): string | undefined {
  const text = entries.name('role');
  const reason = text && uriFault(text.text);
  if (text === undefined || reason === undefined) return text?.text;
  entries.findings.add(kinds.badRole, { role: text.text, reason }, text.at);
  return undefined;
}
