// `node bench/many-files.js`, after a build: many small files by the upload command to the whole service, against what the
// disk does, in one run, rounds interleaved. `--rounds 3 --count 5000 --folder DIR --service BIN`.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printTable } from './report/table.js';
import { measureRows, summaries } from './rounds.js';
import { timed, writeFiles } from './timed-upload.js';
import { command, keys, startService, stop } from './upload-service.js';

const size = 10_000;
/** Files that the command sends at the same time, its default. */
const parallel = 4;
/** Files of the disk alone: enough for a rate. */
const diskFiles = 400;

/** Runs a task for each of some numbers, so many at a time. */
async function atOnce(count, limit, task) {
  let next = 0;
  const worker = async () => {
    while (next < count) await task(next++);
  };
  await Promise.all(Array.from({ length: limit }, worker));
}

/** Files a second of writers that each write a new file and sync it and its folder. */
async function diskRate(root) {
  const folder = join(root, 'disk');
  mkdirSync(folder);
  const bytes = Buffer.alloc(size, 0xa7);
  const started = performance.now();
  await atOnce(diskFiles, parallel, async (number) => {
    const file = await open(join(folder, String(number)), 'wx');
    await file.write(bytes);
    await file.datasync();
    await file.close();
    const entries = await open(folder, 'r');
    await entries.sync();
    await entries.close();
  });
  const rate = diskFiles / ((performance.now() - started) / 1000);
  rmSync(folder, { recursive: true });
  return rate;
}

/** Syncs a second of one writer that appends 4 KiB to a file: the rate of commits. */
async function syncRate(root) {
  const path = join(root, 'log');
  const file = await open(path, 'w');
  const bytes = Buffer.alloc(4096, 0xa7);
  const started = performance.now();
  let syncs = 0;
  for (; performance.now() - started < 500; syncs++) {
    await file.write(bytes);
    await file.datasync();
  }
  const rate = syncs / ((performance.now() - started) / 1000);
  await file.close();
  rmSync(path);
  return rate;
}

/**
 * Starts the service in a folder. Returns the row of the scenario.
 *
 * @param {{ count?: number, folder?: string, service?: string }} [options] the number of files, a folder on another disk,
 *   and the command of another build
 */
export async function openManyFiles({ count = 5_000, folder = tmpdir(), service = command } = {}) {
  const root = mkdtempSync(join(folder, 'rfs-bench-'));
  const served = await startService(service, root);
  const source = join(root, 'source');
  const files = writeFiles(source, { count, size });
  const upload = [process.execPath, service, 'upload', '--url', served.url, '--journal', join(root, 'journal')];
  const send = (paths) => timed([...upload, '--quiet', ...paths], { server: served.child, env: keys });
  const rows = {
    [`${count.toLocaleString('en')} x 10 KB`]: {
      warm: () => send(files.slice(0, 200)),
      async run() {
        const syncs = await syncRate(root);
        const disk = await diskRate(root);
        const { seconds, clientCpu, serverCpu } = await send(files);
        const [clientMs, serviceMs] = [clientCpu, serverCpu].map((cpu) => (cpu * 1000) / count);
        const perSecond = count / seconds;
        return { perSecond, disk, syncs, ofSyncs: perSecond / (syncs * parallel), serviceMs, clientMs };
      },
    },
  };
  const close = async () => {
    await stop(served.child);
    rmSync(root, { recursive: true });
  };
  return { rows, close };
}

export const columns = [
  { key: 'perSecond', title: 'files/s' },
  { key: 'disk', title: 'disk files/s' },
  { key: 'syncs', title: 'disk syncs/s' },
  { key: 'ofSyncs', title: 'of 4 x syncs', digits: 2 },
  { key: 'serviceMs', title: 'service CPU ms', digits: 2 },
  { key: 'clientMs', title: 'command CPU ms', digits: 2 },
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      count: { type: 'string', default: '5000' },
      folder: { type: 'string' },
      service: { type: 'string' },
    },
  });
  const { rounds, count, ...rest } = values;
  const { rows, close } = await openManyFiles({ ...rest, count: Number(count) });
  try {
    const samples = await measureRows(rows, { rounds: Number(rounds) });
    printTable({ title: 'many small files', columns, ratios: [] }, summaries(samples, columns));
  } finally {
    await close();
  }
}
