// A second run of code generators, when nothing has changed since the first.
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractOf } from '../contract.js';
import { graphQlOf, openApiOf } from '../contracts/other-languages.js';
import { build, root } from '../paths.js';
import { peerFile } from '../peers/npm.js';
import { wholeProcess } from '../processes.js';

const operations = 9;

/** Copies what is published: without the code that a build of this repository compiles. */
function install(folder) {
  const installed = join(folder, 'node_modules/soapwright');
  const filter = (path) => !path.endsWith('.code');
  for (const name of ['bin', 'package.json', 'schema', 'dist/command', 'dist/packages'])
    cpSync(join(root, name), join(installed, name), { recursive: true, filter });
  return join(installed, 'bin/soapwright.js');
}

/** A row that runs once before its measured runs. */
function row(args, cwd, env = {}) {
  const run = () => wholeProcess(args, { cwd, env: { ...process.env, ...env } });
  return { warm: run, run };
}

export const upToDate = {
  name: 'up-to-date',
  group: 'generator',
  title: 'start, and a run with nothing to do, nine operations',
  method:
    'Whole processes that find nothing changed since their last run. Each generator has a contract of nine operations in its own language (WSDL, OpenAPI, GraphQL), each with two records of 5 to 8 fields. Soapwright compares digests and writes nothing; wsdl-tsclient, openapi-typescript and graphql-codegen (plugin `typescript`) generate again. "Installed" is the published package, whose compiled code is in the cache folder of the user; the other rows of soapwright are a build of this repository.',
  columns: [
    { key: 'cpu', title: 'CPU ms' },
    { key: 'wall', title: 'ms' },
    { key: 'peak', title: 'peak MB' },
  ],
  ratios: [],
  peers: ['wsdl-tsclient', 'openapi-typescript', '@graphql-codegen/cli'],
  async open({ npm }) {
    const folder = mkdtempSync(join(tmpdir(), 'soapwright-bench-'));
    const own = join(root, 'bin/soapwright.js');
    mkdirSync(join(folder, 'own/node_modules'), { recursive: true });
    mkdirSync(join(folder, 'installed'));
    const installed = install(join(folder, 'installed'));
    for (const name of ['own', 'installed']) writeFileSync(join(folder, name, 'contract.yaml'), contractOf(operations));
    const generate = ['generate', '--schema', 'contract.yaml', '--out', 'generated', '--quiet'];
    spawnSync(process.execPath, [own, ...generate], { cwd: join(folder, 'own') });
    copyFileSync(join(folder, 'own/generated/bench-service.wsdl'), join(folder, 'bench.wsdl'));
    writeFileSync(join(folder, 'openapi.json'), openApiOf(operations));
    writeFileSync(join(folder, 'schema.graphql'), graphQlOf(operations));
    symlinkSync(join(build, 'peers/node_modules'), join(folder, 'node_modules'));
    const targets = { 'graphql.ts': { plugins: ['typescript'] } };
    writeFileSync(join(folder, 'codegen.json'), JSON.stringify({ schema: 'schema.graphql', generates: targets }));
    const peer = (name, args) =>
      npm[name] ? row([peerFile(name, args[0]), ...args.slice(1)], folder) : 'not installed';
    const rows = {
      'node, an empty script': { run: () => wholeProcess(['-e', '0']) },
      'soapwright --version': row([own, '--version'], folder),
      'soapwright generate': row([own, ...generate], join(folder, 'own')),
      'soapwright generate, installed': row([installed, ...generate], join(folder, 'installed'), {
        XDG_CACHE_HOME: join(folder, 'cache'),
      }),
      'wsdl-tsclient': peer('wsdl-tsclient', ['dist/src/cli.js', 'bench.wsdl', '-o', 'wsdl']),
      'openapi-typescript': peer('openapi-typescript', ['bin/cli.js', 'openapi.json', '-o', 'openapi.ts']),
      'graphql-codegen': peer('@graphql-codegen/cli', ['esm/bin.js', '--config', 'codegen.json']),
    };
    return { rows, close: async () => rmSync(folder, { recursive: true }) };
  },
};
