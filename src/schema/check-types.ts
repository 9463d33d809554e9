import { contract as kinds } from '../diagnostics/index.ts';
import { checkDeclaredTypes } from './check-facets.ts';
import type { FieldDocument, RecordDocument } from './document.ts';
import type { Findings } from './findings.ts';
import type { PartialDocument } from './read-document.ts';
import { checkTypeName, isBuiltInName } from './type-expression.ts';

/** Every field's type is there, no record contains itself without end, and every record is used. */
export function checkTypes(document: PartialDocument, findings: Findings): void {
  const { operations, types, records, recordNames } = document;
  checkDeclared(document, findings);
  const known = new Set([...types.map(({ name }) => name.text), ...recordNames]);
  const messages = operations.flatMap(({ request, result }) => [...request, result]);
  for (const { type } of [...messages, ...records.flatMap(({ fields }) => fields)]) {
    checkTypeName(type, known, findings);
  }
  const byName = new Map(records.map((record) => [record.name.text, record]));
  checkEndless(records, byName, findings);
  // With errors elsewhere a record may only seem to be unused.
  if (findings.hasErrors) return;
  const used = reachable(messages, byName);
  for (const { name } of records) {
    if (!used.has(name.text)) findings.add(kinds.unusedRecord, { record: name.text }, name.at);
  }
}

/** Types by themselves, and their names beside those of records and of XML Schema. */
function checkDeclared({ types, recordNames }: PartialDocument, findings: Findings): void {
  for (const { name } of types) {
    if (isBuiltInName(name.text)) findings.add(kinds.typeNamedLikeBuiltIn, { name: name.text }, name.at);
    else if (recordNames.has(name.text)) findings.add(kinds.typeNamedLikeRecord, { name: name.text }, name.at);
  }
  checkDeclaredTypes(types, findings);
}

type Records = ReadonlyMap<string, RecordDocument>;

/** A record whose required field leads back to it can never be written down. Each circle is reported once, where it begins in the file. */
function checkEndless(records: readonly RecordDocument[], byName: Records, findings: Findings): void {
  const done = new Set<string>();
  for (const start of records) {
    // Its own stack: a chain of ten thousand records must not exhaust the other one.
    const path: { readonly record: RecordDocument; readonly fields: readonly FieldDocument[]; next: number }[] = [];
    const onPath = new Set<string>();
    const enter = (record: RecordDocument): void => {
      onPath.add(record.name.text);
      path.push({ record, fields: record.fields.filter(isRequired), next: 0 });
    };
    if (!done.has(start.name.text)) enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const field = top.fields[top.next++];
      if (field === undefined) {
        done.add(top.record.name.text);
        onPath.delete(top.record.name.text);
        path.pop();
        continue;
      }
      const target = byName.get(field.type.text);
      if (target === undefined || done.has(field.type.text)) continue;
      if (onPath.has(field.type.text)) {
        const circle = path.slice(path.findIndex(({ record }) => record === target));
        const steps = circle.map(({ record, fields, next }) => `${record.name.text}.${fields[next - 1]?.name.text}`);
        findings.add(
          kinds.infiniteRecord,
          { record: target.name.text, path: [...steps, target.name.text].join(' -> ') },
          field.type.at,
        );
      } else {
        enter(target);
      }
    }
  }
}

function isRequired({ optional, many, nillable }: FieldDocument): boolean {
  return !optional && !many && !nillable;
}

function reachable(from: readonly FieldDocument[], byName: Records): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...from];
  for (let field = waiting.pop(); field !== undefined; field = waiting.pop()) {
    const record = byName.get(field.type.text);
    if (record === undefined || found.has(field.type.text)) continue;
    found.add(field.type.text);
    waiting.push(...record.fields);
  }
  return found;
}
