import { isSimpleType, mappingsOf } from '../contract/index.ts';
import { contract as kinds, source } from '../diagnostics/index.ts';
import type { FieldDocument } from './document.ts';
import type { Findings } from './findings.ts';
import { fieldKeys, resultKeys } from './keys.ts';
import { isMissing, type MapEntry, type MapNode } from './node.ts';
import { type Located, readFlag, readKeys, readName, requireKey } from './shape.ts';
import { readDoc, readTypeScriptName, readXmlName } from './texts.ts';
import { readTypeExpression, type TypeExpression } from './type-expression.ts';

/** The fields of a map whose other keys begin with `$`. Those that make no sense are reported and left out. */
export function readFields(map: MapNode, findings: Findings): readonly FieldDocument[] {
  const fields: FieldDocument[] = [];
  for (const entry of map.entries) {
    if (entry.key.text.startsWith('$')) continue;
    const field = readField(entry, findings);
    if (field !== undefined) fields.push(field);
  }
  return fields;
}

function readField(entry: MapEntry, findings: Findings): FieldDocument | undefined {
  const name = readXmlName(entry.key, 'a field', findings);
  if (entry.value.kind === 'text') {
    const type = readShortForm(entry, entry.key.text, findings);
    return name && type && plainField(name, type);
  }
  if (entry.value.kind === 'list') {
    findings.add(source.notAType, { what: `The field "${entry.key.text}"` }, entry.value.at);
    return undefined;
  }
  const map = entry.value;
  const keys = readKeys(map, fieldKeys, 'a field', findings);
  const many = readFlag(keys.get('many'), findings);
  const optional = readFlag(keys.get('optional'), findings);
  if (many && optional) {
    findings.add(kinds.manyAndOptional, { field: entry.key.text }, keys.get('optional')?.key.at);
  }
  const field = readLongForm(keys, name, entry, 'a field', findings);
  return field && { ...field, many, optional };
}

/** The one element of a response: of the name that `as` gives it, else of its type's. */
export function readResult(entry: MapEntry, operation: string, findings: Findings): FieldDocument | undefined {
  if (entry.value.kind === 'text') {
    const type = readShortForm(entry, 'result', findings);
    if (type === undefined) return undefined;
    if (type.many) findings.add(kinds.resultRepeats, { operation }, entry.value.at);
    return plainField(resultName(type.name, operation, findings), type);
  }
  if (entry.value.kind === 'list') {
    findings.add(source.notAType, { what: 'A result' }, entry.value.at);
    return undefined;
  }
  const map = entry.value;
  const keys = readKeys(map, resultKeys, 'a result', findings);
  const as = keys.get('as');
  const name = as && readName(as, findings);
  if (name !== undefined) readXmlName(name, 'an element', findings);
  const field = readLongForm(keys, name, entry, 'a result', findings);
  if (field === undefined) return undefined;
  return {
    ...field,
    name: as === undefined ? resultName(field.type, operation, findings) : field.name,
    optional: readFlag(keys.get('optional'), findings),
  };
}

function resultName(type: Located, operation: string, findings: Findings): Located {
  if (isSimpleType(type.text)) findings.add(kinds.resultNeedsName, { operation, type: type.text }, type.at);
  return type;
}

function readShortForm(entry: MapEntry, field: string, findings: Findings): TypeExpression | undefined {
  if (isMissing(entry.value)) {
    if (entry.value.kind === 'text' && entry.value.broken !== true) {
      findings.add(source.missingValue, { key: entry.key.text }, entry.key.at);
    }
    return undefined;
  }
  const text = readName(entry, findings);
  return text && readTypeExpression(text, field, findings);
}

function plainField(name: Located, type: TypeExpression): FieldDocument {
  return {
    name,
    type: type.name,
    optional: type.optional,
    many: type.many,
    nillable: false,
    sensitive: false,
    stream: false,
    mapping: undefined,
    doc: undefined,
    typeScriptName: undefined,
  };
}

/** What fields and results share. Without a name it takes its type's. */
function readLongForm(
  keys: ReadonlyMap<(typeof fieldKeys | typeof resultKeys)[number], MapEntry>,
  name: Located | undefined,
  entry: MapEntry,
  where: string,
  findings: Findings,
): FieldDocument | undefined {
  const typeEntry = requireKey(keys, 'type', where, entry.key.at, findings);
  const text = typeEntry && readName(typeEntry, findings);
  const type = text && readTypeExpression(text, entry.key.text, findings);
  if (type !== undefined && (type.optional || type.many)) {
    const [suffix, key] = type.many ? ['[]', 'many'] : ['?', 'optional'];
    findings.add(kinds.suffixInLongForm, { suffix, key, type: type.name.text }, text?.at);
  }
  const stream = readFlag(keys.get('stream'), findings);
  const field = {
    nillable: readFlag(keys.get('nillable'), findings),
    sensitive: readFlag(keys.get('sensitive'), findings),
    stream,
    mapping: readMapping(keys.get('mapping'), type?.name.text, findings),
    doc: readDoc(keys.get('doc'), findings),
    typeScriptName: readTypeScriptName(keys.get('name'), 'property', findings),
  };
  if (type === undefined) return undefined;
  if (stream && type.name.text !== 'base64Binary') {
    findings.add(
      kinds.streamNotBinary,
      { field: name?.text ?? entry.key.text, type: type.name.text },
      keys.get('stream')?.key.at,
    );
  }
  return { name: name ?? type.name, type: type.name, optional: false, many: false, ...field };
}

function readMapping(entry: MapEntry | undefined, type: string | undefined, findings: Findings): string | undefined {
  const mapping = entry && readName(entry, findings);
  if (mapping === undefined || type === undefined) return undefined;
  const allowed = mappingsOf(type);
  if (allowed.includes(mapping.text)) return mapping.text;
  findings.add(
    kinds.mappingDoesNotFit,
    { type, mapping: mapping.text, allowed: allowed.length === 0 ? 'none for this type' : allowed.join(', ') },
    mapping.at,
    { didYouMean: { name: mapping.text, among: allowed } },
  );
  return undefined;
}
