import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path of a file of the package: it lies two folders above, from the sources as from the bundle. */
export function packagePath(name: string): string {
  return fileURLToPath(new URL(`../../${name}`, import.meta.url));
}

interface Package {
  readonly version: string;
  /** Packages of the demonstration, and their versions. */
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** The package.json of the service. */
export function readPackage(): Package {
  return JSON.parse(readFileSync(packagePath('package.json'), 'utf8')) as Package;
}

/** The version of the service, from package.json. */
export function version(): string {
  return readPackage().version;
}
