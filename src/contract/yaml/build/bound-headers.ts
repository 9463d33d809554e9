import { uses } from '../../language/index.ts';
import type { HeaderBinding, HeaderFault } from '../../model/index.ts';
import { type Entries, readConstruct } from '../entries.ts';
import { readList, readMap, readText } from '../values.ts';
import type { MapEntry } from '../yaml-node.ts';
import { readUri } from './wsdl-details.ts';

/** The header blocks of a binding in full. @param targetNamespace of the WSDL, which has the messages. */
export function readBoundHeaders(
  entry: MapEntry,
  targetNamespace: string,
  findings: Entries['findings'],
): readonly HeaderBinding[] {
  const items = readList(entry, findings)?.items ?? [];
  return items.flatMap((item): readonly HeaderBinding[] => {
    const map = readMap(item, 'A header block', findings);
    if (map === undefined) return [];
    const entries = readConstruct(map, 'boundHeader', findings, { at: map.at });
    const role = readUri(entries, 'role');
    const listed = entries.get('faults');
    const faults = listed && readHeaderFaults(listed, targetNamespace, findings);
    return [
      {
        ...boundPart(entries, targetNamespace),
        mustUnderstand: entries.flag('mustUnderstand'),
        required: !entries.flag('optional'),
        ...(role !== undefined && { role }),
        ...(faults && { faults }),
      },
    ];
  });
}

function readHeaderFaults(
  entry: MapEntry,
  targetNamespace: string,
  findings: Entries['findings'],
): readonly HeaderFault[] {
  const items = readList(entry, findings)?.items ?? [];
  return items.flatMap((item) => {
    const map = readMap(item, 'A header fault', findings);
    if (map === undefined) return [];
    return [boundPart(readConstruct(map, 'boundHeaderFault', findings, { at: map.at }), targetNamespace)];
  });
}

function boundPart(entries: Entries, targetNamespace: string): HeaderFault {
  const textAt = (key: string): string => {
    const entry = entries.get(key);
    return (entry && readText(entry, entries.findings)?.text) ?? '';
  };
  const namespace = readUri(entries, 'namespace');
  return {
    message: { namespace: targetNamespace, local: textAt('message') },
    part: textAt('part'),
    use: entries.choice('use', uses, 'use') ?? 'literal',
    ...(namespace !== undefined && { namespace }),
  };
}
