import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

/** Compiles a folder below the repository as an ECMAScript project for Node. Returns the errors, empty without any. */
export function typeErrors(folder: string, options: object = {}): string {
  const compilerOptions = {
    ...{ strict: true, module: 'nodenext', target: 'es2022', noEmit: true, types: ['node'] },
    ...options,
  };
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  try {
    execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    return '';
  } catch (error) {
    return String((error as { readonly stdout?: string }).stdout);
  }
}
