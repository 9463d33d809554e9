import { dateTimeOfTicks } from '../uploads/ticks.ts';
import type { TreeEntry } from './entry-tree.ts';

/** A line of a listing: bytes, time of the last change in UTC, path; a folder ends in `/`. */
export function entryLine({ kind, path, size, writtenTicks }: TreeEntry): string {
  const written = (timeOf(writtenTicks) ?? '-').padEnd(28);
  return `${String(size ?? '-').padStart(15)}  ${written}  ${path}${kind === 'folder' ? '/' : ''}\n`;
}

/** The same for programs. */
export function entryJson({ kind, path, size, content, writtenTicks, creationTicks }: TreeEntry): object {
  if (kind === 'folder') return { path, kind };
  return { path, kind, size, written: timeOf(writtenTicks), created: timeOf(creationTicks), content };
}

function timeOf(ticks: bigint | null): string | undefined {
  return ticks === null ? undefined : dateTimeOfTicks(ticks).toString();
}
