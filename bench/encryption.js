// `node bench/encryption.js`, after a build: durable chunks of 1 MiB, and ranges of 1 MiB by a link, of a service with
// sealed files against one with plain files, in one run, in pairs one after the other.
// `--rounds 7 --seconds 3 --folder DIR --row "ranges of 1 MiB"`
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { usageOf } from './process-usage.js';
import { printTable } from './report/table.js';
import { measureRows, summaries } from './rounds.js';
import { chunkSize, command, keys, provision, serve, stop, uploadLoad } from './upload-service.js';

/** Chunks of the file whose ranges are read. */
const chunks = 64;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

/** Starts a service, and uploads a file to it. Returns what it can do. */
async function open(root, encryption) {
  const folder = mkdtempSync(join(root, 'data-'));
  const data = join(folder, 'data');
  const port = await freePort();
  const settings = {
    RFS_ENCRYPTION: String(encryption),
    RFS_ADMIN_FILES: 'true',
    RFS_ADMIN_PORT: port,
    RFS_DATA: data,
  };
  provision(command, folder, data, settings);
  const { child, url } = await serve(command, data, settings);
  const env = { ...process.env, ...keys, ...settings, RFS_URL: url };
  const run = (...args) => execFileSync(process.execPath, [command, ...args], { env, cwd: folder, encoding: 'utf8' });
  writeFileSync(join(folder, 'ranges.bin'), Buffer.alloc(chunks * chunkSize, 7));
  run('upload', '--quiet', 'ranges.bin');
  const link = run('files', 'link', '/bench/in/ranges.bin').trim();
  const cpuOf = async (work) => {
    const before = usageOf(child.pid).cpu;
    const { perSecond, count } = await work();
    return { perSecond, cpu: (usageOf(child.pid).cpu - before) / 1000 / count };
  };
  return {
    child,
    upload: (uploads, seconds) =>
      cpuOf(async () => {
        const seen = await uploadLoad(url, { uploads, seconds });
        return { perSecond: seen.perSecond, count: seen.chunks };
      }),
    ranges: (seconds) =>
      cpuOf(async () => {
        const start = performance.now();
        let count = 0;
        for (; performance.now() < start + seconds * 1000; count++) {
          const first = randomInt((chunks - 1) * chunkSize);
          const range = `bytes=${first}-${first + chunkSize - 1}`;
          const response = await fetch(link, { headers: { range } });
          const { byteLength } = await response.arrayBuffer();
          if (response.status !== 206 || byteLength !== chunkSize) throw new Error(`no range: ${response.status}`);
        }
        return { perSecond: count / ((performance.now() - start) / 1000), count };
      }),
  };
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '3' },
    folder: { type: 'string', default: tmpdir() },
    row: { type: 'string', multiple: true },
  },
});
const root = mkdtempSync(join(values.folder, 'rfs-bench-'));
const [plain, sealed] = [await open(root, false), await open(root, true)];
try {
  const rows = {};
  const add = (name, work) => {
    if (values.row !== undefined && !values.row.includes(name)) return;
    let turn = 0;
    const pair = async (seconds) => {
      // Who comes first changes: what else runs on the machine changes during a round, too.
      const order = turn++ % 2 === 0 ? [plain, sealed] : [sealed, plain];
      const seen = new Map();
      for (const service of order) seen.set(service, await work(service, seconds));
      const [one, other] = [seen.get(plain), seen.get(sealed)];
      return {
        plain: one.perSecond,
        sealed: other.perSecond,
        ratio: other.perSecond / one.perSecond,
        plainCpu: one.cpu,
        sealedCpu: other.cpu,
      };
    };
    rows[name] = { warm: () => pair(2), run: pair };
  };
  add('uploads, 1 at once', (service, seconds) => service.upload(1, seconds));
  add('uploads, 4 at once', (service, seconds) => service.upload(4, seconds));
  add('ranges of 1 MiB', (service, seconds) => service.ranges(seconds));
  const columns = [
    { key: 'plain', title: 'plain/s' },
    { key: 'sealed', title: 'sealed/s' },
    { key: 'ratio', title: 'sealed of plain', digits: 2 },
    { key: 'plainCpu', title: 'CPU ms', digits: 2 },
    { key: 'sealedCpu', title: 'CPU ms sealed', digits: 2 },
  ];
  const samples = await measureRows(rows, { rounds: Number(values.rounds), seconds: Number(values.seconds) });
  printTable({ title: 'sealed files', columns, ratios: [] }, summaries(samples, columns));
} finally {
  await Promise.all([stop(plain.child), stop(sealed.child)]);
  rmSync(root, { recursive: true });
}
