// Generated code of a large contract: its bytes, and what compilers need for it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractOf } from '../contract.js';
import { root, work } from '../paths.js';
import { peerFile } from '../peers/npm.js';
import { timedCommands } from '../timed-command.js';

const operations = 1000;

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: ['node'],
  skipLibCheck: true,
};

/** Generates into a project that resolves the runtime as a user's does. @returns its folder. */
export function largeProject() {
  const folder = join(work, 'large');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'contract.yaml'), contractOf(operations));
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}\n');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['generated/*.ts'] }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const args = ['generate', '--schema', 'contract.yaml', '--out', 'generated', '--quiet', '--no-cache'];
  execFileSync(process.execPath, [join(root, 'bin/soapwright.js'), ...args], { cwd: folder, stdio: 'inherit' });
  return folder;
}

function megabytes(folder) {
  const files = readdirSync(join(folder, 'generated')).filter((name) => name.endsWith('.ts'));
  return files.reduce((sum, name) => sum + statSync(join(folder, 'generated', name)).size, 0) / 1e6;
}

/** Compiles all files of the project. */
function compiled(folder, compiler) {
  const size = megabytes(folder);
  return () => ({ megabytes: size, ...timedCommands([[process.execPath, [compiler, '-p', folder]]], { cwd: folder }) });
}

export const builds = {
  name: 'builds',
  title: 'generated TypeScript, 1,000 operations, compiled',
  method:
    'All files that are generated for a contract of 1,000 operations (`node bench/contract.js 1000`): their bytes, and a whole run of `tsc --strict --noEmit` over them.',
  columns: [
    { key: 'megabytes', title: 'MB of TypeScript', digits: 1 },
    { key: 'cpu', title: 'CPU ms' },
    { key: 'wall', title: 'ms' },
    { key: 'peak', title: 'peak MB' },
  ],
  ratios: [],
  rounds: 3,
  async open({ npm }) {
    const folder = largeProject();
    const rows = {
      'TypeScript 7': { run: compiled(folder, join(root, 'node_modules/typescript/bin/tsc')) },
      'TypeScript 5.9':
        npm.typescript === undefined
          ? 'not installed'
          : { run: compiled(folder, peerFile('typescript', 'lib/tsc.js')) },
    };
    return { rows, close: async () => rmSync(folder, { recursive: true, force: true }) };
  },
};
