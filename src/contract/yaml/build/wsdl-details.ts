import { type Findings, contract as kinds } from '../../../diagnostics/index.ts';
import { type ConstructName, uses } from '../../language/index.ts';
import type { Binding, Extensible, ForeignAttribute, SoapVersion, Use } from '../../model/index.ts';
import { Entries, readConstruct } from '../entries.ts';
import { readForeign, readXmlTexts } from '../kept-xml.ts';
import { uriFault } from '../syntax.ts';
import { readMap, readText, readXmlName } from '../values.ts';
import type { MapEntry } from '../yaml-node.ts';
import { type NameTemplate, readNameTemplate } from './name-template.ts';

/** Notes of a component of WSDL. Absent ones are not properties, so that they can be spread over others. */
export interface WsdlNotes extends Extensible {
  readonly doc?: string | undefined;
  readonly foreign?: readonly ForeignAttribute[];
}

/** The name and the notes of a component of WSDL. */
export interface WsdlPlace {
  readonly name?: string | undefined;
  readonly notes: WsdlNotes;
}

export interface BindingDetails extends WsdlPlace {
  readonly style?: Binding['style'] | undefined;
  readonly transport?: string | undefined;
  /** For operations with an empty soapAction. */
  readonly omitSoapAction?: boolean;
}

/** Things named by a template. */
export type NamedThing = 'request' | 'response' | 'header' | 'fault';

export type NameTemplates = { readonly [thing in NamedThing]?: NameTemplate | undefined };

/** The value of `wsdl` in a contract. */
export interface WsdlDetails {
  readonly targetNamespace: string;
  /** Of operations, headers and faults without one of their own. */
  readonly use: Use;
  readonly definitions: WsdlNotes;
  readonly service: WsdlNotes;
  readonly portType: WsdlPlace;
  readonly binding: (version: SoapVersion) => BindingDetails;
  readonly messages: NameTemplates;
  readonly parts: NameTemplates;
  /** Of inputs and outputs. */
  readonly names: NameTemplates;
  /** Messages in full. */
  readonly declaredMessages: MapEntry | undefined;
  /** Names of elements that the WSDL does not declare. */
  readonly undeclaredElements: MapEntry | undefined;
}

/** @param namespace of the contract. */
export function readWsdlDetails(contract: Entries, namespace: string): WsdlDetails {
  const { findings } = contract;
  const entries = insideOf(contract.get('wsdl'), 'wsdl', findings);
  const first = readBinding(entries.get('binding'), findings);
  const second = entries.get('binding12');
  const binding12 = second === undefined ? { ...first, name: undefined } : readBinding(second, findings);
  return {
    targetNamespace: readUri(contract, 'wsdlNamespace') ?? namespace,
    use: contract.choice('use', uses, 'use') ?? 'literal',
    definitions: readWsdlNotes(insideOf(entries.get('definitions'), 'wsdlNotes', findings)),
    service: readWsdlNotes(insideOf(entries.get('service'), 'wsdlNotes', findings)),
    portType: readPlace(entries.get('portType'), 'wsdlPlace', findings),
    binding: (version) => (version === '1.1' ? first : binding12),
    messages: readTemplates(entries.get('messages'), findings),
    parts: readTemplates(entries.get('parts'), findings),
    names: readTemplates(entries.get('names'), findings),
    declaredMessages: entries.get('declaredMessages'),
    undeclaredElements: entries.get('undeclaredElements'),
  };
}

/** The entries of a map that may be absent. */
export function insideOf(entry: MapEntry | undefined, construct: ConstructName, findings: Findings): Entries {
  const map = entry && readMap(entry.value, `"${entry.key.text}"`, findings);
  return map === undefined ? new Entries(findings) : readConstruct(map, construct, findings);
}

/** An empty text suppresses the documentation of the contract. */
export function readWsdlNotes(entries: Entries): WsdlNotes {
  const doc = entries.doc();
  const foreign = readForeign(entries.get('foreign'), entries.findings);
  const extensions = readXmlTexts(entries.get('extensions'), entries.findings);
  return {
    ...(doc !== undefined && { doc: doc === '' ? undefined : doc }),
    ...(foreign && { foreign }),
    ...(extensions && { extensions }),
  };
}

/** A name alone, or a map. */
export function readPlace(entry: MapEntry | undefined, construct: ConstructName, findings: Findings): WsdlPlace {
  if (entry?.value.kind === 'text') {
    const text = { text: entry.value.text, at: entry.value.at };
    return { name: readXmlName(text, `"${entry.key.text}"`, findings)?.text, notes: {} };
  }
  return placeIn(insideOf(entry, construct, findings));
}

/** The name and the notes in a map. */
export function placeIn(entries: Entries): WsdlPlace {
  const text = entries.name('name');
  const name = text && readXmlName(text, 'a component', entries.findings)?.text;
  return { name, notes: readWsdlNotes(entries) };
}

function readBinding(entry: MapEntry | undefined, findings: Findings): BindingDetails {
  if (entry?.value.kind === 'text') return readPlace(entry, 'wsdlBinding', findings);
  const entries = insideOf(entry, 'wsdlBinding', findings);
  return {
    ...placeIn(entries),
    style: entries.choice('style', ['document', 'rpc'], 'style'),
    transport: readUri(entries, 'transport'),
    omitSoapAction: entries.flag('omitSoapAction'),
  };
}

/** Undefined if the key is absent, or its value is not a URI. */
export function readUri(entries: Entries, key: string): string | undefined {
  const { findings } = entries;
  const entry = entries.get(key);
  const text = findings.isForgiving ? entry && readText(entry, findings) : entries.name(key);
  const reason = text && uriFault(text.text);
  if (text === undefined || reason === undefined) return text?.text;
  findings.add(kinds.badNamespace, { namespace: text.text, reason }, text.at);
  return findings.isForgiving ? text.text : undefined;
}

/** A URI, or an empty text for no namespace; undefined if the key is absent, or its value is neither. */
export function readBodyNamespace(entries: Entries): string | undefined {
  const entry = entries.get('namespace');
  const isEmpty = entry?.value.kind === 'text' && !entry.value.plain && entry.value.text === '';
  return isEmpty ? '' : readUri(entries, 'namespace');
}

function readTemplates(entry: MapEntry | undefined, findings: Findings): NameTemplates {
  const entries = insideOf(entry, 'wsdlNames', findings);
  const things = ['request', 'response', 'header', 'fault'] as const;
  return Object.fromEntries(things.map((thing) => [thing, readNameTemplate(entries, thing)]));
}
