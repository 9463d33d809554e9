import { contract as kinds } from '../diagnostics/index.ts';
import type { FieldDocument, OperationDocument } from './document.ts';
import type { Findings } from './findings.ts';
import { operationKeys, requestKeys } from './keys.ts';
import { isMissing, type MapEntry, type MapNode } from './node.ts';
import { readFields, readResult } from './read-field.ts';
import { readKeys, readMap, readText, reportUnknownKey, requireKey } from './shape.ts';
import { checkCharacters, readDoc, readTypeScriptName, readXmlName } from './texts.ts';

/** All operations that make sense by themselves. A service without any is reported. */
export function readOperations(entry: MapEntry | undefined, findings: Findings): readonly OperationDocument[] {
  if (entry === undefined) return [];
  const map = isMissing(entry.value) ? undefined : readMap(entry.value, '"operations"', findings);
  if (isMissing(entry.value) || map?.entries.length === 0) findings.add(kinds.emptyService, {}, entry.key.at);
  const operations = map?.entries.map((operation) => readOperation(operation, findings)) ?? [];
  return operations.filter((operation) => operation !== undefined);
}

function readOperation(entry: MapEntry, findings: Findings): OperationDocument | undefined {
  const name = readXmlName(entry.key, 'an operation', findings);
  const map = readMap(entry.value, `The operation "${entry.key.text}"`, findings);
  if (map === undefined) return undefined;
  const keys = readKeys(map, operationKeys, 'an operation', findings);
  const doc = readDoc(keys.get('doc'), findings);
  const typeScriptName = readTypeScriptName(keys.get('name'), 'top', findings);
  const request = readRequest(keys.get('request'), findings);
  const resultEntry = requireKey(keys, 'result', `the operation "${entry.key.text}"`, entry.key.at, findings);
  const result = resultEntry && readResult(resultEntry, entry.key.text, findings);
  const soapAction = readSoapAction(keys.get('soapAction'), findings);
  return name && result && { name, doc, typeScriptName, soapAction, result, ...request };
}

interface Request {
  readonly requestDoc: string | undefined;
  readonly request: readonly FieldDocument[];
}

function readRequest(entry: MapEntry | undefined, findings: Findings): Request {
  const map = entry && readMap(entry.value, 'A request', findings);
  if (map === undefined) return { requestDoc: undefined, request: [] };
  const keys = readOwnKeys(map, requestKeys, 'a request', findings);
  return { requestDoc: readDoc(keys.get('$doc'), findings), request: readFields(map, findings) };
}

/** The keys that begin with `$`, between those of fields. */
export function readOwnKeys<Key extends string>(
  map: MapNode,
  known: readonly Key[],
  where: string,
  findings: Findings,
): ReadonlyMap<Key, MapEntry> {
  const own = new Map<Key, MapEntry>();
  for (const entry of map.entries) {
    if (!entry.key.text.startsWith('$')) continue;
    const key = known.find((name) => name === entry.key.text);
    if (key !== undefined) own.set(key, entry);
    else reportUnknownKey(entry, known, where, findings);
  }
  return own;
}

/** May be empty; undefined where it is derived. */
function readSoapAction(entry: MapEntry | undefined, findings: Findings): string | undefined {
  const text = entry && readText(entry, findings);
  if (text === undefined) return undefined;
  // It travels in a header: what a header cannot carry is refused by the same words.
  const visible = /^[\u0021-\u007E]*$/.test(text.text) && !text.text.includes('"');
  if (!visible) findings.add(kinds.badSoapAction, { soapAction: text.text }, text.at);
  return visible && checkCharacters(text, 'soapAction', findings) ? text.text : undefined;
}
