import { contract as kinds } from '../../../diagnostics/index.ts';
import { uses } from '../../language/index.ts';
import type { GlobalElement, HeaderBinding, Message, QName, Use } from '../../model/index.ts';
import { Entries, readConstruct } from '../entries.ts';
import { resolveName } from '../resolve.ts';
import type { Home } from '../scope.ts';
import { uriFault } from '../syntax.ts';
import { readNames, readXmlName } from '../values.ts';
import type { MapEntry } from '../yaml-node.ts';
import { plainDeclaration, readDeclaration, readPlainType } from './declaration.ts';
import { globalElement } from './element.ts';
import { encodedPart } from './message.ts';
import { fillName, isOfOperation, readNameTemplate } from './name-template.ts';
import type { WsdlDetails } from './wsdl-details.ts';

/** A header block or a fault: its element, and the message that contains it. */
export interface BuiltFault {
  /** Undefined if it is declared under `elements`. */
  readonly element: GlobalElement | undefined;
  /** Distinguishes headers or faults of one local name in an operation. */
  readonly name: string;
  /** The name of a fault in operations. */
  readonly local: string;
  readonly use: Use;
  /** Of the block or the detail, if its part has a type. */
  readonly namespace: { readonly namespace?: string };
  /** Whether each operation has a message of its own for it. */
  readonly isOfOperation: boolean;
  /** Whether other components can be parts of its message. */
  readonly sharesMessage: boolean;
  /** The message, which has one part. */
  readonly messageOf: (operation: string) => Message;
}

export interface BuiltHeader extends BuiltFault {
  readonly binding: Omit<HeaderBinding, 'message' | 'part' | 'use' | 'namespace'>;
  /** Names of the faults about it. */
  readonly faults: readonly QName[];
}

/** An entry of `headers`. */
export function buildHeader(entry: MapEntry, name: QName, details: WsdlDetails, home: Home): BuiltHeader | undefined {
  const entries = longForm(entry, 'header', home);
  const mustUnderstand = entries.flag('mustUnderstand');
  const required = !entries.flag('optional');
  const role = readRole(entries);
  const listed = entries.get('faults');
  const faults = listed === undefined ? [] : readNames(listed, home.findings);
  const carried = buildCarried(entry, entries, name, 'A header', home);
  if (carried === undefined) return undefined;
  const binding = { mustUnderstand, role, required };
  const names = faults.flatMap((fault) => resolveName('fault', fault, home) ?? []);
  return { ...inMessage('header', carried, name.local, entries, details), binding, faults: names };
}

/** An entry of `faults`. */
export function buildFault(entry: MapEntry, name: QName, details: WsdlDetails, home: Home): BuiltFault | undefined {
  const entries = longForm(entry, 'fault', home);
  const carried = buildCarried(entry, entries, name, 'A fault', home);
  if (carried === undefined) return undefined;
  const shown = entries.name('as');
  const local = shown && readXmlName(shown, 'a fault', home.findings)?.text;
  return { ...inMessage('fault', carried, name.local, entries, details), ...(local !== undefined && { local }) };
}

interface CarriedElement {
  readonly element: GlobalElement | undefined;
  readonly elementName: QName;
  /** What its message is named after. */
  readonly base: string;
}

/** @param local name of the header or fault. */
function inMessage(
  kind: 'header' | 'fault',
  { element, elementName, base }: CarriedElement,
  local: string,
  entries: Entries,
  details: WsdlDetails,
): BuiltFault {
  const { messages, parts, targetNamespace } = details;
  const use = entries.choice('use', uses, 'use') ?? details.use;
  const typed = element && use === 'encoded' ? encodedPart(element) : undefined;
  const given = readNameTemplate(entries, 'message') ?? messages[kind];
  const message = given ?? { text: `${base}${kind === 'header' ? 'Header' : 'Fault'}` };
  const part = readNameTemplate(entries, 'part') ??
    parts[kind] ?? { text: kind === 'header' || typed ? local : 'detail' };
  const messageOf = (operation: string): Message => ({
    name: { namespace: targetNamespace, local: fillName(message, { operation, name: local }) },
    parts: [
      {
        ...(typed ?? { content: { kind: 'element', name: elementName } }),
        name: fillName(part, { operation, name: local }),
      },
    ],
  });
  const sharesMessage = given !== undefined;
  return {
    element: typed === undefined ? element : undefined,
    name: base,
    local,
    use,
    namespace: typed === undefined ? {} : { namespace: elementName.namespace },
    isOfOperation: isOfOperation(message),
    sharesMessage,
    messageOf,
  };
}

function longForm({ key, value }: MapEntry, construct: 'header' | 'fault', { findings }: Home): Entries {
  return value.kind === 'map' ? readConstruct(value, construct, findings, { at: key.at }) : new Entries(findings);
}

/** The element of a header or a fault. `what` begins a sentence: 'A header'. */
function buildCarried(
  entry: MapEntry,
  entries: Entries,
  name: QName,
  what: string,
  home: Home,
): CarriedElement | undefined {
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

/** The role of a header block: a URI. */
export function readRole(entries: Entries): string | undefined {
  const text = entries.name('role');
  const reason = text && uriFault(text.text);
  if (text === undefined || reason === undefined) return text?.text;
  entries.findings.add(kinds.badRole, { role: text.text, reason }, text.at);
  return undefined;
}
