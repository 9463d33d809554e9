// Exchanges one value of 1 GiB with gSOAP by MTOM, streamed, each way and with either as the server:
// `node test/soak/gsoap-mtom.js [MiB]`. Prints time, CPU and peak memory of each process; exits with 1 when a process of ours
// needed more than 150 MB, or a byte is wrong. Needs `npm run build`, gSOAP and g++, and room for the value in the folder for
// temporary files.
import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as soap from '@soapwright/runtime';
import { SoapClient } from '@soapwright/runtime/client';
import { mtom } from '@soapwright/runtime/client/mtom';
import { fileBlob, fileSpool } from '@soapwright/runtime/client/node';
import { blobPieces, createServer, implement } from '@soapwright/runtime/server';
import { mtom as serverMtom } from '@soapwright/runtime/server/mtom';
import { listen } from '@soapwright/runtime/server/node';
import { blobField, operation } from './streamed-operations.js';

const [role = 'all', folder = '', address = '', what = '', bytes = ''] = process.argv.slice(2);
const MiB = 1024 * 1024;
const mostPeak = 150;
const block = 65_536;
const pattern = Uint8Array.from({ length: 2 * block }, (_, at) => ((at % block) * 7) ^ ((at % block) >> 8));

const namespace = 'urn:stream';
const data = blobField(namespace, 'Data');
const number = (name) => ({ tag: soap.tag(namespace, name), read: soap.readInt, write: soap.writeInt });
const Put = operation(namespace, 'Put', data, number('Same'));
const Get = operation(namespace, 'Get', number('Size'), data);

/** How many bytes there are; -1 when one of them is wrong. */
async function sameBytes(value) {
  let at = 0;
  for await (const piece of blobPieces(value)) {
    for (let from = 0; from < piece.length; ) {
      const count = Math.min(piece.length - from, block);
      const expected = pattern.subarray(at % block, (at % block) + count);
      if (Buffer.compare(piece.subarray(from, from + count), expected) !== 0) return -1;
      from += count;
      at += count;
    }
  }
  return at;
}

/** Peak memory in MB, and CPU time in seconds. */
function used() {
  const { user, system } = process.cpuUsage();
  return { peak: Math.round(process.resourceUsage().maxRSS / 1024), cpu: (user + system) / 1e6 };
}

async function runServer() {
  const description = { name: 'Stream', namespace, address: 'http://localhost/', soapVersions: ['1.1'], wsdl: [] };
  const spool = fileSpool({ folder });
  // gSOAP's request for a value has no parts.
  const multipart = serverMtom();
  const alwaysXop = { ...multipart, write: (message, version) => multipart.write(message, version, true) };
  const options = { spool, multipart: alwaysXop, requireContentLength: false };
  const server = createServer(description, options, [
    implement(Put, async ({ Data }) => ({ Same: await sameBytes(Data) })),
    implement(Get, async () => ({ Data: await fileBlob(join(folder, 'value')) })),
  ]);
  const listening = await listen(server, { requestTimeout: 3_600_000 });
  process.on('message', () => process.send(used()));
  process.send({ url: listening.url });
}

async function runClient() {
  const client = new SoapClient({
    address,
    timeout: Number.POSITIVE_INFINITY,
    spool: fileSpool({ folder }),
    multipart: mtom({ send: 'always' }),
  });
  const size = Number(bytes);
  let same;
  if (what === 'put') same = (await client.call(Put, { Data: await fileBlob(join(folder, 'value')) })).Same;
  else {
    const { Data } = await client.call(Get, { Size: size });
    same = await sameBytes(Data);
    await Data.discard();
  }
  process.send({ same: same === size, ...used() });
  process.disconnect();
}

/** Our programs, each in a process of its own. */
function ours(...given) {
  return fork(fileURLToPath(import.meta.url), given);
}

async function runAll() {
  const size = Number(process.argv[2] ?? 1024) * MiB;
  const place = mkdtempSync(join(tmpdir(), 'soapwright-gsoap-'));
  const children = [];
  let isRight = true;
  const report = (title, seconds, same, ...lines) => {
    console.log(`${title}: ${seconds.toFixed(1)} s, ${same ? 'every byte right' : 'WRONG BYTES'}`);
    for (const [name, { peak, cpu }] of lines) {
      console.log(`  ${name}: peak RSS ${peak} MB${cpu === undefined ? '' : `, CPU ${cpu.toFixed(1)} s`}`);
      if (name === 'ours') isRight &&= peak <= mostPeak;
    }
    isRight &&= same;
  };
  const timed = async (run) => {
    const begin = performance.now();
    const result = await run();
    return [result, (performance.now() - begin) / 1000];
  };
  try {
    const gsoap = join(place, 'gsoap');
    cpSync(fileURLToPath(new URL('gsoap-mtom', import.meta.url)), gsoap, { recursive: true });
    const run = (command, ...given) => execFileSync(command, given, { cwd: gsoap, stdio: 'ignore' });
    run('soapcpp2', '-I/usr/share/gsoap/import', 'stream.h');
    run('g++', '-O2', '-c', 'soapC.cpp');
    for (const side of ['client', 'server']) {
      const stub = side === 'client' ? 'soapClient.cpp' : 'soapServer.cpp';
      run('g++', '-O2', '-o', side, `${side}.cpp`, stub, 'soapC.o', '-lgsoap++');
    }
    const file = await open(join(place, 'value'), 'w');
    for (let at = 0; at < size; at += block) await file.write(pattern, 0, Math.min(block, size - at));
    await file.close();

    for (const way of ['put', 'get']) {
      const server = ours('server', place);
      children.push(server);
      const [{ url }] = await once(server, 'message');
      const [output, seconds] = await timed(async () => {
        const client = spawn(join(gsoap, 'client'), [url, way, String(size)], { stdio: ['ignore', 'pipe', 'inherit'] });
        const [line] = await once(createInterface(client.stdout), 'line');
        return JSON.parse(line);
      });
      server.send('end');
      const [ownUse] = await once(server, 'message');
      server.kill();
      report(`gSOAP's client, our server, ${way}`, seconds, output.same, ['ours', ownUse], ['gSOAP', output]);
    }

    const port = String(20_000 + (process.pid % 20_000));
    const server = spawn(join(gsoap, 'server'), [port], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(server);
    const lines = createInterface(server.stdout);
    await once(lines, 'line');
    for (const way of ['put', 'get']) {
      const ended = once(lines, 'line');
      const [ownUse, seconds] = await timed(async () => {
        const client = ours('client', place, `http://127.0.0.1:${port}/`, way, String(size));
        const [message] = await once(client, 'message');
        return message;
      });
      const [line] = await ended;
      report(`our client, gSOAP's server, ${way}`, seconds, ownUse.same, ['ours', ownUse], ['gSOAP', JSON.parse(line)]);
    }
  } finally {
    for (const child of children) child.kill();
    rmSync(place, { recursive: true, force: true });
  }
  process.exitCode = isRight ? 0 : 1;
}

if (role === 'server') await runServer();
else if (role === 'client') await runClient();
else await runAll();
