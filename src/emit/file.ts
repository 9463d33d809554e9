/** A file in memory, for the output stage to write. */
export interface EmittedFile {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** The text of a file in pieces: as one string, that of a large contract fills memory. */
export interface Printing<Around> {
  /** Generated lazily; iterate once. */
  readonly pieces: Iterable<string>;
  /** The text around the pieces, such as imports. Call it after the last piece. */
  readonly around: () => Around;
}

/** A file before it is one string. */
export interface PrintedFile extends Printing<readonly [before: string, after: string]> {
  readonly path: string;
}

/** How relative imports in generated code end: `./types.ts`, `./types.js` or `./types`. */
export type ImportExtension = 'ts' | 'js' | 'none';

/** Whose code it is: a client writes requests and reads responses, a server reads requests and writes responses. */
export type Side = 'client' | 'server';

/** Which sides of a service code is generated for. */
export type Sides = Side | 'both';

/** How clients read responses. Code for tolerant reading is another than for the other two. */
export type Reading = 'tolerant' | 'standard' | 'strict';

export interface EmitOptions {
  /** The contract's file as the header of every file names it; with forward slashes. */
  readonly source: string;
  readonly importExtension: ImportExtension;
  /** The default of the client; `standard` unless it is given. */
  readonly reading?: Reading | undefined;
  /** Both unless it is given. Code for a client alone has no server, pages and WSDL. */
  readonly sides?: Sides | undefined;
  /** Into how many files each types.ts and codec.ts go, for large contracts; one unless it is given. */
  readonly parts?: number | undefined;
}

/** The specifier of a generated or hand-written module, given without an extension. */
export function specifierOf(path: string, extension: ImportExtension): string {
  return extension === 'none' ? path : `${path}.${extension}`;
}

/**
 * Which of several files a name of a large contract is in. It depends on the name alone, so that adding another never moves
 * it; a type that is named after a member of another one (`Payment_method`) is in the same file as that.
 */
export function partOf(name: string, parts: number): number {
  const end = name.indexOf('_', 1);
  const counted = end === -1 ? name.length : end;
  // FNV-1a over UTF-16 code units.
  let hash = 0x811c9dc5;
  for (let at = 0; at < counted; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0;
  return hash % parts;
}

/** File name of a part, without its extension. */
export function partName(part: number): string {
  return `part-${String(part).padStart(3, '0')}`;
}

/** The generation of `@soapwright/runtime` that generated code needs. */
export const generation = 2;
