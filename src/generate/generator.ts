import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Packages that what is generated depends on, besides soapwright's own code. */
const dependencies = ['yaml', 'handlebars', 'xmlbuilder2'];

/**
 * Which soapwright this is, down to a build of its source: another one may generate something else from the same
 * contract, whatever its version says.
 */
export function generatorIdentity(): string {
  const code = fileURLToPath(new URL('../', import.meta.url));
  const templates = fileURLToPath(new URL('../../templates/', import.meta.url));
  const require = createRequire(import.meta.url);
  return JSON.stringify([
    process.version,
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    ...dependencies.map((name) => readFileSync(require.resolve(`${name}/package.json`), 'utf8')),
    ...[code, templates].map((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.[jt]s$/.test(name) && !name.endsWith('.d.ts'))
        .sort()
        .map((name) => {
          const { size, mtimeMs } = statSync(join(folder, name));
          return [name, size, mtimeMs];
        }),
    ),
  ]);
}
