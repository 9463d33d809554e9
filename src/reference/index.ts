/** A static reference of a contract: pages in HTML or Markdown. Pure: it reads nothing but the contract. */

export type { ReferenceChange, ReferenceChanges, ReferenceInput, ReferenceSample } from './reference.ts';
export { type ReferenceFile, type ReferenceFormat, referenceFiles } from './reference-files.ts';
