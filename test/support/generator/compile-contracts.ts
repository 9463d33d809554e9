import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contract } from '../../../src/contract/model/index.ts';
import { emit } from '../../../src/emit/index.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noEmit: true,
  target: 'es2023',
  lib: ['es2023'],
  types: ['node'],
  module: 'nodenext',
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
};

/**
 * Generates all code of contracts, compiles it as one program, and returns the compiler's output.
 *
 * @param contracts by the names of their folders.
 * @param users code beside that of the contract of the same name, in `user.ts`.
 */
export async function compileErrors(
  contracts: Readonly<Record<string, Contract>>,
  users: Readonly<Record<string, string>> = {},
): Promise<string> {
  mkdirSync(join(root, '.build'), { recursive: true });
  const folder = mkdtempSync(join(root, '.build/compiled-'));
  try {
    for (const [name, contract] of Object.entries(contracts)) {
      for (const { path, text } of await emit(contract, { source: 'service.wsdl', importExtension: 'ts' })) {
        const file = join(folder, name, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    }
    for (const [name, text] of Object.entries(users)) writeFileSync(join(folder, name, 'user.ts'), text);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
    return spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' }).stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
