import type {
  BindingBody,
  BindingOperation,
  GlobalElement,
  HeaderBinding,
  Message,
  PortTypeOperation,
  QName,
} from '../../contract/index.ts';
import { operationNameOf } from '../../contract/index.ts';
import { contract as kinds, source } from '../../diagnostics/index.ts';
import { headerUseKeys, operationKeys } from '../keys.ts';
import type { ListNode, MapEntry, Node } from '../node.ts';
import { resolveName } from '../resolve.ts';
import { type Home, originOf } from '../scope.ts';
import { type Located, readChoice, readFlag, readKeys, readMap, readName, requireKey } from '../shape.ts';
import { readTypeScriptName, readXmlName } from '../texts.ts';
import type { BuiltHeader, Carried } from './header.ts';
import { type BuiltMessage, messageOf, readBare, readFields, readResult, rpcParts, wrapped } from './message.ts';
import { type Keys, readNotes } from './notes.ts';
import { readSoapAction } from './soap-action.ts';

export type Style = 'wrapped' | 'bare' | 'rpc';

export const styles: readonly Style[] = ['wrapped', 'bare', 'rpc'];

/** In bytes, on nearly every file system. */
const longestFileName = 255;

/** What all operations of a contract share. */
export interface OperationSetting {
  /** Of the WSDL: its messages are in it, and the wrappers of rpc style. */
  readonly targetNamespace: string;
  /** Of the file, for operations without one of their own. */
  readonly style: Style;
  /** Of an operation without its own. */
  readonly soapActionOf: (operation: string) => string;
  readonly headers: (name: QName) => BuiltHeader | undefined;
  readonly faults: (name: QName) => Carried | undefined;
}

export interface BuiltOperation {
  readonly elements: readonly GlobalElement[];
  readonly messages: readonly Message[];
  readonly operation: PortTypeOperation;
  readonly binding: BindingOperation;
}

/** An entry of `operations`. */
export function buildOperation(entry: MapEntry, setting: OperationSetting, home: Home): BuiltOperation | undefined {
  const { findings } = home;
  const name = readXmlName(entry.key, 'an operation', findings);
  const map = readMap(entry.value, `The operation "${entry.key.text}"`, findings);
  if (map === undefined) return undefined;
  const keys = readKeys(map, operationKeys, 'an operation', findings);
  const typeScriptName = readTypeScriptName(keys.get('name'), 'top', findings)?.text;
  const notes = readNotes(keys, findings);
  const style = readStyle(keys.get('style'), home) ?? setting.style;
  const oneWay = readFlag(keys.get('oneWay'), findings);
  const answer = readAnswer(keys, oneWay, entry, home);
  const local = entry.key.text;
  const input = readInput(style, keys.get('request'), entry.key, home);
  const output = answer && readOutput(style, answer, entry.key, home);
  const soapAction = readSoapAction(keys.get('soapAction'), findings);
  const headers = readHeaderUses(keys.get('headers'), oneWay, setting, home);
  const faults = readFaultUses(keys.get('faults'), oneWay, setting, home);
  if (name === undefined || input === undefined || (output === undefined && !oneWay)) return undefined;
  const file = `${operationNameOf({ name: local, typeScriptName })}.ts`;
  if (Buffer.byteLength(file) > longestFileName) {
    findings.add(kinds.nameTooLong, { name: `${local.slice(0, 20)}…`, limit: longestFileName }, entry.key.at);
  }
  const { targetNamespace } = setting;
  const messageName = (suffix: string): QName => ({ namespace: targetNamespace, local: `${local}${suffix}` });
  const body = (bindings: readonly HeaderBinding[]): BindingBody => ({
    use: 'literal',
    namespace: style === 'rpc' ? targetNamespace : undefined,
    headers: bindings,
  });
  return {
    elements: [input, output].flatMap((message) => message?.element ?? []),
    messages: [
      messageOf(`${local}SoapIn`, targetNamespace, input),
      ...(output === undefined ? [] : [messageOf(`${local}SoapOut`, targetNamespace, output)]),
    ],
    operation: {
      name: local,
      ...notes,
      typeScriptName,
      origin: originOf(entry.key, findings),
      pattern: oneWay ? 'one-way' : 'request-response',
      returns: answer?.key.text === 'result' && style !== 'bare' ? 'field' : 'output',
      input: { message: messageName('SoapIn') },
      output: output && { message: messageName('SoapOut') },
      faults: faults,
    },
    binding: {
      name: local,
      soapAction: soapAction ?? setting.soapActionOf(local),
      style: style === 'rpc' ? 'rpc' : 'document',
      input: body(headers.request),
      output: output && body(headers.response),
      faults: faults.map(({ name: fault }) => ({ name: fault, use: 'literal' })),
    },
  };
}

export function readStyle(entry: MapEntry | undefined, { findings }: Pick<Home, 'findings'>): Style | undefined {
  const text = entry && readName(entry, findings);
  return text && readChoice(text, styles, 'style', findings);
}

/** Either `result` or `response`, or none in a one-way operation. */
function readAnswer(keys: Keys, oneWay: boolean, entry: MapEntry, { findings }: Home): MapEntry | undefined {
  const result = keys.get('result');
  const response = keys.get('response');
  const answer = result ?? response;
  if (oneWay) {
    if (answer !== undefined) {
      findings.add(kinds.oneWayAnswers, { key: answer.key.text, operation: entry.key.text }, answer.key.at);
    }
    return undefined;
  }
  if (result !== undefined && response !== undefined) {
    findings.add(kinds.oneOfKeys, { one: 'result', other: 'response' }, response.key.at);
  }
  return answer ?? requireKey(keys, 'result', `the operation "${entry.key.text}"`, entry.key.at, findings);
}

function readInput(style: Style, entry: MapEntry | undefined, key: Located, home: Home): BuiltMessage | undefined {
  if (style === 'bare') return readBare(entry, key.text, 'The request', key, home);
  const fields = readFields(entry, 'A request', 'a request', home);
  if (style === 'rpc') return { element: undefined, parts: rpcParts(fields, entry, home) };
  return wrapped({ namespace: home.target, local: key.text }, fields, key, home);
}

function readOutput(style: Style, answer: MapEntry, key: Located, home: Home): BuiltMessage | undefined {
  const name = `${key.text}Response`;
  const isResult = answer.key.text === 'result';
  if (style === 'bare') {
    if (isResult) return readBare(answer, name, 'The result', key, home);
    home.findings.add(kinds.bareNeedsOne, { what: 'The response', operation: key.text }, answer.key.at);
    return undefined;
  }
  const result = isResult ? readResult(answer, key.text, home) : undefined;
  if (isResult && result === undefined) return undefined;
  const fields = isResult
    ? { ...readFields(undefined, '', '', home), particles: result === undefined ? [] : [result] }
    : readFields(answer, 'A response', 'a response', home);
  if (style === 'rpc') return { element: undefined, parts: rpcParts(fields, answer, home) };
  return wrapped({ namespace: home.target, local: name }, fields, key, home);
}

interface HeaderUses {
  readonly request: readonly HeaderBinding[];
  readonly response: readonly HeaderBinding[];
}

/** A list, for requests, or a map of lists. */
function readHeaderUses(
  entry: MapEntry | undefined,
  oneWay: boolean,
  { headers }: OperationSetting,
  home: Home,
): HeaderUses {
  const bindings = (list: MapEntry | undefined): readonly HeaderBinding[] =>
    readUses('header', list, home).flatMap(({ name }) => headers(name)?.binding ?? []);
  if (entry === undefined) return { request: [], response: [] };
  if (entry.value.kind !== 'map') return { request: bindings(entry), response: [] };
  const keys = readKeys(entry.value, headerUseKeys, 'the headers of an operation', home.findings);
  const response = keys.get('response');
  if (oneWay && response !== undefined) {
    home.findings.add(kinds.keyDoesNotFit, { key: 'response', what: 'A one-way operation' }, response.key.at);
  }
  return { request: bindings(keys.get('request')), response: bindings(response) };
}

function readFaultUses(entry: MapEntry | undefined, oneWay: boolean, { faults }: OperationSetting, home: Home) {
  if (oneWay && entry !== undefined) {
    home.findings.add(kinds.keyDoesNotFit, { key: 'faults', what: 'A one-way operation' }, entry.key.at);
  }
  const taken = new Set<string>();
  return readUses('fault', entry, home).flatMap(({ name }) => {
    const fault = faults(name);
    if (fault === undefined) return [];
    // Names of faults are those of one operation (WSDL 1.1, 2.4.2).
    const own = taken.has(name.local) ? fault.name : name.local;
    taken.add(own);
    return [{ name: own, message: fault.message.name }];
  });
}

/** Names in a list, each once. */
function readUses(kind: 'header' | 'fault', entry: MapEntry | undefined, home: Home) {
  const { findings } = home;
  const list = entry && listOf(entry.value);
  if (entry !== undefined && list === undefined) {
    findings.add(source.notAList, { what: `"${entry.key.text}"` }, entry.value.at);
  }
  const seen = new Set<string>();
  return (list?.items ?? []).flatMap((item) => {
    const text = entry && readName({ key: entry.key, value: item }, findings);
    const name = text && resolveName(kind, text, home);
    if (name === undefined || text === undefined) return [];
    if (seen.has(text.text)) {
      findings.add(source.listedTwice, { value: text.text }, text.at);
      return [];
    }
    seen.add(text.text);
    return [{ name }];
  });
}

function listOf(node: Node): ListNode | undefined {
  return node.kind === 'list' ? node : undefined;
}
