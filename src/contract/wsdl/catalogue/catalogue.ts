import { readFileSync } from 'node:fs';
import { wellKnownFolder } from '../well-known-folder.ts';
import { type CatalogueQuery, findCatalogueEntry } from './entries.ts';

/** A well-known document; `location` is the address where it is published. */
export interface CataloguedDocument {
  readonly location: string;
  readonly bytes: Uint8Array;
}

/** The well-known document for an import, if the package has it. Only documents that are asked for are read. */
export function catalogued(query: CatalogueQuery): CataloguedDocument | undefined {
  const entry = findCatalogueEntry(query);
  if (entry === undefined) return undefined;
  return { location: entry.locations[0] as string, bytes: readFileSync(new URL(entry.file, wellKnownFolder)) };
}
