// `npm run bench`: every scenario against its peers in one run, rounds interleaved, medians quoted. Only ratios within a
// run count. Rounds and seconds can be set: `npm run bench -- --rounds 7 --seconds 4`.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { load, median, spread, startServer, wholeProcess } from './measure.js';
import { chunkRequest, headers, path, smallRequest } from './messages.js';
import { benchUploads } from './uploads.js';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '2' } },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const root = fileURLToPath(new URL('..', import.meta.url));
const results = {};

/** Prints a table and keeps it for the JSON file. */
function table(title, rows) {
  console.log(`\n${title}`);
  console.table(rows);
  results[title] = rows;
}

async function servers() {
  const running = await Promise.all(['raw', 'soapwright', 'node-soap'].map(startServer));
  const scenarios = {
    'small operation, 32 connections': { connections: 32, operation: 'GetClientID', body: smallRequest },
    'chunk of 1 MiB, 4 connections': {
      connections: 4,
      operation: 'AppendChunkWithFolderAccessKey',
      body: chunkRequest(1024 * 1024),
    },
  };
  for (const [title, { connections, operation, body }] of Object.entries(scenarios)) {
    const message = { path, headers: headers(operation), body };
    const runs = Object.fromEntries(running.map(({ name }) => [name, []]));
    for (const server of running) await load(server, message, connections, 1);
    for (let round = 0; round < rounds; round++) {
      for (const server of running) runs[server.name].push(await load(server, message, connections, seconds));
    }
    const rate = (name) => median(runs[name].map((run) => run.perSecond));
    const rows = {};
    for (const { name } of running) {
      rows[name] = {
        'requests/s': Math.round(rate(name)),
        spread: spread(runs[name].map((run) => run.perSecond)),
        'CPU µs/request': Number(median(runs[name].map((run) => run.cpuPerRequest)).toFixed(1)),
        'p99 ms': Number(median(runs[name].map((run) => run.p99)).toFixed(2)),
        'x raw': Number((rate(name) / rate('raw')).toFixed(2)),
        'x node-soap': Number((rate(name) / rate('node-soap')).toFixed(2)),
      };
    }
    table(title, rows);
  }
  const soapwright = running.find(({ name }) => name === 'soapwright');
  const url = `http://127.0.0.1:${soapwright.port}${path}`;
  const perCall = { soapwright: [], 'node-soap': [] };
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(perCall)) {
      const output = execFileSync(process.execPath, [join(root, 'bench/client.js'), name, url], { encoding: 'utf8' });
      perCall[name].push(JSON.parse(output).cpuPerCall);
    }
  }
  const rows = {};
  for (const [name, figures] of Object.entries(perCall)) {
    rows[name] = {
      'CPU µs/call': Number(median(figures).toFixed(1)),
      spread: spread(figures),
      'x node-soap': Number((median(figures) / median(perCall['node-soap'])).toFixed(3)),
    };
  }
  table('client, 32 concurrent calls', rows);
  for (const server of running) server.stop();
}

/** The command of wsdl-tsclient, installed beside the build when it is not there yet. */
function wsdlTsclient() {
  const folder = join(root, '.build/peers');
  const bin = join(folder, 'node_modules/wsdl-tsclient/dist/src/cli.js');
  if (!existsSync(bin)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
    spawnSync('npm', ['install', '--silent', 'wsdl-tsclient@1.7.1'], { cwd: folder, stdio: 'inherit' });
  }
  return existsSync(bin) ? bin : undefined;
}

async function generators() {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-bench-'));
  const soapwright = join(root, 'bin/soapwright.js');
  const schema = join(root, 'schema/remote-file-service.yaml');
  const wsdl = join(root, 'generated/remote-file-service/remote-file-service.wsdl');
  const peer = wsdlTsclient();
  // As in a user's project: what was made before is kept in node_modules/.cache.
  const project = join(folder, 'project');
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  const current = ['--schema', schema, '--out', join(project, 'generated')];
  await wholeProcess([soapwright, 'generate', ...current], { cwd: project });
  let fresh = 0;
  const scenarios = {
    'generate from nothing': () => [
      soapwright,
      'generate',
      '--schema',
      schema,
      '--out',
      join(folder, `new${fresh++}`),
      '--no-cache',
    ],
    'generate, nothing to do': () => [soapwright, 'generate', ...current],
    check: () => [soapwright, 'check', ...current],
    'check --no-cache': () => [soapwright, 'check', '--no-cache', ...current],
    ...(peer && { 'wsdl-tsclient': () => [peer, wsdl, '-o', join(folder, `peer${fresh++}`)] }),
    'node, an empty script': () => ['-e', '0'],
  };
  const runs = Object.fromEntries(Object.keys(scenarios).map((name) => [name, []]));
  for (let round = 0; round < rounds * 2 + 1; round++) {
    for (const [name, args] of Object.entries(scenarios)) {
      const run = await wholeProcess(args(), { cwd: project });
      if (round > 0) runs[name].push(run);
    }
  }
  const rows = {};
  for (const [name, figures] of Object.entries(runs)) {
    const walls = figures.map((figure) => figure.wall);
    rows[name] = {
      'wall ms': Math.round(median(walls)),
      spread: spread(walls),
      'peak MB': Math.round(median(figures.map((figure) => figure.peak))),
    };
  }
  rmSync(folder, { recursive: true });
  table('generators, nine operations, cold processes', rows);
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
console.log(
  `soapwright ${version}, Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
);
await generators();
await servers();
table('durable chunks of 1 MiB through the whole service', await benchUploads({ rounds, seconds }));
mkdirSync(join(root, '.build'), { recursive: true });
writeFileSync(join(root, '.build/bench.json'), `${JSON.stringify(results, null, 2)}\n`);
console.log('\nThe figures stand in .build/bench.json.');
process.exit(0);
