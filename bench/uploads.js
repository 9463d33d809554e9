// `node bench/uploads.js`, after a build: durable chunks of 1 MiB through the whole service (SOAP, base64, keys, database)
// against write(1 MiB) and fdatasync on the same disk, in one run, rounds interleaved, each row warmed up for 3 seconds.
// `--rounds 5 --seconds 3 --folder DIR --service BIN`: BIN is the command of another build.
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { usageOf } from './process-usage.js';
import { printTable } from './report/table.js';
import { measureRows, summaries } from './rounds.js';
import { chunkSize, command, startService, stop, uploadLoad } from './upload-service.js';

const size = chunkSize;
const concurrent = [1, 4, 16, 64];
/** Parts of a round, in which the disk and the service take turns. */
const turns = 2;
/** Seconds of load before the first measurement of a row, for the compiler of V8. */
const warmUp = 3;
/** Number of the next file of the disk alone. */
let nextFile = 0;

/**
 * Chunks a second of several writers, each of which appends to its own files. The files stay until the end of the run, as
 * those of the service do: bytes of a removed file would leave memory behind that the next file reuses, while each file
 * that stays needs memory of its own.
 */
async function rawRate(folder, writers, seconds) {
  const chunk = Buffer.alloc(size, 0xa7);
  const started = performance.now();
  const until = started + seconds * 1000;
  let chunks = 0;
  const write = async () => {
    while (performance.now() < until) {
      const file = await open(join(folder, `raw-${nextFile++}`), 'w');
      for (let index = 0; index < 64 && performance.now() < until; index++) {
        await file.write(chunk, 0, size, index * size);
        await file.datasync();
        chunks++;
      }
      await file.close();
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return chunks / ((performance.now() - started) / 1000);
}

async function serviceRate({ child: service, url }, uploads, seconds, size) {
  const before = usageOf(service.pid).cpu;
  const seen = await uploadLoad(url, { uploads, seconds, size });
  return { ...seen, cpu: (usageOf(service.pid).cpu - before) / 1000 / seen.chunks };
}

/** The figures of one round, in which the disk and the service take turns: the means of rates and times. */
async function round(running, data, count, seconds, size) {
  const disk = [];
  const served = [];
  for (let turn = 0; turn < turns; turn++) {
    disk.push(await rawRate(data, count, seconds / turns));
    served.push(await serviceRate(running, count, seconds / turns, size));
  }
  const of = (key) => mean(served.map((turn) => turn[key]));
  const perSecond = of('perSecond');
  return {
    perSecond,
    p50: of('p50'),
    p99: of('p99'),
    cpuMs: of('cpu'),
    disk: mean(disk),
    ofDisk: perSecond / mean(disk),
  };
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Starts the service in a folder. Returns the rows of the scenario.
 *
 * @param {{ folder?: string, service?: string }} [options] a folder on another disk, and the command of another build
 */
export async function openUploads({ folder = tmpdir(), service = command } = {}) {
  const data = mkdtempSync(join(folder, 'rfs-bench-'));
  const running = await startService(service, data);
  const rows = {};
  const addRow = (name, count, size) => {
    rows[name] = {
      warm: () => serviceRate(running, count, warmUp, size),
      run: (seconds) => round(running, data, count, seconds, size),
    };
  };
  for (const count of concurrent) addRow(`${count} at once`, count);
  // What writes past the page cache are worth: chunks of no whole pages are copied to it.
  addRow('16 at once, a byte less', 16, size - 1);
  const close = async () => {
    await stop(running.child);
    rmSync(data, { recursive: true });
  };
  return { rows, close };
}

export const columns = [
  { key: 'disk', title: 'disk chunks/s' },
  { key: 'perSecond', title: 'service chunks/s' },
  { key: 'cpuMs', title: 'CPU ms', digits: 2 },
  { key: 'p50', title: 'p50 ms', digits: 1 },
  { key: 'p99', title: 'p99 ms', digits: 1 },
  { key: 'ofDisk', title: 'of the disk', digits: 2 },
];

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
  const { rows, close } = await openUploads(rest);
  try {
    const samples = await measureRows(rows, { rounds: Number(rounds), seconds: Number(seconds) });
    printTable({ title: 'durable chunks of 1 MiB', columns, ratios: [] }, summaries(samples, columns));
  } finally {
    await close();
  }
}
