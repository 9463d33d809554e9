import { readFileSync } from 'node:fs';

// The same relative path from the sources and from the build.
const packageFile = new URL('../../package.json', import.meta.url);

/** The version of the service, from package.json. */
export function version(): string {
  return (JSON.parse(readFileSync(packageFile, 'utf8')) as { readonly version: string }).version;
}
