// `npm run bench:uploads`: the upload command against curl, in one run, rounds interleaved. The command sends to the whole
// service; curl sends the same files, in one process, to a plain Node server that writes each file, syncs it and its folder
// once, and responds. `--rounds 5 --folder DIR --service BIN --row "1 MiB" --row "512 MiB"`, and `-- OPTIONS` for the command.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printTable } from './report/table.js';
import { measureRows, summaries } from './rounds.js';
import { mebibyte, timed, writeFiles } from './timed-upload.js';
import { command, keys, startService, stop } from './upload-service.js';

/** Files of each row: their number and size in bytes. */
const sets = {
  '1,000 x 10 KB': { count: 1000, size: 10_000 },
  '1 MiB': { count: 1, size: mebibyte },
  '8 MiB': { count: 1, size: 8 * mebibyte },
  '64 MiB': { count: 1, size: 64 * mebibyte },
  '512 MiB': { count: 1, size: 512 * mebibyte },
};

/** Each file in its own request, over one connection. */
const curlConfig = (url, files) =>
  files.map((file) => `upload-file = "${file}"\nurl = "${url}/"\noutput = /dev/null\n`).join('');

async function startPlainServer(folder) {
  const script = fileURLToPath(new URL('servers/plain-uploads.js', import.meta.url));
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, url: line.trim() };
}

/** @param {{ folder?: string, service?: string, row?: string[], options?: string[] }} options */
async function openRows({ folder = tmpdir(), service = command, row: wanted, options = [] }) {
  const root = mkdtempSync(join(folder, 'rfs-bench-'));
  const plainFolder = join(root, 'plain');
  mkdirSync(plainFolder);
  const served = await startService(service, root);
  const plain = await startPlainServer(plainFolder);
  const upload = [process.execPath, service, 'upload', '--url', served.url, '--journal', join(root, 'journal')];
  const rows = {};
  for (const [name, set] of Object.entries(sets)) {
    if (wanted !== undefined && !wanted.includes(name)) continue;
    const files = writeFiles(join(root, name.replaceAll(/\W/g, '')), set);
    const ofCurl = () =>
      timed(['curl', '-sS', '--fail', '-K', '-'], { server: plain.child, input: curlConfig(plain.url, files) });
    const ofCommand = () => timed([...upload, ...options, '--quiet', ...files], { server: served.child, env: keys });
    rows[name] = {
      async warm() {
        await ofCurl();
        await ofCommand();
      },
      async run() {
        const [curl, sent] = [await ofCurl(), await ofCommand()];
        const rate = (set.count * set.size) / mebibyte / sent.seconds;
        return { curl: curl.seconds, command: sent.seconds, ratio: sent.seconds / curl.seconds, rate, ...sent };
      },
    };
  }
  const close = async () => {
    await Promise.all([stop(served.child), stop(plain.child)]);
    rmSync(root, { recursive: true });
  };
  return { rows, close };
}

const columns = [
  { key: 'curl', title: 'curl s', digits: 3 },
  { key: 'command', title: 'command s', digits: 3 },
  { key: 'ratio', title: 'times curl', digits: 2 },
  { key: 'rate', title: 'MiB/s', digits: 0 },
  { key: 'serverCpu', title: 'service CPU s', digits: 2 },
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    folder: { type: 'string' },
    service: { type: 'string' },
    row: { type: 'string', multiple: true },
  },
});
const { rounds, ...rest } = values;
const { rows, close } = await openRows({ ...rest, options: positionals });
try {
  const samples = await measureRows(rows, { rounds: Number(rounds) });
  printTable({ title: 'the upload command against curl', columns, ratios: [] }, summaries(samples, columns));
} finally {
  await close();
}
