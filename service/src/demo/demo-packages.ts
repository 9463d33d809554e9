import { createRequire } from 'node:module';
import { readPackage } from '../common/package-version.ts';
import { errorCode } from '../common/storage-error.ts';

/** Finds an installed package by its name; throws an error as `require.resolve` does. */
export type Resolve = (name: string) => unknown;

const { resolve: resolveHere } = createRequire(import.meta.url);

/**
 * How to install the packages of the demonstration that are missing; undefined if all are there. Only its identity
 * provider needs them, so they are not installed with the service.
 */
export function missingDemoPackages(resolve: Resolve = resolveHere): string | undefined {
  const { peerDependencies } = readPackage();
  const missing = Object.entries(peerDependencies).filter(([name]) => !isInstalled(name, resolve));
  if (missing.length === 0) return undefined;
  const names = missing.map(([name, version]) => `${name}@${version}`).join(' ');
  return `The demonstration needs packages that are not installed with the service: npm install ${names}`;
}

/** A package that only `import` can load is found, and has no file for `require`. */
function isInstalled(name: string, resolve: Resolve): boolean {
  try {
    resolve(name);
    return true;
  } catch (error) {
    return errorCode(error) !== 'MODULE_NOT_FOUND';
  }
}
