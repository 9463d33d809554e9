import type { Extensible, SoapVersion } from '../../contract/index.ts';
import type { Findings } from '../../diagnostics/index.ts';
import type { Entries } from '../entries.ts';
import { readXmlTexts } from '../kept-xml.ts';
import { readNames, readText } from '../values.ts';
import type { MapEntry } from '../yaml-node.ts';
import { readSoapAction } from './service.ts';
import { insideOf, placeIn, readPlace, readWsdlNotes, type WsdlNotes, type WsdlPlace } from './wsdl-details.ts';

/** The value of `wsdl` in an operation. */
export interface OperationDetails extends Extensible {
  readonly request: MessageDetails;
  readonly response: MessageDetails;
  readonly binding: (version: SoapVersion) => BoundDetails;
}

export interface MessageDetails {
  /** The `name` attribute; empty for none, undefined for that by the template. */
  readonly name: string | undefined;
  /** The same in the binding; undefined for that of the port type. */
  readonly boundName: string | undefined;
  readonly notes: WsdlNotes;
  readonly message: WsdlPlace;
  /** The names of the message's parts in their order. */
  readonly order: readonly string[];
  readonly part: WsdlPlace;
  /** Those in the body, where they are listed. */
  readonly parts: readonly string[] | undefined;
  /** Extensions in the binding. */
  readonly bound: readonly string[] | undefined;
}

export interface BoundDetails {
  readonly notes: WsdlNotes;
  readonly soapAction: string | undefined;
}

export function readOperationDetails(operation: Entries): OperationDetails {
  const { findings } = operation;
  const entries = insideOf(operation.get('wsdl'), 'operationWsdl', findings);
  const extensions = readXmlTexts(entries.get('extensions'), findings);
  const binding = readBound(entries.get('binding'), findings);
  const second = entries.get('binding12');
  const binding12 = second === undefined ? binding : readBound(second, findings);
  return {
    ...(extensions && { extensions }),
    request: readMessage(entries.get('request'), findings),
    response: readMessage(entries.get('response'), findings),
    binding: (version) => (version === '1.1' ? binding : binding12),
  };
}

function readMessage(entry: MapEntry | undefined, findings: Findings): MessageDetails {
  const entries = insideOf(entry, 'messageWsdl', findings);
  const message = entries.get('message');
  const long = message?.value.kind === 'map' ? insideOf(message, 'messagePlace', findings) : undefined;
  return {
    name: textOf(entries, 'name'),
    boundName: textOf(entries, 'boundName'),
    notes: readWsdlNotes(entries),
    message: long === undefined ? readPlace(message, 'messagePlace', findings) : placeIn(long),
    order: (long && listOf(long, 'order')) ?? [],
    part: readPlace(entries.get('part'), 'wsdlPlace', findings),
    parts: listOf(entries, 'parts'),
    bound: readXmlTexts(entries.get('bound'), findings),
  };
}

function readBound(entry: MapEntry | undefined, findings: Findings): BoundDetails {
  const entries = insideOf(entry, 'boundOperation', findings);
  return { notes: readWsdlNotes(entries), soapAction: readSoapAction(entries.get('soapAction'), findings)?.text };
}

function textOf(entries: Entries, key: string): string | undefined {
  const entry = entries.get(key);
  return entry && readText(entry, entries.findings)?.text;
}

function listOf(entries: Entries, key: string): readonly string[] | undefined {
  const entry = entries.get(key);
  return entry && readNames(entry, entries.findings).map(({ text }) => text);
}
