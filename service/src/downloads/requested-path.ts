import { nameProblem } from '../domain/entry-paths.ts';

/** The target of a request below a prefix. */
export interface RequestedPath {
  /** `/account/folder/file`, without a `/` at the end. */
  readonly path: string;
  /** Whether it ended in `/`, as the addresses of folders do. */
  readonly isFolder: boolean;
  readonly query: URLSearchParams;
}

/** The path below which files are served. */
export const filesPrefix = '/files/';

/**
 * Parses the target of a request. Each segment is decoded by itself, so that an encoded `/` is not a separator.
 *
 * @returns undefined for an invalid path: `.`, `..`, empty segments, control characters, invalid
 *   escapes.
 */
export function requestedPath(target: string, prefix: string = filesPrefix): RequestedPath | undefined {
  const [raw = '', query = ''] = target.split(/\?(.*)/s, 2);
  if (!raw.startsWith(prefix)) return undefined;
  const isFolder = raw.endsWith('/');
  const segments = raw.slice(prefix.length, isFolder ? -1 : undefined).split('/');
  const names = segments.map(decoded);
  // As `folderPath` has it.
  if (names.length > 1000) return undefined;
  if (names.some((name) => name === undefined || nameProblem(name) !== undefined)) return undefined;
  return { path: `/${names.join('/')}`, isFolder, query: new URLSearchParams(query) };
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment).normalize('NFC');
  } catch {
    return undefined;
  }
}

/** The address of a file or folder below a prefix, by default relative to the address of the operator's port. */
export function addressOf(
  { path, kind }: { readonly path: string; readonly kind: 'file' | 'folder' },
  prefix: string = filesPrefix,
): string {
  const names = path.slice(1).split('/').map(encodeURIComponent);
  return `${prefix}${names.join('/')}${kind === 'folder' ? '/' : ''}`;
}
