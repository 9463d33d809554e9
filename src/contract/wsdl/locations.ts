/** Whether a location is an address of the web. */
export function isAddress(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/**
 * The location that a reference in a file leads to: an address, or a path with `/`. Locations identify files: the same
 * file reached by two ways has one location.
 */
export function resolveLocation(base: string, reference: string): string {
  if (isAddress(reference)) return new URL(reference).href;
  if (isAddress(base)) return new URL(reference, base).href;
  const path = decoded(reference.replace(/^file:(?:\/\/(?:localhost)?)?/i, ''))
    .replaceAll('\\', '/')
    .replace(/[#?].*$/, '');
  const isAbsolute = path.startsWith('/') || /^[A-Za-z]:\//.test(path);
  return normalise(isAbsolute ? path : `${base.slice(0, base.lastIndexOf('/') + 1)}${path}`);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Removes `.` and `..` where possible. */
function normalise(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '.' || (segment === '' && kept.length > 0)) continue;
    const last = kept.at(-1);
    if (segment === '..' && last !== undefined && last !== '..' && last !== '') kept.pop();
    else kept.push(segment);
  }
  return kept.join('/');
}
