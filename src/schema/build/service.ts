import type { Binding, BindingOperation, Port, QName, Service, SoapVersion } from '../../contract/index.ts';
import { contract as kinds, source } from '../../diagnostics/index.ts';
import { type EffectiveVariable, type Environment, readAddress } from '../address.ts';
import type { ContractFile } from '../files.ts';
import type { Findings } from '../findings.ts';
import { portKeys } from '../keys.ts';
import type { MapEntry } from '../node.ts';
import type { Overrides } from '../overrides.ts';
import { originOf } from '../scope.ts';
import { readChoice, readKeys, readList, readMap, readName, requireKey } from '../shape.ts';
import { readDoc, readXmlName } from '../texts.ts';
import type { Style } from './operation.ts';

/** Where and how the service is offered. */
export interface Endpoints {
  readonly ports: readonly PortDocument[];
  readonly variables: readonly EffectiveVariable[];
}

export interface PortDocument extends Omit<Port, 'binding'> {
  readonly soapVersion: SoapVersion;
}

const soapVersions: readonly SoapVersion[] = ['1.1', '1.2'];

/** Undefined where there is no address, or none that can be used. */
export function readEndpoints(
  file: ContractFile,
  service: string,
  environment: Environment,
  overrides: Overrides,
): Endpoints | undefined {
  const { keys, findings } = file;
  const portsEntry = keys.get('ports');
  const addressEntry = keys.get('address');
  const address = addressEntry && readAddress(addressEntry, environment, overrides, findings);
  const soap = keys.get('soap');
  const versions = readSoap(soap, findings);
  if (portsEntry !== undefined) {
    if (soap !== undefined) findings.add(kinds.oneOfKeys, { one: 'ports', other: 'soap' }, soap.key.at);
    const map = readMap(portsEntry.value, '"ports"', findings);
    if (map?.entries.length === 0) findings.add(source.emptyList, { what: '"ports"' }, portsEntry.value.at);
    const read = map?.entries.map((entry) => readPort(entry, address?.value, environment, overrides, findings)) ?? [];
    const good = read.filter((port) => port !== undefined);
    const variables = [...(address?.variables ?? []), ...good.flatMap(({ variables: more }) => more)];
    return { ports: good.map(({ port }) => port), variables };
  }
  requireKey(keys, 'address', 'the contract', file.start, findings);
  if (address === undefined) return undefined;
  const ports = versions.map((soapVersion) => ({
    name: bindingName(service, soapVersion),
    address: address.value,
    soapVersion,
  }));
  return { ports, variables: address.variables };
}

/** Both versions unless the contract lists one. */
function readSoap(entry: MapEntry | undefined, findings: Findings): readonly SoapVersion[] {
  const list = entry && readList(entry, findings);
  if (entry === undefined || list === undefined) return soapVersions;
  if (list.items.length === 0) findings.add(source.emptyList, { what: '"soap"' }, list.at);
  const versions: SoapVersion[] = [];
  for (const item of list.items) {
    const text = readName({ key: entry.key, value: item }, findings);
    const version = text && readChoice(text, soapVersions, 'SOAP version', findings);
    if (version === undefined || text === undefined) continue;
    if (versions.includes(version)) findings.add(source.listedTwice, { value: version }, text.at);
    else versions.push(version);
  }
  return versions;
}

function readPort(
  entry: MapEntry,
  otherwise: string | undefined,
  environment: Environment,
  overrides: Overrides,
  findings: Findings,
): { readonly port: PortDocument; readonly variables: readonly EffectiveVariable[] } | undefined {
  const name = readXmlName(entry.key, 'a port', findings);
  const map = readMap(entry.value, `The port "${entry.key.text}"`, findings);
  if (map === undefined) return undefined;
  const keys = readKeys(map, portKeys, 'a port', findings);
  const where = `the port "${entry.key.text}"`;
  const soap = requireKey(keys, 'soap', where, entry.key.at, findings);
  const text = soap && readName(soap, findings);
  const soapVersion = text && readChoice(text, soapVersions, 'SOAP version', findings);
  const given = keys.get('address');
  const address = given && readAddress(given, environment, overrides, findings);
  if (given === undefined && otherwise === undefined) requireKey(keys, 'address', where, entry.key.at, findings);
  const value = given === undefined ? otherwise : address?.value;
  const doc = readDoc(keys.get('doc'), findings);
  if (name === undefined || soapVersion === undefined || value === undefined) return undefined;
  const port = { name: name.text, address: value, doc, origin: originOf(entry.key, findings), soapVersion };
  return { port, variables: address?.variables ?? [] };
}

function bindingName(service: string, version: SoapVersion): string {
  return version === '1.1' ? `${service}Soap` : `${service}Soap12`;
}

/** One binding a SOAP version, named as the .asmx family does it. */
export function bindingsOf(
  service: string,
  { ports }: Endpoints,
  style: Style,
  operations: readonly BindingOperation[],
  portType: QName,
): readonly Binding[] {
  const versions = [...new Set(ports.map(({ soapVersion }) => soapVersion))];
  return versions.map((soapVersion) => ({
    name: { namespace: portType.namespace, local: bindingName(service, soapVersion) },
    portType,
    soapVersion,
    style: style === 'rpc' ? 'rpc' : 'document',
    // SOAP 1.2 over HTTP too: every reader of WSDL 1.1 knows it by this URI alone.
    transport: 'http://schemas.xmlsoap.org/soap/http',
    operations,
  }));
}

export function serviceOf(
  name: string,
  doc: string | undefined,
  { ports }: Endpoints,
  bindings: readonly Binding[],
): Service {
  const bound = ports.flatMap(({ soapVersion, ...port }): readonly Port[] => {
    const binding = bindings.find((one) => one.soapVersion === soapVersion);
    return binding === undefined ? [] : [{ ...port, binding: binding.name }];
  });
  return { name, doc, ports: bound };
}
