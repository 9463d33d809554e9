import { readFileSync } from 'node:fs';

// The same relative path from the sources and from the build.
const packageFile = new URL('../../package.json', import.meta.url);

interface Package {
  readonly version: string;
  /** Packages of the demonstration, and their versions. */
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** The package.json of the service. */
export function readPackage(): Package {
  return JSON.parse(readFileSync(packageFile, 'utf8')) as Package;
}

/** The version of the service, from package.json. */
export function version(): string {
  return readPackage().version;
}
