import { type Findings, contract as kinds } from '../../../diagnostics/index.ts';
import { styles, uses } from '../../language/index.ts';
import {
  type BindingBody,
  type BindingOperation,
  type GlobalElement,
  type HeaderBinding,
  type Message,
  type MessageReference,
  nameKey,
  operationNameOf,
  type PortTypeOperation,
  type QName,
  type SoapVersion,
  topLevelIdentifier,
  type Use,
} from '../../model/index.ts';
import { type Entries, readConstruct } from '../entries.ts';
import { type Home, originOf } from '../scope.ts';
import { type Located, readMap, readNames, readXmlName } from '../values.ts';
import type { MapEntry } from '../yaml-node.ts';
import { type CarriedLookup, type FaultUse, readFaultUses, readHeaderUses } from './carried-uses.ts';
import {
  type BuiltMessage,
  encodedPart,
  fieldsOf,
  readBare,
  readFields,
  readResult,
  rpcParts,
  wrapped,
} from './message.ts';
import type { NameTemplate } from './name-template.ts';
import { type MessageDetails, type OperationDetails, readOperationDetails } from './operation-details.ts';
import { mergeMessages, messageOf, referenceTo } from './operation-messages.ts';
import { readSoapAction } from './service.ts';
import { readWrapped } from './wrapper.ts';
import { readBodyNamespace, type WsdlDetails } from './wsdl-details.ts';

export type Style = (typeof styles)[number];

/** In bytes, on nearly every file system. */
const longestFileName = 255;

/** Settings that the operations of a file share. */
export interface OperationContext extends CarriedLookup {
  readonly wsdl: WsdlDetails;
  /** Of the file, for operations without one of their own. */
  readonly style: Style;
  /** The same. */
  readonly use: Use;
  /** Of results without their own. */
  readonly resultName: NameTemplate | undefined;
  /** Of an operation without its own. */
  readonly soapActionOf: (operation: string) => string;
}

export interface BuiltOperation {
  readonly elements: readonly GlobalElement[];
  readonly messages: readonly Message[];
  /** Those of faults that may be in messages of other components. */
  readonly faultMessages: readonly Message[];
  readonly operation: PortTypeOperation;
  /** Undefined for a binding that lacks the operation. */
  readonly bindingOf: (version: SoapVersion) => BindingOperation | undefined;
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
  const group = entries.note('group');
  const style = entries.choice('style', styles, 'style') ?? context.style;
  const use = entries.choice('use', uses, 'use') ?? context.use;
  const oneWay = entries.flag('oneWay');
  const faultsKey = oneWay ? entries.get('faults')?.key : undefined;
  if (faultsKey !== undefined && !findings.isForgiving) {
    findings.add(kinds.keyDoesNotFit, { key: 'faults', what: 'A one-way operation' }, faultsKey.at);
  }
  const response = responseOf(entries, oneWay, entry);
  const local = entry.key.text;
  const isTyped = style === 'bare' && use === 'encoded';
  const input = typedIf(isTyped, readInput(style, entries.get('request'), entry.key, home));
  const output = response && typedIf(isTyped, readOutput(style, response, entry.key, context.resultName, home));
  const headers = readHeaderUses(entries, local, oneWay, context, home);
  const { faults, messages: faultMessages } = readFaultUses(entries, local, context, home);
  const details = readOperationDetails(
    entries,
    faults.map((fault) => fault.name),
    readSoapAction(entries.get('soapAction'), findings)?.text ?? context.soapActionOf(local),
    context.wsdl.targetNamespace,
  );
  const parameterOrder = readParameterOrder(entries);
  const bound = { ...readBound(entries, context), style, use };
  const requestName = entries.identifier('top', 'requestName');
  const responseName = entries.identifier('top', 'responseName');
  const returns = entries.choice('returns', ['field', 'output'], 'result');
  if (name === undefined || input === undefined || (output === undefined && !oneWay)) return undefined;
  checkFileName({ name: local, typeScriptName }, entry, findings);
  const { wsdl } = context;
  const request = messageOf('request', local, input, details.request, wsdl);
  const answer = output && messageOf('response', local, output, details.response, wsdl);
  const outside = (message: Message, { others }: MessageDetails): Message => {
    const parts = others && rpcParts(readFields(others, 'Parts of a message', 'a message', home), others, home);
    return { name: message.name, parts: parts ?? [] };
  };
  const own = mergeMessages([request, ...headers.messages, outside(request, details.request)], details.request.order);
  const ofAnswer = mergeMessages(
    answer ? [answer, ...headers.messages, outside(answer, details.response)] : headers.messages,
  );
  const reference = (direction: 'request' | 'response', message: QName): MessageReference =>
    referenceTo(direction, message, local, overloads && local, details[direction], wsdl);
  const inputReference = { ...reference('request', request.name), ...(requestName && { typeScriptName: requestName }) };
  const outputReference = answer && {
    ...reference('response', answer.name),
    ...(responseName && { typeScriptName: responseName }),
  };
  const bindingOf = (version: SoapVersion): BindingOperation | undefined => {
    const ofBinding = details.binding(version);
    const { absent, notes: boundNotes, soapAction, faults: boundFaults } = ofBinding;
    const omitSoapAction = ofBinding.omitSoapAction ?? context.wsdl.binding(version).omitSoapAction;
    if (absent) return undefined;
    return {
      name: overloads?.text ?? local,
      ...(version === '1.2' && bound.soapActionRequired),
      ...boundName('inputName', inputReference, details.request),
      ...(outputReference && boundName('outputName', outputReference, details.response)),
      ...boundNotes,
      soapAction,
      ...(soapAction === '' && omitSoapAction && { omitSoapAction }),
      style: style === 'rpc' ? 'rpc' : 'document',
      input: bodyOf(bound, headers.request, request, own, details.request),
      output: answer && bodyOf(bound, headers.response, answer, ofAnswer, details.response),
      faults: boundFaults ?? faults.map(({ bound: fault }) => fault),
    };
  };
  return {
    elements: [input, output].flatMap((message) => message?.element ?? []),
    messages: mergeMessages([...own, ...ofAnswer], details.response.order),
    faultMessages,
    operation: {
      name: overloads?.text ?? local,
      ...notes,
      ...(group !== undefined && { group }),
      ...(details.extensions && { extensions: details.extensions }),
      ...(parameterOrder && { parameterOrder }),
      typeScriptName,
      origin: originOf(entry.key, findings),
      pattern: oneWay ? 'one-way' : 'request-response',
      returns: returns ?? returnedBy(response, style),
      input: inputReference,
      output: outputReference,
      faults: faultReferences(faults, details),
    },
    bindingOf,
  };
}

/** The faults of an operation, and those that only the WSDL has; in the order of the WSDL where it has such. */
function faultReferences(
  faults: readonly FaultUse[],
  { faults: details }: Pick<OperationDetails, 'faults'>,
): PortTypeOperation['faults'] {
  const own = faults.map(({ name, message }) => ({ name, message, ...details.get(name)?.notes }));
  const others = [...details].flatMap(([name, { message, notes }]) =>
    message === undefined || own.some((one) => one.name === name) ? [] : [{ name, message, ...notes }],
  );
  if (others.length === 0) return own;
  const order = [...details.keys()];
  return [...own, ...others].sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
}

/** The declared result of a response. One that is declared elsewhere may have one field: `withReturns` decides. */
function returnedBy(response: MapEntry | undefined, style: Style): PortTypeOperation['returns'] {
  if (style === 'bare') return 'output';
  if (response?.key.text === 'result') return 'field';
  const { value } = response ?? {};
  const isElsewhere =
    value?.kind === 'text' || (value?.kind === 'map' && value.entries.some(({ key }) => key.text === '$element'));
  return isElsewhere ? 'field' : 'output';
}

function checkFileName(
  names: { name: string; typeScriptName: string | undefined },
  entry: MapEntry,
  findings: Findings,
) {
  if (new TextEncoder().encode(`${operationNameOf(names)}.ts`).length <= longestFileName) return;
  findings.add(kinds.nameTooLong, { name: `${names.name.slice(0, 20)}…`, limit: longestFileName }, entry.key.at);
}

/** Settings that the bindings of an operation share. */
interface Bound {
  readonly soapActionRequired: { readonly soapActionRequired?: boolean };
  readonly style: Style;
  readonly use: Use;
  /** Of the bodies; empty for none, by default the target namespace for parts with types. */
  readonly namespace: string | undefined;
  readonly targetNamespace: string;
}

function readBound(entries: Entries, { wsdl }: OperationContext): Omit<Bound, 'style' | 'use'> {
  const isRequired = entries.has('soapActionRequired') && entries.flag('soapActionRequired');
  return {
    soapActionRequired: entries.has('soapActionRequired') ? { soapActionRequired: isRequired } : {},
    namespace: readBodyNamespace(entries),
    targetNamespace: wsdl.targetNamespace,
  };
}

function readParameterOrder(entries: Entries): readonly string[] | undefined {
  const order = entries.get('parameterOrder');
  return order && readNames(order, entries.findings).map(({ text }) => text);
}

/** The name of an input or output in a binding: that in the port type, unless it differs. */
function boundName<Key extends 'inputName' | 'outputName'>(
  key: Key,
  { name }: MessageReference,
  { boundName: own }: MessageDetails,
): { readonly [key in Key]?: string } {
  const shown = own ?? name;
  return (shown === undefined || shown === '' ? {} : { [key]: shown }) as { readonly [key in Key]?: string };
}

/** @param own the messages of the operation: the body of one that holds header blocks too lists its parts. */
function bodyOf(
  { style, use, namespace, targetNamespace }: Bound,
  headers: readonly HeaderBinding[],
  { name, parts }: Message,
  own: readonly Message[],
  details: MessageDetails,
): BindingBody {
  const isTyped = style === 'rpc' || parts.some(({ content }) => content.kind === 'type');
  const complete = own.find((message) => nameKey(message.name) === nameKey(name));
  const isShared = complete !== undefined && complete.parts.length > parts.length;
  const listed = details.parts ?? (isShared ? parts.map((part) => part.name) : undefined);
  const shown = details.namespace ?? namespace ?? (isTyped ? targetNamespace : undefined);
  return {
    use: details.use ?? use,
    ...(shown !== undefined && shown !== '' && { namespace: shown }),
    ...(listed && { parts: listed }),
    headers: details.headers ?? headers,
    ...(details.attachments && { attachments: details.attachments }),
    ...(details.bound && { extensions: details.bound }),
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

/** The message of an encoded bare body has a part with a type, where that has a name. */
function typedIf(isTyped: boolean, message: BuiltMessage | undefined): BuiltMessage | undefined {
  const part = isTyped && message?.element ? encodedPart(message.element) : undefined;
  return part === undefined ? message : { element: undefined, parts: [part] };
}

function readInput(style: Style, entry: MapEntry | undefined, key: Located, home: Home): BuiltMessage | undefined {
  if (style === 'bare') return readBare(entry, key.text, 'The request', key, home);
  if (style === 'wrapped') return readWrapped(entry, key.text, { what: 'A request', where: 'a request' }, key, home);
  const fields = readFields(entry, 'A request', 'a request', home);
  return { element: undefined, parts: rpcParts(fields, entry, home) };
}

function readOutput(
  style: Style,
  response: MapEntry,
  key: Located,
  resultName: NameTemplate | undefined,
  home: Home,
): BuiltMessage | undefined {
  const name = `${key.text}Response`;
  const isResult = response.key.text === 'result';
  if (style === 'bare') {
    if (isResult) return readBare(response, name, 'The result', key, home);
    home.findings.add(kinds.bareNeedsOne, { what: 'The response', operation: key.text }, response.key.at);
    return undefined;
  }
  if (!isResult && style === 'wrapped') {
    return readWrapped(response, name, { what: 'A response', where: 'a response' }, key, home);
  }
  const result = isResult ? readResult(response, key.text, resultName, home) : undefined;
  if (isResult && result === undefined) return undefined;
  const fields = result === undefined ? readFields(response, 'A response', 'a response', home) : fieldsOf([result]);
  if (style === 'rpc') return { element: undefined, parts: rpcParts(fields, response, home) };
  return wrapped({ namespace: home.target, local: name }, fields, key, home);
}
