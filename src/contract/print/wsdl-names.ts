import {
  type Contract,
  type Extensible,
  type HeaderBinding,
  type HeaderFault,
  type Message,
  type MessageReference,
  nameKey,
  type Part,
} from '../model/index.ts';
import { type Body, type BoundOperation, bodyNamespaceKey, useOf } from './bodies.ts';
import type { HeaderOrFault } from './carried.ts';
import { constructMap, entriesOf, filled, type KeyValues } from './construct-map.ts';
import type { Gaps } from './gaps.ts';
import { type MessageScope, partEntry } from './messages.ts';
import { notesOf } from './notes.ts';
import { omitsActions } from './omitted-actions.ts';
import { withLayout } from './records.ts';
import { nameIn, type Scope } from './scope.ts';
import { commonTemplate, expanded, type Templated } from './templates.ts';
import { mapOf, type YamlEntry, type YamlMap, type YamlValue } from './yaml-tree.ts';

type Direction = 'request' | 'response';
type Kind = Direction | 'header' | 'fault';

/** Templates of the names that only a WSDL shows; undefined for the usual names. */
export interface WsdlNames {
  readonly messages: Readonly<Record<Kind, string>>;
  readonly parts: Readonly<Record<Kind, string | undefined>>;
  /** Of the name attributes of inputs and outputs. */
  readonly names: Readonly<Record<Direction, string | undefined>>;
}

const usualMessages: WsdlNames['messages'] = {
  request: '{operation}SoapIn',
  response: '{operation}SoapOut',
  header: '{name}Header',
  fault: '{name}Fault',
};

const usualParts: WsdlNames['parts'] = { request: undefined, response: undefined, header: '{name}', fault: 'detail' };

/** What most names of a contract have in common. */
export function wsdlNames(
  operations: readonly BoundOperation[],
  { headers, faults }: { readonly headers: readonly HeaderOrFault[]; readonly faults: readonly HeaderOrFault[] },
): WsdlNames {
  const bodies = (direction: Direction, bodyText: (body: Body) => string | undefined): readonly Templated[] =>
    operations.flatMap((operation) => {
      const body = operation[direction];
      const text = body && bodyText(body);
      return text === undefined ? [] : [{ text, values: { operation: operation.key } }];
    });
  const carried = (all: readonly HeaderOrFault[], key: 'message' | 'part'): readonly Templated[] =>
    all.flatMap(({ name, uses }) =>
      uses.map((use) => {
        const text = key === 'part' ? use.part : use.message.local;
        return { text, values: { name: name.local, operation: use.operation } };
      }),
    );
  const message = (body: Body): string => body.message.name.local;
  const referenceName = ({ reference }: Body): string => reference.name ?? '';
  const names = (direction: Direction): string | undefined =>
    commonTemplate(bodies(direction, referenceName), '') || undefined;
  return {
    messages: {
      request: commonTemplate(bodies('request', message), usualMessages.request),
      response: commonTemplate(bodies('response', message), usualMessages.response),
      header: commonTemplate(carried(headers, 'message'), usualMessages.header),
      fault: commonTemplate(carried(faults, 'message'), usualMessages.fault),
    },
    parts: {
      request: partTemplate(operations, 'request'),
      response: partTemplate(operations, 'response'),
      header: commonTemplate(carried(headers, 'part'), '{name}'),
      fault: commonTemplate(carried(faults, 'part'), 'detail'),
    },
    names: { request: names('request'), response: names('response') },
  };
}

/** The template of the parts in bodies; undefined where most have the usual name of their style. */
function partTemplate(operations: readonly BoundOperation[], direction: Direction): string | undefined {
  const documents = operations.flatMap((operation) => {
    const name = operation.style === 'rpc' ? undefined : operation[direction]?.parts[0]?.name;
    return name === undefined ? [] : [{ operation, text: name, values: { operation: operation.key } }];
  });
  const usual = documents.filter(({ operation, text }) => text === usualPart(operation)).length;
  const template = commonTemplate(documents, '');
  const matching = documents.filter(({ text, values }) => expanded(template, values) === text).length;
  return matching > usual ? template : undefined;
}

function usualPart({ style }: BoundOperation): string {
  return style === 'bare' ? 'body' : 'parameters';
}

/** The value of the contract's key `wsdl`; undefined for a contract with the usual names. */
export function contractWsdl(
  contract: Contract,
  names: WsdlNames,
  isRpc: boolean,
  scope: MessageScope,
): YamlMap | undefined {
  const { gaps } = scope;
  const { name, portTypes, services, bindings } = contract;
  const [service] = services;
  const [portType] = portTypes;
  const doc = service?.doc ?? contract.doc;
  const keys = {
    definitions: nonEmpty(constructMap('wsdlNotes', wsdlNotes(contract, doc), gaps)),
    service: service && nonEmpty(constructMap('wsdlNotes', wsdlNotes(service, doc), gaps)),
    portType: portType && place('wsdlPlace', portType, portType.name.local, `${name}Soap`, gaps),
    ...bindingPlaces(name, bindings, isRpc, gaps),
    messages: templatesMap(names.messages, usualMessages, gaps),
    parts: templatesMap(names.parts, usualParts, gaps),
    names: templatesMap(names.names, {}, gaps),
    declaredMessages: nonEmpty(declaredMessages(contract, scope)),
    undeclaredElements: filled(undeclaredElements(contract, scope)),
  };
  return nonEmpty(constructMap('wsdl', keys, gaps));
}

/** Whether the contract has a message in full, under its name. */
export function isInFull({ name, declaredParts }: Message, { inFull }: Pick<Scope, 'inFull'>): boolean {
  return declaredParts !== undefined || inFull.messages.has(name.local);
}

function declaredMessages({ messages }: Contract, scope: MessageScope): YamlMap {
  const entries = messages.flatMap((message): readonly YamlEntry[] => {
    if (!isInFull(message, scope)) return [];
    const { name, parts, declaredParts = parts } = message;
    const listed = nonEmpty(withLayout(declaredParts.map((part) => partEntry(part, scope))));
    const value = constructMap('declaredMessage', { ...wsdlNotes(message), parts: listed }, scope.gaps);
    return [{ key: name.local, value }];
  });
  return mapOf(entries, 'lines');
}

function undeclaredElements({ schemas }: Contract, scope: MessageScope): readonly string[] {
  return schemas.flatMap(({ elements }) =>
    elements.flatMap(({ name, undeclared }) => (undeclared === true ? nameIn(scope, name) : [])),
  );
}

type Place = Extensible & Parameters<typeof notesOf>[0];

/** Notes of a component. An empty text suppresses the usual documentation. */
function wsdlNotes(component: Place, usualDoc?: string): KeyValues {
  const { doc, foreign } = notesOf(component);
  return { doc: doc === usualDoc ? undefined : (doc ?? ''), foreign, extensions: filled(component.extensions) };
}

/** The name of a component, or with what else it has; undefined where both are usual. */
function place(
  construct: 'wsdlPlace' | 'wsdlBinding' | 'messagePlace',
  component: Place,
  name: string,
  usual: string | undefined,
  gaps: Gaps,
  more: KeyValues = {},
): YamlValue | undefined {
  const keys = { name: name === usual ? undefined : name, ...wsdlNotes(component), ...more };
  const entries = entriesOf(construct, keys, gaps);
  const [only] = entries;
  if (entries.length === 1 && only?.key === 'name') return only.value;
  return entries.length === 0 ? undefined : mapOf(entries);
}

const soapOverHttp = 'http://schemas.xmlsoap.org/soap/http';

/** The notes of the SOAP 1.1 binding apply to both, unless `binding12` overrides them. */
function bindingPlaces(service: string, bindings: Contract['bindings'], isRpc: boolean, gaps: Gaps): KeyValues {
  const placeOf = (version: '1.1' | '1.2', isNamed: boolean): YamlValue | undefined => {
    const binding = bindings.find(({ soapVersion }) => soapVersion === version);
    if (binding === undefined) return undefined;
    const { name, style, transport } = binding;
    const usual = isNamed ? `${service}Soap${version === '1.1' ? '' : '12'}` : name.local;
    const more = {
      transport: transport === soapOverHttp ? undefined : transport,
      style: (style === 'rpc') === isRpc ? undefined : style,
      omitSoapAction: omitsActions(binding),
    };
    return place('wsdlBinding', binding, name.local, usual, gaps, more);
  };
  const binding = placeOf('1.1', true);
  const binding12 = placeOf('1.2', true);
  const isSame = isEqual(placeOf('1.1', false), placeOf('1.2', false));
  const isNamed =
    typeof binding12 === 'string' ||
    (typeof binding12 === 'object' && 'kind' in binding12 && binding12.entries.some(({ key }) => key === 'name'));
  const hasBoth = bindings.some(({ soapVersion }) => soapVersion === '1.1');
  if (hasBoth && isSame && !isNamed) return { binding };
  if (!hasBoth) return { binding12 };
  return { binding, binding12: binding12 ?? (bindings.length > 1 && !isSame ? mapOf([]) : undefined) };
}

function isEqual(one: YamlValue | undefined, other: YamlValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function templatesMap(
  all: Readonly<Record<string, string | undefined>>,
  usual: Readonly<Record<string, string | undefined>>,
  gaps: Gaps,
): YamlMap | undefined {
  const differing = Object.entries(all).filter(([key, value]) => value !== usual[key]);
  return nonEmpty(constructMap('wsdlNames', Object.fromEntries(differing), gaps));
}

/** What only the WSDL shows of a request or a response. */
export function messageWsdl(
  operation: BoundOperation,
  direction: Direction,
  names: WsdlNames,
  scope: MessageScope,
): YamlMap | undefined {
  const { gaps } = scope;
  const body = operation[direction];
  if (body === undefined) return undefined;
  const { reference, message, bound, parts, boundName = '' } = body;
  const values = { operation: operation.key };
  const template = names.names[direction];
  const usualMessage = expanded(names.messages[direction], values);
  const usualName = template === undefined ? (operation.isOverload ? operation.key : '') : expanded(template, values);
  const { name = '' } = reference;
  const [part] = parts;
  const isUsualList =
    !isInFull(message, scope) &&
    isHeaderMessage(body) &&
    isEqual(
      bound.parts,
      parts.map((one) => one.name),
    );
  const keys = {
    name: name === usualName ? undefined : name,
    boundName: boundName === name ? undefined : boundName,
    ...ofReference(reference),
    message: isInFull(message, scope) ? messageName(message, usualMessage) : messagePlace(body, usualMessage, scope),
    part: part && operation.style !== 'rpc' ? partPlace(operation, part, names.parts[direction], gaps) : undefined,
    parts: isUsualList ? undefined : bound.parts,
    namespace: bodyNamespaceKey(operation, body, scope.contract),
    use: bound.use === useOf(operation) ? undefined : bound.use,
    headers: scope.inFull.headers.has(operation.operation.name)
      ? bound.headers.map((one) => boundHeader(one, gaps))
      : undefined,
    attachments: bound.attachments?.map(({ part, types }) =>
      constructMap('attachment', { part, types: filled(types) }, gaps),
    ),
    bound: filled(bound.extensions),
  };
  return nonEmpty(constructMap('messageWsdl', keys, gaps));
}

function messageName({ name }: Message, usual: string): string | undefined {
  return name.local === usual ? undefined : name.local;
}

function messagePlace(body: Body, usual: string, scope: MessageScope): YamlValue | undefined {
  const { message } = body;
  return place('messagePlace', message, message.name.local, usual, scope.gaps, {
    others: nonEmpty(mapOf(otherParts(body).map((one) => partEntry(one, scope)))),
    order: orderOf(body),
  });
}

/** A header block as the binding has it. */
function boundHeader(header: HeaderBinding, gaps: Gaps): YamlMap {
  const { mustUnderstand, role, required, faults } = header;
  const listed = filled(faults)?.map((fault) => constructMap('boundHeaderFault', boundPart(fault), gaps));
  const keys = { ...boundPart(header), mustUnderstand, role, optional: !required, faults: listed };
  return constructMap('boundHeader', keys, gaps);
}

function boundPart({ message, part, use, namespace }: HeaderFault): KeyValues {
  return { message: message.local, part, use, namespace };
}

/** The notes of an input, an output or a fault. */
export function ofReference({ doc, foreign, extensions }: MessageReference): KeyValues {
  return wsdlNotes({ doc, foreign, extensions });
}

function partPlace(
  operation: BoundOperation,
  part: Part,
  template: string | undefined,
  gaps: Gaps,
): YamlValue | undefined {
  const usual = template === undefined ? usualPart(operation) : expanded(template, { operation: operation.key });
  return place('wsdlPlace', part, part.name, usual, gaps);
}

/** Whether header blocks are parts of the message too. */
function isHeaderMessage({ message, parts, bound }: Body): boolean {
  return (
    message.parts.length > parts.length && bound.headers.some((one) => nameKey(one.message) === nameKey(message.name))
  );
}

/** The names of the header blocks that are parts of the message too. */
function headerParts({ message, bound }: Body): readonly string[] {
  return bound.headers.filter((one) => nameKey(one.message) === nameKey(message.name)).map(({ part }) => part);
}

/** The parts that are neither in the body nor header blocks of it. */
function otherParts(body: Body): readonly Part[] {
  const headers = headerParts(body);
  return body.message.parts.filter((part) => !body.parts.includes(part) && !headers.includes(part.name));
}

/** The order of the parts of a message, where it is not: body, header blocks, others. */
function orderOf(body: Body): readonly string[] | undefined {
  const { message, parts } = body;
  if (message.parts.length < 2) return undefined;
  const known = [...parts.map(({ name }) => name), ...headerParts(body), ...otherParts(body).map(({ name }) => name)];
  const usual = [...new Set(known)];
  const actual = message.parts.map(({ name }: Message['parts'][number]) => name);
  return isEqual(usual, actual) ? undefined : actual;
}

export function nonEmpty(map: YamlMap): YamlMap | undefined {
  return map.entries.length === 0 ? undefined : map;
}
