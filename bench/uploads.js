// `node bench/uploads.js`, after a build: durable chunks of 1 MiB through the whole service (SOAP, base64, keys, database)
// against what the disk itself does with write(1 MiB) and fdatasync, in one run, on one folder, rounds interleaved.
// `--rounds 5 --seconds 3 --folder DIR --service BIN`: BIN is the command of another build, to compare with.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median, spread } from './measure.js';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const size = 1024 * 1024;
const concurrent = [1, 4, 16];

/** Chunks a second that so many writers bring to the disk, each to a file of its own that grows. */
async function rawRate(folder, writers, seconds) {
  const chunk = Buffer.alloc(size, 0xa7);
  const started = performance.now();
  const until = started + seconds * 1000;
  let chunks = 0;
  const write = async (_, number) => {
    const path = join(folder, `raw-${number}`);
    while (performance.now() < until) {
      const file = await open(path, 'w');
      for (let index = 0; index < 64 && performance.now() < until; index++) {
        await file.write(chunk, 0, size, index * size);
        await file.datasync();
        chunks++;
      }
      await file.close();
      rmSync(path);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return chunks / ((performance.now() - started) / 1000);
}

/** Starts the service on a provisioned folder. */
async function startService(bin, data) {
  const nouns = join(data, 'bench.yaml');
  writeFileSync(
    nouns,
    'accounts:\n  - { userName: bench, email: bench@bench.example, folders: [/in] }\napiKeys:\n  - { name: bench, key: bench-key }\nfolderKeys:\n  - { name: bench, key: bench-folder, folder: /bench/in }\n',
  );
  const folder = join(data, 'data');
  execFileSync(process.execPath, [bin, 'provision', nouns, '--data', folder], { stdio: 'ignore' });
  // The log is part of the work, and says where it listens.
  const args = [bin, 'serve', '--data', folder, '--port', '0', '--no-rate-limit'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /"url":"(http[^"]+)"/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error('the service did not start')));
  });
  return { child, url };
}

/** CPU time of a process so far, of all its threads and in the kernel too, in milliseconds; Linux counts in ticks of 10. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function serviceRate({ child: service, url }, uploads, seconds) {
  const before = cpuOf(service.pid);
  const child = spawn(process.execPath, [here('upload-load.js'), url, String(uploads), String(seconds), String(size)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('the load failed');
  const seen = JSON.parse(output);
  return { ...seen, cpu: (cpuOf(service.pid) - before) / seen.chunks };
}

/**
 * Rows by what was measured.
 *
 * @param {{ rounds: number, seconds: number, folder?: string, service?: string }} options
 */
export async function benchUploads({
  rounds,
  seconds,
  folder = tmpdir(),
  service = here('../service/bin/remote-file-service.js'),
}) {
  const data = mkdtempSync(join(folder, 'rfs-bench-'));
  const running = await startService(service, data);
  const { child } = running;
  try {
    const runs = concurrent.map((count) => ({ count, raw: [], served: [] }));
    for (const { count } of runs) await serviceRate(running, count, 0.5);
    for (let round = 0; round < rounds; round++) {
      for (const { count, raw, served } of runs) {
        raw.push(await rawRate(data, count, seconds));
        served.push(await serviceRate(running, count, seconds));
      }
    }
    const rows = {};
    for (const { count, raw, served } of runs) {
      const rates = served.map((run) => run.perSecond);
      rows[`${count} at once`] = {
        'disk chunks/s': Math.round(median(raw)),
        'service chunks/s': Math.round(median(rates)),
        spread: spread(rates),
        'MiB/s': Math.round(median(rates)),
        'CPU ms/chunk': Number(median(served.map((run) => run.cpu)).toFixed(1)),
        'p50 ms': Number(median(served.map((run) => run.p50)).toFixed(1)),
        'p99 ms': Number(median(served.map((run) => run.p99)).toFixed(1)),
        'of the disk': Number((median(rates) / median(raw)).toFixed(2)),
      };
    }
    return rows;
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(data, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      folder: { type: 'string' },
      service: { type: 'string' },
    },
  });
  const { rounds, seconds, ...rest } = values;
  console.log('durable chunks of 1 MiB');
  console.table(await benchUploads({ rounds: Number(rounds), seconds: Number(seconds), ...rest }));
}
