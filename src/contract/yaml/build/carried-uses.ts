import { contract as kinds } from '../../../diagnostics/index.ts';
import type { BindingFault, HeaderBinding, HeaderFault, Message, QName } from '../../model/index.ts';
import { type Entries, readConstruct } from '../entries.ts';
import { resolveName } from '../resolve.ts';
import type { Home } from '../scope.ts';
import { readNames } from '../values.ts';
import type { MapEntry } from '../yaml-node.ts';
import type { BuiltFault, BuiltHeader } from './header.ts';

/** The headers and faults of a contract. */
export interface CarriedLookup {
  readonly headers: (name: QName) => BuiltHeader | undefined;
  readonly faults: (name: QName) => BuiltFault | undefined;
}

/** The header blocks of an operation. */
export interface HeaderUses {
  readonly request: readonly HeaderBinding[];
  readonly response: readonly HeaderBinding[];
  /** Messages that the headers share with other components. */
  readonly messages: readonly Message[];
}

/** A list, for requests, or a map of lists. @param operation its name in the contract. */
export function readHeaderUses(
  entries: Entries,
  operation: string,
  oneWay: boolean,
  carried: CarriedLookup,
  home: Home,
): HeaderUses {
  const messages: Message[] = [];
  const bindings = (list: MapEntry | undefined): readonly HeaderBinding[] =>
    readUses('header', list, home).flatMap((name) => {
      const header = carried.headers(name);
      return header === undefined ? [] : headerBinding(header, operation, carried, messages);
    });
  const entry = entries.get('headers');
  if (entry?.value.kind !== 'map') return { request: bindings(entry), response: [], messages };
  const byMessage = readConstruct(entry.value, 'operationHeaders', home.findings);
  const response = byMessage.get('response');
  if (oneWay && response !== undefined) {
    home.findings.add(kinds.keyDoesNotFit, { key: 'response', what: 'A one-way operation' }, response.key.at);
  }
  return { request: bindings(byMessage.get('request')), response: bindings(response), messages };
}

/** The binding of a header block, with the faults about it. @param messages receives those that are shared. */
function headerBinding(
  header: BuiltHeader,
  operation: string,
  { faults: faultOf }: CarriedLookup,
  messages: Message[],
): HeaderBinding {
  const place = (carried: BuiltFault): Pick<HeaderBinding, 'message' | 'part' | 'use' | 'namespace'> => {
    const message = carried.messageOf(operation);
    if (carried.sharesMessage) messages.push(message);
    const part = message.parts[0]?.name ?? '';
    return { message: message.name, part, use: carried.use, ...carried.namespace };
  };
  const faults = header.faults.flatMap((name): readonly HeaderFault[] => {
    const fault = faultOf(name);
    return fault === undefined ? [] : [place(fault)];
  });
  return { ...place(header), ...header.binding, ...(faults.length > 0 && { faults }) };
}

/** A fault of an operation. */
export interface FaultUse {
  readonly name: string;
  readonly message: QName;
  readonly bound: BindingFault;
}

/** The faults of an operation, and the messages that they share with other components. */
export interface FaultUses {
  readonly faults: readonly FaultUse[];
  readonly messages: readonly Message[];
}

export function readFaultUses(entries: Entries, operation: string, { faults }: CarriedLookup, home: Home): FaultUses {
  const names = new Set<string>();
  const messages: Message[] = [];
  const uses = readUses('fault', entries.get('faults'), home).flatMap((qname): readonly FaultUse[] => {
    const fault = faults(qname);
    if (fault === undefined) return [];
    // Names of faults are unique in an operation (WSDL 1.1, 2.4.2).
    const name = names.has(fault.local) ? fault.name : fault.local;
    names.add(name);
    const message = fault.messageOf(operation);
    if (fault.sharesMessage) messages.push(message);
    return [{ name, message: message.name, bound: { name, use: fault.use, ...fault.namespace } }];
  });
  return { faults: uses, messages };
}

/** The headers or faults in a list. */
function readUses(kind: 'header' | 'fault', entry: MapEntry | undefined, home: Home): readonly QName[] {
  const names = entry === undefined ? [] : readNames(entry, home.findings);
  return names.flatMap((name) => resolveName(kind, name, home) ?? []);
}
