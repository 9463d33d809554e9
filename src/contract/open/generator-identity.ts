import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../../diagnostics/index.ts';
import { wellKnownFolder } from '../wsdl/well-known-folder.ts';

/**
 * Identifies this build of soapwright, since another one of the same version may generate something else. package.json
 * names the exact versions of all packages that it is built with.
 */
export function generatorIdentity(): string {
  return JSON.stringify([
    process.version,
    readFileSync(new URL('package.json', packageFolder), 'utf8'),
    ...[...codeFolders(), fileURLToPath(wellKnownFolder)].filter(existsSync).map(statesOf),
  ]);
}

/** The folder of the bundled command, which has all code and templates; or those of the modules, where they run. */
function codeFolders(): readonly string[] {
  const own = fileURLToPath(new URL('./', import.meta.url));
  if (basename(own) === 'command') return [own];
  return [new URL('../../', import.meta.url), new URL('templates/', packageFolder)].map((url) => fileURLToPath(url));
}

/** Name, size and time of each file of a folder that code or schemas are in. */
function statesOf(folder: string): readonly (readonly [name: string, size: number, time: number])[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return names.flatMap((name) => {
    if (!/\.(c?[jt]s|xsd|wsdl)$/.test(name) || name.endsWith('.d.ts')) return [];
    const { size, mtimeMs } = statSync(`${folder}/${name}`);
    return [[name, size, mtimeMs] as const];
  });
}
