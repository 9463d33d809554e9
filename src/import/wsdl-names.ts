import type { Contract, Extensible, MessageReference, Part } from '../contract/index.ts';
import type { Body, BoundOperation } from './bodies.ts';
import type { Carried } from './carried.ts';
import { filled, type KeyValues } from './construct-map.ts';
import { notesOf } from './notes.ts';
import { commonTemplate, expanded, type Templated } from './templates.ts';
import { mapOf, type YamlMap, type YamlValue } from './yaml-tree.ts';

type Direction = 'request' | 'response';
type Kind = Direction | 'header' | 'fault';
type Templates = Readonly<Record<Kind, string>>;

/** Templates of the names that only a WSDL shows. */
export interface WsdlNames {
  readonly messages: Templates;
  readonly parts: Templates;
  /** Of the name attributes of inputs and outputs; empty for none. */
  readonly names: Readonly<Record<Direction, string>>;
}

const defaultMessages: Templates = {
  request: '{operation}SoapIn',
  response: '{operation}SoapOut',
  header: '{name}Header',
  fault: '{name}Fault',
};

/** What most names of a contract have in common. */
export function wsdlNames(
  operations: readonly BoundOperation[],
  headers: readonly Carried[],
  faults: readonly Carried[],
): WsdlNames {
  const bodies = (direction: Direction, textOf: (body: Body) => string | undefined): readonly Templated[] =>
    operations.flatMap((operation) => {
      const body = operation[direction];
      const text = body && textOf(body);
      return text === undefined ? [] : [{ text, values: { operation: operation.key } }];
    });
  const carried = (all: readonly Carried[], textOf: (one: Carried) => string): readonly Templated[] =>
    all.map((one) => ({ text: textOf(one), values: { name: one.name.local, operation: one.operations[0] ?? '' } }));
  const message = ({ message }: Body): string => message.name.local;
  const part = ({ parts }: Body): string | undefined => (parts.length === 1 ? parts[0]?.name : undefined);
  const nameOf = ({ reference }: Body): string => reference.name ?? '';
  const documents = operations.filter(({ style }) => style !== 'rpc');
  const isBare = documents.length > 0 && documents.every(({ style }) => style === 'bare');
  const partsOf = (direction: Direction): string =>
    isBare ? commonTemplate(bodies(direction, part), 'body') : isRpc(operations) ? 'body' : 'parameters';
  return {
    messages: {
      request: commonTemplate(bodies('request', message), defaultMessages.request),
      response: commonTemplate(bodies('response', message), defaultMessages.response),
      header: commonTemplate(
        carried(headers, (one) => one.message.local),
        defaultMessages.header,
      ),
      fault: commonTemplate(
        carried(faults, (one) => one.message.local),
        defaultMessages.fault,
      ),
    },
    parts: {
      request: partsOf('request'),
      response: partsOf('response'),
      header: commonTemplate(
        carried(headers, (one) => one.part),
        '{name}',
      ),
      fault: commonTemplate(
        carried(faults, (one) => one.part),
        'detail',
      ),
    },
    names: {
      request: commonTemplate(bodies('request', nameOf), ''),
      response: commonTemplate(bodies('response', nameOf), ''),
    },
  };
}

function isRpc(operations: readonly BoundOperation[]): boolean {
  return operations.every(({ style }) => style === 'rpc');
}

/** The value of the contract's key `wsdl`; undefined for a contract with the usual names. */
export function contractWsdl(contract: Contract, names: WsdlNames): YamlMap | undefined {
  const { name, portTypes, bindings, services } = contract;
  const [service] = services;
  const doc = service?.doc ?? contract.doc;
  const [portType] = portTypes;
  const first = bindings.find(({ soapVersion }) => soapVersion === '1.1') ?? bindings[0];
  const second = bindings.find((one) => one.soapVersion === '1.2' && one !== first);
  const { messages, parts, names: attributes } = names;
  return plainMap({
    definitions: place(contract, name, name, doc),
    service: service && place(service, service.name, service.name, doc),
    portType: portType && place(portType, portType.name.local, `${name}Soap`, undefined),
    binding: first && place(first, first.name.local, bindingName(name, first.soapVersion), undefined),
    binding12: second && place(second, second.name.local, bindingName(name, '1.2'), undefined),
    messages: differing(messages, defaultMessages),
    parts: differing(parts, { request: 'parameters', response: 'parameters', header: '{name}', fault: 'detail' }),
    names: differing(attributes, { request: '', response: '' }),
  });
}

function bindingName(service: string, version: '1.1' | '1.2'): string {
  return version === '1.1' ? `${service}Soap` : `${service}Soap12`;
}

/** A component by its name, or with what else it has. */
function place(
  component: Extensible & Parameters<typeof notesOf>[0],
  name: string,
  usual: string,
  usualDoc: string | undefined,
): YamlValue | undefined {
  const { doc, foreign } = notesOf(component);
  const map = plainMap({
    name: name === usual ? undefined : name,
    doc: doc === usualDoc ? undefined : (doc ?? ''),
    foreign,
    extensions: filled(component.extensions),
  });
  const [only] = map?.entries ?? [];
  return map?.entries.length === 1 && only?.key === 'name' ? only.value : map;
}

function differing(
  all: Readonly<Record<string, string>>,
  usual: Readonly<Record<string, string>>,
): YamlMap | undefined {
  return plainMap(Object.fromEntries(Object.entries(all).filter(([key, value]) => value !== usual[key])));
}

/** What only the WSDL shows of a request or a response. */
export function partMap(
  { key, style }: BoundOperation,
  body: Body,
  direction: Direction,
  names: WsdlNames,
): YamlMap | undefined {
  const { reference, message, bound, parts } = body;
  const values = { operation: key };
  const isUsual = (template: string, text: string): boolean => expanded(template, values) === text;
  const nameOf = (name: string | undefined): string | undefined =>
    isUsual(names.names[direction], name ?? '') ? undefined : (name ?? '');
  const [part] = parts;
  return plainMap({
    name: nameOf(reference.name),
    ...ofReference(reference),
    message: place(message, message.name.local, expanded(names.messages[direction], values), undefined),
    part: part === undefined || style === 'rpc' ? undefined : partPlace(part, expanded(names.parts[direction], values)),
    parts: bound.parts,
    bound: filled(bound.extensions),
  });
}

function ofReference({ doc, foreign, extensions }: MessageReference): KeyValues {
  return { doc: doc === '' ? undefined : doc, foreign: notesOf({ foreign }).foreign, extensions: filled(extensions) };
}

function partPlace(part: Part, usual: string): YamlValue | undefined {
  return place(part, part.name, usual, undefined);
}

/** A map without absent values; undefined without any. */
export function plainMap(values: KeyValues): YamlMap | undefined {
  const entries = Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]));
  return entries.length === 0 ? undefined : mapOf(entries);
}
