import type { Attachment } from '../../model/index.ts';
import type { Entries } from '../entries.ts';
import { readConstruct } from '../entries.ts';
import { readList, readMap, readNames } from '../values.ts';
import type { MapEntry } from '../yaml-node.ts';

/** The further parts of a MIME multipart message; undefined for a message without. */
export function readAttachments(
  entry: MapEntry | undefined,
  findings: Entries['findings'],
): readonly Attachment[] | undefined {
  const items = entry && readList(entry, findings)?.items;
  return items?.flatMap((item): readonly Attachment[] => {
    const map = readMap(item, 'An attachment', findings);
    if (map === undefined) return [];
    const entries = readConstruct(map, 'attachment', findings, { at: map.at });
    const types = entries.get('types');
    const part = entries.name('part')?.text ?? '';
    return [{ part, types: types === undefined ? [] : readNames(types, findings).map(({ text }) => text) }];
  });
}
