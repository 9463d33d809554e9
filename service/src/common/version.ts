import { readFileSync } from 'node:fs';

/** The same place from the sources and from what is built. */
const packageFile = new URL('../../package.json', import.meta.url);

/** The version of the service. */
export function version(): string {
  return (JSON.parse(readFileSync(packageFile, 'utf8')) as { readonly version: string }).version;
}
