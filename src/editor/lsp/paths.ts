import { fileURLToPath, pathToFileURL } from 'node:url';

/** The path of a document with forward slashes; its address if it is not in a file. */
export function pathOf(uri: string): string {
  if (!uri.startsWith('file:')) return uri;
  try {
    return fileURLToPath(uri).replaceAll('\\', '/');
  } catch {
    return uri;
  }
}

export function uriOf(path: string): string {
  return /^(?:\/|[A-Za-z]:\/)/.test(path) ? pathToFileURL(path).href : path;
}
