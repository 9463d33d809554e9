// Code that runs generate for themselves, below the build.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bench, made, root } from './places.js';

/** Orders, for the codecs; and the service as it is when nothing in it is streamed. */
const contracts = {
  orders: () => readFileSync(join(bench, 'contracts/orders.yaml'), 'utf8'),
  'in-memory': () =>
    readFileSync(join(root, 'schema/remote-file-service.yaml'), 'utf8').replaceAll(', stream: true', ''),
};

/** Where a file of them is. @param {keyof typeof contracts} name */
export const madeFile = (name, file) => join(made, 'code', name, file);
/** Where a compiled module of them is. */
export const madeModule = (name, file) => join(made, 'dist', name, `${file}.js`);

/** Generates and compiles them. */
export function makeCode() {
  mkdirSync(made, { recursive: true });
  for (const [name, text] of Object.entries(contracts)) {
    const contract = join(made, `${name}.yaml`);
    writeFileSync(contract, text());
    const args = ['generate', '--schema', contract, '--out', join(made, 'code', name), '--quiet'];
    execFileSync(process.execPath, [join(root, 'bin/soapwright.js'), ...args], { stdio: 'inherit' });
  }
  const options = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: { rootDir: 'code', outDir: 'dist', composite: false, customConditions: [] },
    include: ['code/**/*.ts'],
  };
  writeFileSync(join(made, 'tsconfig.json'), JSON.stringify(options));
  writeFileSync(join(made, 'package.json'), '{"private":true,"type":"module"}\n');
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', made], { stdio: 'inherit' });
}
