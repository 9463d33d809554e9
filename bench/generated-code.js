// Generates and compiles the code that the benchmarks run, in .build.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bench, root, work } from './paths.js';

const contract = (name) => readFileSync(join(bench, `contracts/${name}.yaml`), 'utf8');
const orders = () => contract('orders');

/** The same messages with SOAP encoding, where a list is an array. */
const encodedOrders = () =>
  `${orders()
    .replace('soap: ["1.1", "1.2"]', 'style: rpc\nuse: encoded')
    .replace('{ type: Line, many: true }', 'Lines')}  Lines: { $array: Line }\n`;

/** Orders and rows, for the codecs; and the Remote File Service without streaming. */
const contracts = {
  orders,
  rows: () => contract('rows'),
  'encoded-orders': encodedOrders,
  'in-memory': () =>
    readFileSync(join(root, 'schema/remote-file-service.yaml'), 'utf8').replaceAll(', stream: true', ''),
};

/** Path of a generated file. @param {keyof typeof contracts} name */
export const generatedFile = (name, file) => join(work, 'code', name, file);
/** Path of a compiled module. */
export const generatedModule = (name, file) => join(work, 'dist', name, `${file}.js`);

export function generateCode() {
  mkdirSync(work, { recursive: true });
  for (const [name, text] of Object.entries(contracts)) {
    const schema = join(work, `${name}.yaml`);
    writeFileSync(schema, text());
    const args = ['generate', '--schema', schema, '--out', join(work, 'code', name), '--quiet'];
    execFileSync(process.execPath, [join(root, 'bin/soapwright.js'), ...args], { stdio: 'inherit' });
  }
  const options = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: { rootDir: 'code', outDir: 'dist', composite: false, customConditions: [] },
    include: ['code/**/*.ts'],
  };
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(options));
  writeFileSync(join(work, 'package.json'), '{"private":true,"type":"module"}\n');
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', work], { stdio: 'inherit' });
}
