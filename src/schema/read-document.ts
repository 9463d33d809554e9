import { type ContractOptions, mappings, type SoapVersion } from '../contract/index.ts';
import { contract as contractKinds, source as kinds } from '../diagnostics/index.ts';
import type { ContractDocument, RecordDocument } from './document.ts';
import type { Findings } from './findings.ts';
import { contractKeys, optionKeys, recordKeys } from './keys.ts';
import type { MapEntry, Node } from './node.ts';
import { readFields } from './read-field.ts';
import { readOperations, readOwnKeys } from './read-operation.ts';
import { readTypes } from './read-type.ts';
import { readChoice, readKeys, readList, readMap, readName, requireKey } from './shape.ts';
import { readDoc, readTypeScriptName, readXmlName } from './texts.ts';
import { isBuiltInName } from './type-expression.ts';
import { checkVersion } from './version.ts';

/** What could be read of a document. Parts that are missing or wrong were reported. */
export type PartialDocument = Partial<Pick<ContractDocument, 'service' | 'namespace' | 'address'>> &
  Omit<ContractDocument, 'service' | 'namespace' | 'address'> & {
    /** Also of records that are wrong in themselves: to name one is no second mistake. */
    readonly recordNames: ReadonlySet<string>;
  };

/** Undefined when the file is no contract of this version. */
export function readDocument(root: Node, findings: Findings): PartialDocument | undefined {
  const map = readMap(root, 'A contract', findings);
  if (map === undefined || !checkVersion(map, 'a contract', findings)) return undefined;
  const keys = readKeys(map, contractKeys, 'a contract', findings);
  const required = (key: 'service' | 'namespace' | 'address' | 'operations'): MapEntry | undefined =>
    requireKey(keys, key, 'the contract', map.entries[0]?.key.at, findings);
  const name = (key: 'service' | 'namespace' | 'address') => {
    const entry = required(key);
    return entry && readName(entry, findings);
  };
  const service = name('service');
  const namespace = name('namespace');
  const address = name('address');
  const serviceName = service && readXmlName(service, 'a service', findings);
  const recordEntries = keys.get('records');
  const recordMap = recordEntries && readMap(recordEntries.value, '"records"', findings);
  return {
    ...(serviceName !== undefined && { service: serviceName }),
    ...(namespace !== undefined && { namespace }),
    ...(address !== undefined && { address }),
    doc: readDoc(keys.get('doc'), findings),
    soap: readSoap(keys.get('soap'), findings),
    options: readOptions(keys.get('options'), findings),
    operations: readOperations(required('operations'), findings),
    types: readTypes(keys.get('types'), findings),
    records: recordMap?.entries.flatMap((entry) => readRecord(entry, findings) ?? []) ?? [],
    recordNames: new Set(recordMap?.entries.map(({ key }) => key.text)),
  };
}

const soapVersions: readonly SoapVersion[] = ['1.1', '1.2'];

/** Both versions unless the contract lists one. */
function readSoap(entry: MapEntry | undefined, findings: Findings): readonly SoapVersion[] {
  const list = entry && readList(entry, findings);
  if (entry === undefined || list === undefined) return soapVersions;
  if (list.items.length === 0) findings.add(kinds.emptyList, { what: '"soap"' }, list.at);
  const versions: SoapVersion[] = [];
  for (const item of list.items) {
    const text = readName({ key: entry.key, value: item }, findings);
    const version = text && readChoice(text, soapVersions, 'SOAP version', findings);
    if (version === undefined || text === undefined) continue;
    if (versions.includes(version)) findings.add(kinds.listedTwice, { value: version }, text.at);
    else versions.push(version);
  }
  return versions;
}

function readOptions(entry: MapEntry | undefined, findings: Findings): ContractOptions {
  const map = entry && readMap(entry.value, '"options"', findings);
  const keys = map && readKeys(map, optionKeys, '"options"', findings);
  const choose = <Word extends string>(
    key: (typeof optionKeys)[number],
    words: readonly Word[],
    otherwise: Word,
  ): Word => {
    const option = keys?.get(key);
    const text = option && readName(option, findings);
    return (text && readChoice(text, words, `mapping of ${key}`, findings)) ?? otherwise;
  };
  return {
    long: choose('long', mappings.long, 'bigint'),
    decimal: choose('decimal', mappings.decimal, 'string'),
    dateTime: choose('dateTime', mappings.dateTime, 'Date'),
  };
}

function readRecord(entry: MapEntry, findings: Findings): RecordDocument | undefined {
  const name = readXmlName(entry.key, 'a record', findings);
  if (isBuiltInName(entry.key.text)) {
    findings.add(contractKinds.recordNamedLikeBuiltIn, { name: entry.key.text }, entry.key.at);
    return undefined;
  }
  const map = readMap(entry.value, `The record "${entry.key.text}"`, findings);
  if (map === undefined) return undefined;
  const keys = readOwnKeys(map, recordKeys, 'a record', findings);
  const doc = readDoc(keys.get('$doc'), findings);
  const typeScriptName = readTypeScriptName(keys.get('$name'), 'top', findings);
  const fields = readFields(map, findings);
  return name && { name, doc, typeScriptName, fields };
}
