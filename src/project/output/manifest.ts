import { isConfined } from './folder.ts';

/** Name of the manifest in the output folder. It is committed with the files that it lists. */
export const manifestName = '.soapwright.json';

/** Increased when older versions of soapwright can no longer read the manifest. */
const format = 1;

/** The files that soapwright wrote to a folder. */
export interface Manifest {
  /** Generation of `@soapwright/runtime` that the code needs. */
  readonly generation: number;
  /**
   * Digests by path, the current one first. There are more during a run and after an interrupted one, when a file may
   * be the old one or the new one.
   */
  readonly files: ReadonlyMap<string, readonly string[]>;
  readonly operations: readonly string[];
  /** Removed operations whose handlers may still exist. */
  readonly retired: readonly string[];
  /** Names in TypeScript of the components of a WSDL, which they keep. */
  readonly names?: ComponentNames | undefined;
}

/** Names by the kinds and names of components, by their namespaces. */
export type ComponentNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const emptyManifest: Manifest = { generation: 0, files: new Map(), operations: [], retired: [] };

/** Sorted, and one item a line, so that version control can merge it. */
export function printManifest(manifest: Manifest): string {
  const paths = [...manifest.files.keys()].sort(byCodeUnits);
  const files = Object.fromEntries(paths.map((path) => [path, manifest.files.get(path)?.[0] ?? '']));
  const pending = paths.flatMap((path) => {
    const more = (manifest.files.get(path) ?? []).slice(1);
    return more.length === 0 ? [] : [[path, more] as const];
  });
  const json = {
    soapwright: format,
    generation: manifest.generation,
    files,
    ...(pending.length > 0 && { pending: Object.fromEntries(pending) }),
    operations: sorted(manifest.operations),
    ...(manifest.retired.length > 0 && { retired: sorted(manifest.retired) }),
    ...(manifest.names !== undefined && { names: sortedNames(manifest.names) }),
  };
  return `${JSON.stringify(json, undefined, 2)}\n`;
}

/** In the order of the manifest. */
export function sortedNames(names: ComponentNames): ComponentNames {
  const byKey = <T>(record: Readonly<Record<string, T>>): readonly (readonly [string, T])[] =>
    Object.entries(record).sort(([a], [b]) => byCodeUnits(a, b));
  return Object.fromEntries(byKey(names).map(([namespace, own]) => [namespace, Object.fromEntries(byKey(own))]));
}

export type ParsedManifest =
  | { readonly kind: 'manifest'; readonly manifest: Manifest }
  | { readonly kind: 'invalid'; readonly reason: string }
  /** It contains a path that leads out of the folder. */
  | { readonly kind: 'escapes'; readonly path: string };

export function parseManifest(text: string): ParsedManifest {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    const conflict = /^<{7} /m.test(text);
    return invalid(conflict ? 'it contains a merge conflict' : 'it is not JSON');
  }
  if (!isRecord(json)) return invalid('it is not an object');
  if (typeof json.soapwright !== 'number') return invalid('it has no `soapwright`');
  if (json.soapwright > format) return invalid('a newer soapwright wrote it');
  const { generation = 0, files = {}, pending = {}, operations = [], retired = [], names } = json;
  if (typeof generation !== 'number') return invalid('`generation` is not a number');
  if (!isRecord(files) || !isRecord(pending)) return invalid('`files` is not an object');
  if (!isStrings(operations) || !isStrings(retired)) return invalid('`operations` is not a list of names');
  if (names !== undefined && !isNames(names)) return invalid('`names` is not an object of names');
  const digests = new Map<string, readonly string[]>();
  for (const [path, digest] of Object.entries(files)) {
    if (!isConfined(path)) return { kind: 'escapes', path };
    const more = pending[path] ?? [];
    if (typeof digest !== 'string' || !isStrings(more)) return invalid('`files` contains a value that is not a digest');
    digests.set(path, [digest, ...more]);
  }
  return { kind: 'manifest', manifest: { generation, files: digests, operations, retired, ...(names && { names }) } };
}

function invalid(reason: string): ParsedManifest {
  return { kind: 'invalid', reason };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNames(value: unknown): value is ComponentNames {
  if (!isRecord(value)) return false;
  return Object.values(value).every((own) => isRecord(own) && isStrings(Object.values(own)));
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** The same order in every locale. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(byCodeUnits);
}
