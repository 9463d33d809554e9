// Sends one value of 1 GiB from a client to a server and one from a server to a client, each side in a process of its own,
// and prints what each needed: `node test/soak/stream-out.js [MiB]`. Exits with 1 when a process needed more than 120 MB, or a
// byte is wrong. Needs `npm run build`, and room for three times the value in the folder for temporary files.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as soap from '@soapwright/runtime';
import { SoapClient } from '@soapwright/runtime/client';
import { fileBlob, fileSpool } from '@soapwright/runtime/client/node';
import { blobPieces, createServer, implement } from '@soapwright/runtime/server';
import { listen } from '@soapwright/runtime/server/node';
import { blobField, operation } from './streamed-operations.js';

const [role = 'all', , folder = '', port = ''] = process.argv.slice(2);
const MiB = 1024 * 1024;
const mostPeak = 120;

const namespace = 'urn:soak';
const data = blobField(namespace, 'Data');
const text = { tag: soap.tag(namespace, 'Sum'), read: soap.readString, write: soap.writeString };
const Put = operation(namespace, 'Put', data, text);
const Get = operation(namespace, 'Get', text, data);

async function sumOf(value) {
  const hash = createHash('sha256');
  for await (const piece of blobPieces(value)) hash.update(piece);
  return hash.digest('hex');
}

/** Memory of this process since it was ready, and CPU time, as `{ peak, growth, cpu }` in MB and seconds. */
function watched() {
  const before = process.memoryUsage().rss / MiB;
  const cpu = process.cpuUsage();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss / MiB);
  }, 20);
  timer.unref();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { peak: Math.round(peak), growth: Math.round(peak - before), cpu: ((user + system) / 1e6).toFixed(1) };
  };
}

async function runServer() {
  const description = {
    name: 'Soak',
    namespace,
    doc: '',
    address: 'http://localhost/soak',
    soapVersions: ['1.1'],
    operations: [],
    records: {},
    wsdl: [],
  };
  const server = createServer(description, { spool: fileSpool({ folder: join(folder, 'server') }) }, [
    implement(Put, async ({ Data }) => ({ Sum: await sumOf(Data) })),
    implement(Get, async () => ({ Data: await fileBlob(join(folder, 'value')) })),
  ]);
  const listening = await listen(server, { requestTimeout: 3_600_000 });
  let stop = watched();
  process.on('message', (message) => {
    if (message === 'begin') stop = watched();
    else process.send(stop());
  });
  process.send({ port: listening.port });
}

async function runClient() {
  const client = new SoapClient({
    address: `http://127.0.0.1:${port}/soak`,
    timeout: Number.POSITIVE_INFINITY,
    spool: fileSpool({ folder: join(folder, 'client') }),
  });
  const path = join(folder, 'value');
  // One small value first: what loading costs is not what streaming costs.
  await client.call(Put, { Data: new Blob([new Uint8Array(100_000)]) });
  process.send('ready');
  const [what] = await once(process, 'message');
  const stop = watched();
  let answered;
  if (what === 'put') answered = (await client.call(Put, { Data: await fileBlob(path) })).Sum;
  else {
    const { Data } = await client.call(Get, { Sum: '' });
    const used = stop();
    answered = await sumOf(Data);
    await Data.discard();
    process.send({ answered, ...used });
    process.exit(0);
  }
  process.send({ answered, ...stop() });
  process.exit(0);
}

async function runAll() {
  const bytes = Number(process.argv[2] ?? 1024) * MiB;
  const place = mkdtempSync(join(tmpdir(), 'soapwright-soak-'));
  const self = fileURLToPath(import.meta.url);
  let isFlat = true;
  try {
    const file = await open(join(place, 'value'), 'w');
    const hash = createHash('sha256');
    const piece = Buffer.alloc(MiB);
    for (let at = 0; at < bytes; at += MiB) {
      piece.fill(`${at} `);
      hash.update(piece);
      await file.write(piece);
    }
    await file.close();
    const expected = hash.digest('hex');
    const server = fork(self, ['server', String(bytes), place]);
    const [{ port: listening }] = await once(server, 'message');
    for (const what of ['put', 'get']) {
      const client = fork(self, ['client', String(bytes), place, String(listening)]);
      await once(client, 'message');
      server.send('begin');
      client.send(what);
      const [{ answered, ...used }] = await once(client, 'message');
      server.send('end');
      const [usedByServer] = await once(server, 'message');
      isFlat &&= answered === expected && used.peak <= mostPeak && usedByServer.peak <= mostPeak;
      const line = (who, { peak, growth, cpu }) => `${who}: peak RSS ${peak} MB, ${growth} MB of it new, CPU ${cpu} s`;
      console.log(`${what} ${bytes / MiB} MiB, ${answered === expected ? 'every byte right' : 'WRONG BYTES'}`);
      console.log(`  ${line('client', used)}\n  ${line('server', usedByServer)}`);
    }
    server.kill();
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  process.exitCode = isFlat ? 0 : 1;
}

if (role === 'server') await runServer();
else if (role === 'client') await runClient();
else await runAll();
