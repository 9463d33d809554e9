import type {
  BindingBody,
  BindingOperation,
  Extensible,
  GlobalElement,
  HeaderBinding,
  HeaderFault,
  Message,
  MessageReference,
  PortTypeOperation,
  QName,
} from '../../contract/index.ts';
import { operationNameOf, topLevelIdentifier } from '../../contract/index.ts';
import { contract as kinds } from '../../diagnostics/index.ts';
import { styles } from '../../language/index.ts';
import { type Entries, readConstruct } from '../entries.ts';
import { readXmlTexts } from '../kept-xml.ts';
import { resolveName } from '../resolve.ts';
import { type Home, originOf } from '../scope.ts';
import { uriFault } from '../syntax.ts';
import { type Located, readMap, readNames, readXmlName } from '../values.ts';
import type { MapEntry } from '../yaml-node.ts';
import type { BuiltFault, BuiltHeader } from './header.ts';
import {
  type BuiltMessage,
  fieldsOf,
  messageOf,
  readBare,
  readFields,
  readResult,
  rpcParts,
  wrapped,
} from './message.ts';
import { readSoapAction } from './service.ts';

export type Style = (typeof styles)[number];

/** In bytes, on nearly every file system. */
const longestFileName = 255;

/** What the operations of a file share. */
export interface OperationContext {
  /** Of the WSDL, for messages and the wrappers of rpc style. */
  readonly targetNamespace: string;
  /** Of the file, for operations without one of their own. */
  readonly style: Style;
  /** Of an operation without its own. */
  readonly soapActionOf: (operation: string) => string;
  readonly headers: (name: QName) => BuiltHeader | undefined;
  readonly faults: (name: QName) => BuiltFault | undefined;
}

export interface BuiltOperation {
  readonly elements: readonly GlobalElement[];
  readonly messages: readonly Message[];
  readonly operation: PortTypeOperation;
  readonly binding: BindingOperation;
}

/** An entry of `operations`. */
export function buildOperation(entry: MapEntry, context: OperationContext, home: Home): BuiltOperation | undefined {
  const { findings } = home;
  const name = readXmlName(entry.key, 'an operation', findings);
  const map = readMap(entry.value, `The operation "${entry.key.text}"`, findings);
  if (map === undefined) return undefined;
  const entries = readConstruct(map, 'operation', findings);
  const overloads = entries.name('overloads');
  if (overloads !== undefined) readXmlName(overloads, 'an operation', findings);
  // The names of overloads in TypeScript differ.
  const typeScriptName = entries.identifier('top') ?? (overloads && topLevelIdentifier(entry.key.text));
  const notes = entries.notes();
  const kept = readKept(entries, findings);
  const style = entries.choice('style', styles, 'style') ?? context.style;
  const oneWay = entries.flag('oneWay');
  const response = responseOf(entries, oneWay, entry);
  const local = entry.key.text;
  const input = readInput(style, entries.get('request'), entry.key, home);
  const output = response && readOutput(style, response, entry.key, home);
  const soapAction = readSoapAction(entries.get('soapAction'), findings)?.text;
  const headers = readHeaderUses(entries, oneWay, context, home);
  const faults = readFaultUses(entries, context, home);
  if (name === undefined || input === undefined || (output === undefined && !oneWay)) return undefined;
  const file = `${operationNameOf({ name: local, typeScriptName })}.ts`;
  if (Buffer.byteLength(file) > longestFileName) {
    findings.add(kinds.nameTooLong, { name: `${local.slice(0, 20)}…`, limit: longestFileName }, entry.key.at);
  }
  const { targetNamespace } = context;
  const messageName = (suffix: string): QName => ({ namespace: targetNamespace, local: `${local}${suffix}` });
  const body = (bindings: readonly HeaderBinding[], extensions: Extensible['extensions']): BindingBody => ({
    use: 'literal',
    namespace: style === 'rpc' ? (kept.namespace ?? targetNamespace) : undefined,
    headers: bindings,
    ...(extensions && { extensions }),
  });
  const { extensions } = kept;
  const message = (suffix: string, own: Extensible['extensions']): MessageReference => ({
    ...(overloads && { name: local }),
    message: messageName(suffix),
    ...(own && { extensions: own }),
  });
  return {
    elements: [input, output].flatMap((message) => message?.element ?? []),
    messages: [
      messageOf(`${local}SoapIn`, targetNamespace, input),
      ...(output === undefined ? [] : [messageOf(`${local}SoapOut`, targetNamespace, output)]),
    ],
    operation: {
      name: overloads?.text ?? local,
      ...notes,
      ...(extensions.portType && { extensions: extensions.portType }),
      ...(kept.parameterOrder && { parameterOrder: kept.parameterOrder }),
      typeScriptName,
      origin: originOf(entry.key, findings),
      pattern: oneWay ? 'one-way' : 'request-response',
      returns: response?.key.text === 'result' && style !== 'bare' ? 'field' : 'output',
      input: message('SoapIn', extensions.input),
      output: output && message('SoapOut', extensions.output),
      faults,
    },
    binding: {
      name: overloads?.text ?? local,
      ...(entries.has('soapActionRequired') && { soapActionRequired: entries.flag('soapActionRequired') }),
      ...(overloads && { inputName: local, outputName: output && local }),
      ...(extensions.binding && { extensions: extensions.binding }),
      soapAction: soapAction ?? context.soapActionOf(local),
      style: style === 'rpc' ? 'rpc' : 'document',
      input: body(headers.request, extensions.boundInput),
      output: output && body(headers.response, extensions.boundOutput),
      faults: faults.map(({ name: fault }) => ({ name: fault, use: 'literal' })),
    },
  };
}

const extensionKeys = ['portType', 'input', 'output', 'binding', 'boundInput', 'boundOutput'] as const;

interface Kept {
  /** Around the parts of rpc messages. */
  readonly namespace: string | undefined;
  readonly parameterOrder: readonly string[] | undefined;
  readonly extensions: { readonly [key in (typeof extensionKeys)[number]]?: readonly string[] | undefined };
}

/** What only the WSDL shows. */
function readKept(entries: Entries, findings: Home['findings']): Kept {
  const namespace = entries.name('namespace');
  const reason = namespace && uriFault(namespace.text);
  if (namespace !== undefined && reason !== undefined) {
    findings.add(kinds.badRole, { role: namespace.text, reason }, namespace.at);
  }
  const order = entries.get('parameterOrder');
  const entry = entries.get('extensions');
  const map = entry && readMap(entry.value, '"extensions"', findings);
  const inside = map && readConstruct(map, 'operationExtensions', findings);
  return {
    namespace: namespace?.text,
    parameterOrder: order && readNames(order, findings).map(({ text }) => text),
    extensions: Object.fromEntries(extensionKeys.map((key) => [key, readXmlTexts(inside?.get(key), findings)])),
  };
}

/** `result` or `response`; undefined for a one-way operation. */
function responseOf(entries: Entries, oneWay: boolean, { key }: MapEntry): MapEntry | undefined {
  const response = entries.get('result') ?? entries.get('response');
  if (!oneWay) return response ?? entries.require('result', `the operation "${key.text}"`, key.at);
  if (response !== undefined) {
    const parameters = { key: response.key.text, operation: key.text };
    entries.findings.add(kinds.oneWayAnswers, parameters, response.key.at);
  }
  return undefined;
}

function readInput(style: Style, entry: MapEntry | undefined, key: Located, home: Home): BuiltMessage | undefined {
  if (style === 'bare') return readBare(entry, key.text, 'The request', key, home);
  const fields = readFields(entry, 'A request', 'a request', home);
  if (style === 'rpc') return { element: undefined, parts: rpcParts(fields, entry, home) };
  return wrapped({ namespace: home.target, local: key.text }, fields, key, home);
}

function readOutput(style: Style, response: MapEntry, key: Located, home: Home): BuiltMessage | undefined {
  const name = `${key.text}Response`;
  const isResult = response.key.text === 'result';
  if (style === 'bare') {
    if (isResult) return readBare(response, name, 'The result', key, home);
    home.findings.add(kinds.bareNeedsOne, { what: 'The response', operation: key.text }, response.key.at);
    return undefined;
  }
  const result = isResult ? readResult(response, key.text, home) : undefined;
  if (isResult && result === undefined) return undefined;
  const fields = result === undefined ? readFields(response, 'A response', 'a response', home) : fieldsOf([result]);
  if (style === 'rpc') return { element: undefined, parts: rpcParts(fields, response, home) };
  return wrapped({ namespace: home.target, local: name }, fields, key, home);
}

interface HeaderUses {
  readonly request: readonly HeaderBinding[];
  readonly response: readonly HeaderBinding[];
}

/** A list, for requests, or a map of lists. */
function readHeaderUses(
  entries: Entries,
  oneWay: boolean,
  { headers, faults }: OperationContext,
  home: Home,
): HeaderUses {
  const bindings = (list: MapEntry | undefined): readonly HeaderBinding[] =>
    readUses('header', list, home).flatMap((name) => {
      const header = headers(name);
      return header === undefined ? [] : withFaults(header, faults);
    });
  const entry = entries.get('headers');
  if (entry?.value.kind !== 'map') return { request: bindings(entry), response: [] };
  const byMessage = readConstruct(entry.value, 'operationHeaders', home.findings);
  const response = byMessage.get('response');
  if (oneWay && response !== undefined) {
    home.findings.add(kinds.keyDoesNotFit, { key: 'response', what: 'A one-way operation' }, response.key.at);
  }
  return { request: bindings(byMessage.get('request')), response: bindings(response) };
}

/** The binding of a header block, with the faults about it. */
function withFaults({ binding, faults: names }: BuiltHeader, faults: OperationContext['faults']): HeaderBinding {
  const found = names.flatMap((name): readonly HeaderFault[] => {
    const message = faults(name)?.message;
    const part = message?.parts[0];
    return message === undefined || part === undefined
      ? []
      : [{ message: message.name, part: part.name, use: 'literal' }];
  });
  return found.length === 0 ? binding : { ...binding, faults: found };
}

function readFaultUses(entries: Entries, { faults }: OperationContext, home: Home) {
  const names = new Set<string>();
  return readUses('fault', entries.get('faults'), home).flatMap((qname) => {
    const { local } = qname;
    const fault = faults(qname);
    if (fault === undefined) return [];
    // Names of faults are unique in an operation (WSDL 1.1, 2.4.2).
    const name = names.has(local) ? fault.name : local;
    names.add(name);
    return [{ name, message: fault.message.name }];
  });
}

/** The headers or faults in a list. */
function readUses(kind: 'header' | 'fault', entry: MapEntry | undefined, home: Home): readonly QName[] {
  const names = entry === undefined ? [] : readNames(entry, home.findings);
  return names.flatMap((name) => resolveName(kind, name, home) ?? []);
}
