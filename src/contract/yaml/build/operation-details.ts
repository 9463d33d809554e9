import { type Findings, contract as kinds, source } from '../../../diagnostics/index.ts';
import { uses } from '../../language/index.ts';
import type {
  Attachment,
  BindingFault,
  Extensible,
  HeaderBinding,
  QName,
  SoapVersion,
  Use,
} from '../../model/index.ts';
import { type Entries, readConstruct } from '../entries.ts';
import { readXmlTexts } from '../kept-xml.ts';
import { readFlag, readList, readMap, readNames, readText } from '../values.ts';
import type { MapEntry, YamlNode } from '../yaml-node.ts';
import { readAttachments } from './attachments.ts';
import { readBoundHeaders } from './bound-headers.ts';
import { readSoapAction } from './service.ts';
import {
  insideOf,
  placeIn,
  readBodyNamespace,
  readPlace,
  readUri,
  readWsdlNotes,
  type WsdlNotes,
  type WsdlPlace,
} from './wsdl-details.ts';

/** The value of `wsdl` in an operation. */
export interface OperationDetails extends Extensible {
  readonly request: MessageDetails;
  readonly response: MessageDetails;
  /** Notes of faults in the port type, by their names. */
  readonly faults: ReadonlyMap<string, FaultDetails>;
  readonly binding: (version: SoapVersion) => BoundDetails;
}

export interface FaultDetails {
  readonly notes: WsdlNotes;
  /** Of a fault that only the WSDL has. */
  readonly message?: QName | undefined;
}

export interface MessageDetails {
  /** The `name` attribute; empty for none, undefined for that by the template. */
  readonly name: string | undefined;
  /** The same in the binding; undefined for that of the port type. */
  readonly boundName: string | undefined;
  readonly notes: WsdlNotes;
  readonly message: WsdlPlace;
  /** Parts that are neither in the body nor header blocks. */
  readonly others: MapEntry | undefined;
  /** The names of the message's parts in their order. */
  readonly order: readonly string[];
  readonly part: WsdlPlace;
  /** Those in the body, where they are listed. */
  readonly parts: readonly string[] | undefined;
  /** Of the body: empty for none, undefined for that of the operation. */
  readonly namespace: string | undefined;
  readonly use: Use | undefined;
  /** The header blocks in the binding; undefined for those of the operation. */
  readonly headers: readonly HeaderBinding[] | undefined;
  /** Undefined for a message without. */
  readonly attachments: readonly Attachment[] | undefined;
  /** Extensions in the binding. */
  readonly bound: readonly string[] | undefined;
}

export interface BoundDetails {
  /** Whether the binding lacks the operation. */
  readonly absent: boolean;
  readonly notes: WsdlNotes;
  readonly soapAction: string;
  /** Undefined for that of the binding. */
  readonly omitSoapAction: boolean | undefined;
  /** Undefined for those of the port type. */
  readonly faults: readonly BindingFault[] | undefined;
}

/**
 * @param faults their names in the port type.
 * @param soapAction where a binding has none of its own.
 * @param targetNamespace of the WSDL.
 */
export function readOperationDetails(
  operation: Entries,
  faults: readonly string[],
  soapAction: string,
  targetNamespace: string,
): OperationDetails {
  const { findings } = operation;
  const entries = insideOf(operation.get('wsdl'), 'operationWsdl', findings);
  const extensions = readXmlTexts(entries.get('extensions'), findings);
  const binding = readBound(entries.get('binding'), soapAction, findings);
  const second = entries.get('binding12');
  const binding12 = second === undefined ? binding : readBound(second, soapAction, findings);
  if (binding.absent && (second === undefined || binding12.absent)) {
    findings.add(
      kinds.keyDoesNotFit,
      { key: 'absent', what: 'An operation of no binding' },
      entries.get('binding')?.key.at,
    );
  }
  return {
    ...(extensions && { extensions }),
    request: readMessage(entries.get('request'), targetNamespace, findings),
    response: readMessage(entries.get('response'), targetNamespace, findings),
    faults: readFaults(entries.get('faults'), faults, targetNamespace, findings),
    binding: (version) => (version === '1.1' ? binding : binding12),
  };
}

function readMessage(entry: MapEntry | undefined, targetNamespace: string, findings: Findings): MessageDetails {
  const entries = insideOf(entry, 'messageWsdl', findings);
  const message = entries.get('message');
  const headers = entries.get('headers');
  const long = message?.value.kind === 'map' ? insideOf(message, 'messagePlace', findings) : undefined;
  return {
    name: readTextAt(entries, 'name'),
    boundName: readTextAt(entries, 'boundName'),
    notes: readWsdlNotes(entries),
    message: long === undefined ? readPlace(message, 'messagePlace', findings) : placeIn(long),
    others: long?.get('others'),
    order: (long && listOf(long, 'order')) ?? [],
    part: readPlace(entries.get('part'), 'wsdlPlace', findings),
    parts: listOf(entries, 'parts'),
    namespace: readBodyNamespace(entries),
    use: entries.choice('use', uses, 'use'),
    headers: headers && readBoundHeaders(headers, targetNamespace, findings),
    attachments: readAttachments(entries.get('attachments'), findings),
    bound: readXmlTexts(entries.get('bound'), findings),
  };
}

function readFaults(
  entry: MapEntry | undefined,
  names: readonly string[],
  targetNamespace: string,
  findings: Findings,
): ReadonlyMap<string, FaultDetails> {
  const map = entry && readMap(entry.value, `"${entry.key.text}"`, findings);
  const details = new Map<string, FaultDetails>();
  for (const one of map?.entries ?? []) {
    const key = one.key.text;
    const entries = insideOf(one, 'wsdlFault', findings);
    const message = readTextAt(entries, 'message');
    if (!names.includes(key) && message === undefined) {
      const parameters = { key, where: '"faults"', known: names };
      findings.add(source.unknownKey, parameters, one.key.at, { didYouMean: { name: key, among: names } });
    }
    details.set(key, {
      notes: readWsdlNotes(entries),
      ...(message !== undefined && { message: { namespace: targetNamespace, local: message } }),
    });
  }
  return details;
}

function readBound(entry: MapEntry | undefined, usualAction: string, findings: Findings): BoundDetails {
  const entries = insideOf(entry, 'boundOperation', findings);
  const faults = entries.get('faults');
  const soapAction = readSoapAction(entries.get('soapAction'), findings)?.text ?? usualAction;
  const omit = entries.get('omitSoapAction');
  const omitSoapAction = omit && readFlag(omit, findings);
  if (omitSoapAction && soapAction !== '') {
    findings.add(kinds.keyDoesNotFit, { key: 'omitSoapAction', what: 'An operation with a soapAction' }, omit?.key.at);
  }
  return {
    absent: entries.flag('absent'),
    notes: readWsdlNotes(entries),
    soapAction,
    omitSoapAction,
    faults: faults && readList(faults, findings)?.items.flatMap((item) => readBoundFault(faults, item, findings) ?? []),
  };
}

/** A name alone, or a map. */
function readBoundFault({ key }: MapEntry, value: YamlNode, findings: Findings): BindingFault | undefined {
  if (value.kind !== 'map') {
    const name = readText({ key, value }, findings)?.text;
    return name === undefined ? undefined : { name, use: 'literal' };
  }
  const entries = readConstruct(value, 'boundFault', findings);
  const namespace = readUri(entries, 'namespace');
  const extensions = readXmlTexts(entries.get('extensions'), findings);
  return {
    name: readTextAt(entries, 'name') ?? '',
    use: entries.choice('use', uses, 'use') ?? 'literal',
    ...(namespace !== undefined && { namespace }),
    ...(extensions && { extensions }),
  };
}

function readTextAt(entries: Entries, key: string): string | undefined {
  const entry = entries.get(key);
  return entry && readText(entry, entries.findings)?.text;
}

function listOf(entries: Entries, key: string): readonly string[] | undefined {
  const entry = entries.get(key);
  return entry && readNames(entry, entries.findings).map(({ text }) => text);
}
