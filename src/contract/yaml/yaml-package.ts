import { createRequire } from 'node:module';

/** Loads the package when it is needed, and synchronously: most files are read without it. */
export function loadYamlPackage(): typeof import('yaml') {
  return createRequire(import.meta.url)('yaml');
}
