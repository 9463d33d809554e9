import type { MapEntry, MapNode } from '../contract/index.ts';
import { type DeclaringKey, declaringKeys } from '../contract/index.ts';
import type { Range } from '../diagnostics/index.ts';

/** A section of a contract, a declaration in it, or a field. */
export interface OutlineEntry {
  readonly name: string;
  readonly kind: 'section' | 'operation' | 'component' | 'field';
  /** The type of a field in short form. */
  readonly detail?: string | undefined;
  readonly whole: Range;
  readonly key: Range;
  readonly children: readonly OutlineEntry[];
}

/** Sections of a file with the operations and components in them. */
export function outlineOf(root: MapNode): readonly OutlineEntry[] {
  return root.entries.flatMap((entry) => {
    const { text } = entry.key;
    if (text !== 'operations' && !Object.hasOwn(declaringKeys, text)) return [];
    const kind = text === 'operations' ? 'operation' : 'component';
    return [
      entryOf(
        entry,
        'section',
        membersOf(entry).map((one) => declarationOf(one, kind, text)),
      ),
    ];
  });
}

function declarationOf(entry: MapEntry, kind: 'operation' | 'component', section: string): OutlineEntry {
  const hasFields: readonly (DeclaringKey | string)[] = ['records', 'groups', 'attributeGroups'];
  const fields = hasFields.includes(section) ? membersOf(entry) : [];
  return entryOf(
    entry,
    kind,
    fields.map((field) => entryOf(field, 'field', [])),
  );
}

function entryOf(
  { key, value }: MapEntry,
  kind: OutlineEntry['kind'],
  children: readonly OutlineEntry[],
): OutlineEntry {
  return {
    name: key.text === '' ? '""' : key.text,
    kind,
    detail: value.kind === 'text' && value.text !== '' ? value.text : undefined,
    whole: { start: key.at.start, end: Math.max(key.at.end, value.at.end) },
    key: key.at,
    children,
  };
}

/** Entries that are not keys of the language. */
function membersOf({ value }: MapEntry): readonly MapEntry[] {
  return value.kind === 'map' ? value.entries.filter(({ key }) => !key.text.startsWith('$')) : [];
}
