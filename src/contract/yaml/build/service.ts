import { type Findings, contract as kinds, source } from '../../../diagnostics/index.ts';
import { addressingVersions, mtomUses } from '../../language/index.ts';
import {
  type Binding,
  type BindingOperation,
  type ContractOptions,
  type MtomUse,
  mappings,
  type Port,
  type QName,
  type Service,
  type SoapVersion,
} from '../../model/index.ts';
import { type EffectiveVariable, type Environment, readAddress } from '../address.ts';
import { Entries, readConstruct } from '../entries.ts';
import type { ContractFile } from '../files.ts';
import { readForeign, readXmlTexts } from '../kept-xml.ts';
import type { Overrides } from '../overrides.ts';
import { originOf } from '../scope.ts';
import { checkCharacters, type Located, readChoice, readMap, readNames, readText, readXmlName } from '../values.ts';
import type { MapEntry } from '../yaml-node.ts';
import { addressingPolicy } from './addressing.ts';
import { isDemanding, readSecurity } from './security.ts';
import type { WsdlDetails } from './wsdl-details.ts';

/** The ports of the service. */
export interface Endpoints {
  readonly ports: readonly PortDeclaration[];
  readonly variables: readonly EffectiveVariable[];
}

interface PortDeclaration extends Omit<Port, 'binding'> {
  readonly soapVersion: SoapVersion;
  readonly addressing?: (typeof addressingVersions)[number] | undefined;
}

/** What the contract says for all ports. */
interface PortDefaults {
  readonly address: string | undefined;
  readonly mtom: MtomUse | undefined;
  readonly security: Port['security'];
}

const soapVersions: readonly SoapVersion[] = ['1.1', '1.2'];

/** Undefined without a valid address. */
export function readEndpoints(
  file: ContractFile,
  service: string,
  environment: Environment,
  overrides: Overrides,
  isEncoded: boolean,
): Endpoints | undefined {
  const { entries, findings } = file;
  const portsEntry = entries.get('ports');
  const addressEntry = entries.get('address');
  const address = addressEntry && readAddress(addressEntry, environment, overrides, findings);
  const mtom = readMtom(entries);
  const security = readSecurity(entries.get('security'), findings);
  const versions = readSoapVersions(entries.get('soap'), isEncoded, findings);
  if (portsEntry !== undefined) {
    const map = readMap(portsEntry.value, '"ports"', findings);
    if (map?.entries.length === 0) findings.add(source.emptyList, { what: '"ports"' }, portsEntry.value.at);
    const read =
      map?.entries.map((entry) =>
        readPort(entry, { address: address?.value, mtom, security }, { environment, overrides }, findings),
      ) ?? [];
    const good = read.filter((port) => port !== undefined);
    const variables = [...(address?.variables ?? []), ...good.flatMap(({ variables: more }) => more)];
    return { ports: good.map(({ port }) => port), variables };
  }
  entries.require('address', 'the contract', file.start);
  if (address === undefined) return undefined;
  const ports = versions.map((soapVersion) => ({
    name: bindingName(service, soapVersion),
    address: address.value,
    ...(mtom && { mtom }),
    ...(security && isDemanding(security) && { security }),
    soapVersion,
  }));
  return { ports, variables: address.variables };
}

/** Both versions by default; SOAP 1.1 alone with encoded messages, whose callers are old. */
function readSoapVersions(entry: MapEntry | undefined, isEncoded: boolean, findings: Findings): readonly SoapVersion[] {
  if (entry?.value.kind === 'list' && entry.value.items.length === 0) {
    findings.add(source.emptyList, { what: '"soap"' }, entry.value.at);
  }
  if (entry === undefined) return isEncoded ? ['1.1'] : soapVersions;
  return readNames(entry, findings).flatMap((text) => {
    const version = readChoice(text, soapVersions, 'SOAP version', findings);
    return version ?? [];
  });
}

interface PortContext {
  readonly environment: Environment;
  readonly overrides: Overrides;
}

function readPort(
  entry: MapEntry,
  defaults: PortDefaults,
  { environment, overrides }: PortContext,
  findings: Findings,
): { readonly port: PortDeclaration; readonly variables: readonly EffectiveVariable[] } | undefined {
  const name = readXmlName(entry.key, 'a port', findings);
  const map = readMap(entry.value, `The port "${entry.key.text}"`, findings);
  if (map === undefined) return undefined;
  const owner = `the port "${entry.key.text}"`;
  const entries = readConstruct(map, 'port', findings, { owner, at: entry.key.at });
  const soapVersion = entries.choice('soap', soapVersions, 'SOAP version');
  const ownAddress = entries.get('address');
  const address = ownAddress && readAddress(ownAddress, environment, overrides, findings);
  if (defaults.address === undefined) entries.require('address', owner, entry.key.at);
  const value = ownAddress === undefined ? defaults.address : address?.value;
  const mtom = readMtom(entries) ?? defaults.mtom;
  const security = readSecurity(entries.get('security'), findings) ?? defaults.security;
  const doc = entries.doc();
  const addressing = entries.choice('addressing', addressingVersions, 'version of WS-Addressing');
  if (name === undefined || soapVersion === undefined || value === undefined) return undefined;
  const origin = originOf(entry.key, findings);
  const given = readXmlTexts(entries.get('extensions'), findings);
  const extensions = addressing === undefined ? given : [...(given ?? []), addressingPolicy(addressing)];
  const foreign = readForeign(entries.get('foreign'), findings);
  const kept = { ...(foreign && { foreign }), ...(extensions && { extensions }) };
  const port = {
    name: name.text,
    address: value,
    ...(mtom && { mtom }),
    ...(security && isDemanding(security) && { security }),
    doc,
    ...kept,
    origin,
    soapVersion,
    addressing,
  };
  return { port, variables: address?.variables ?? [] };
}

function readMtom(entries: Entries): MtomUse | undefined {
  return entries.choice('mtom', mtomUses, 'use of MTOM');
}

function bindingName(service: string, version: SoapVersion): string {
  return version === '1.1' ? `${service}Soap` : `${service}Soap12`;
}

/** One binding for each SOAP version, named as in .asmx services. */
export function bindingsOf(
  service: string,
  { ports }: Endpoints,
  isRpc: boolean,
  operations: readonly { readonly bindingOf: (version: SoapVersion) => BindingOperation | undefined }[],
  portType: QName,
  wsdl: WsdlDetails,
): readonly Binding[] {
  const versions = [...new Set(ports.map(({ soapVersion }) => soapVersion))];
  return versions.map((soapVersion) => {
    const { name, notes, style, transport } = wsdl.binding(soapVersion);
    return {
      name: { namespace: portType.namespace, local: name ?? bindingName(service, soapVersion) },
      portType,
      soapVersion,
      style: style ?? (isRpc ? 'rpc' : 'document'),
      // Also for SOAP 1.2 over HTTP: readers of WSDL 1.1 know no other URI.
      transport: transport ?? 'http://schemas.xmlsoap.org/soap/http',
      operations: operations.flatMap(({ bindingOf }) => bindingOf(soapVersion) ?? []),
      ...notes,
    };
  });
}

export function serviceOf(
  name: string,
  doc: string | undefined,
  { ports }: Endpoints,
  bindings: readonly Binding[],
): Service {
  const bound = ports.flatMap(({ soapVersion, addressing: _, ...port }): readonly Port[] => {
    const binding = bindings.find((one) => one.soapVersion === soapVersion);
    return binding === undefined ? [] : [{ ...port, binding: binding.name }];
  });
  return { name, doc, ports: bound };
}

/** It may be empty; undefined if it is invalid or absent. */
export function readSoapAction(entry: MapEntry | undefined, findings: Findings): Located | undefined {
  const text = entry && readText(entry, findings);
  if (text === undefined) return undefined;
  // It is the value of an HTTP header, in quotes. Some WSDLs have spaces in it.
  const isSendable = /^(?! )[\u0020-\u007E]*(?<! )$/.test(text.text) && !text.text.includes('"');
  if (!isSendable) findings.add(kinds.badSoapAction, { soapAction: text.text }, text.at);
  return isSendable && checkCharacters(text, 'soapAction', findings) ? text : undefined;
}

/** As an HTTP header contains it: a URI with percent-encoded characters beyond ASCII (RFC 3987, 3.1), which names may have. */
export function encodeAction(action: string): string {
  return action.replace(/[^\u0020-\u007E]+/gu, encodeURIComponent);
}

/** The soapAction of operations without their own, with `{operation}` for the name. */
export function readSoapActionTemplate(
  entry: MapEntry | undefined,
  findings: Findings,
): ((operation: string) => string) | undefined {
  const template = readSoapAction(entry, findings);
  if (template === undefined) return undefined;
  for (const [placeholder] of template.text.matchAll(/\{[^{}]*\}?|\}/g)) {
    if (placeholder !== '{operation}') {
      const at = findings.within(template.at, placeholder, 0);
      findings.add(kinds.badPlaceholder, { placeholder, key: 'soapAction' }, at);
    }
  }
  return (operation) => encodeAction(template.text.replaceAll('{operation}', operation));
}

/** How simple types are mapped to TypeScript. */
export function readOptions(entry: MapEntry | undefined, findings: Findings): ContractOptions {
  const map = entry && readMap(entry.value, '"options"', findings);
  const entries = map === undefined ? new Entries(findings) : readConstruct(map, 'options', findings);
  const choose = <Word extends string>(key: string, words: readonly Word[], otherwise: Word): Word =>
    entries.choice(key, words, `mapping of ${key}`) ?? otherwise;
  return {
    long: choose('long', mappings.long, 'bigint'),
    decimal: choose('decimal', mappings.decimal, 'string'),
    dateTime: choose('dateTime', mappings.dateTime, 'Date'),
    date: choose('date', mappings.date, 'string'),
    duration: choose('duration', mappings.duration, 'string'),
  };
}
