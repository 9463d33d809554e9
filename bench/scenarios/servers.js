// One operation on every server, repeated.

import { chunkRequest, headers, smallRequest } from '../messages.js';
import { isHere, start } from '../peers/servers.js';
import { startLoad } from '../processes.js';
import { realMessages } from '../real-messages.js';

const MiB = 1024 * 1024;
const all = [
  'raw node:http',
  'raw, body forgotten',
  'soapwright',
  'gSOAP',
  'node-soap',
  'strong-soap',
  'PHP SoapServer',
];
/** Of a small operation. */
const withFloor = ['raw node:http', 'raw, body forgotten', 'raw, sent together', 'raw, body scanned', ...all.slice(2)];
const notInstalled = 'not installed';

/** Calls of a small operation before the first measurement of a server, until V8 has compiled what it runs. */
const warmCalls = 20_000;

/**
 * Starts the installed servers; the row of a missing one says so.
 *
 * @param {{ connections: number, warmSeconds?: number }} how seconds of load before the first round, in place of calls
 */
async function rowsOf(npm, messages, { connections, warmSeconds }, names = all) {
  const running = [];
  const load = startLoad(messages);
  const warm = async (server) => {
    if (warmSeconds !== undefined) return load.run(server, { connections, seconds: warmSeconds });
    await load.run(server, { connections: 32, each: warmCalls / 32 });
    return load.run(server, { connections, each: warmCalls / 5 / connections });
  };
  const rows = {};
  for (const name of names) {
    if (!isHere(name, npm)) {
      rows[name] = notInstalled;
      continue;
    }
    const server = await start(name);
    running.push(server);
    rows[name] = { warm: () => warm(server), run: (seconds) => load.run(server, { connections, seconds }) };
  }
  const close = () => {
    load.stop();
    return Promise.all(running.map((server) => server.stop()));
  };
  return { rows, close };
}

const ratios = (key) => [
  { title: 'x raw', key, of: 'raw node:http' },
  { title: 'x gSOAP', key, of: 'gSOAP' },
  { title: 'x node-soap', key, of: 'node-soap' },
];

const columns = [
  { key: 'perSecond', title: 'requests/s' },
  { key: 'cpu', title: 'CPU µs', digits: 1 },
  { key: 'p50', title: 'p50 ms', digits: 2 },
  { key: 'p99', title: 'p99 ms', digits: 2 },
];
const toolkits =
  'PHP SoapClient, zeep, SOAP::Lite, node-soap, gSOAP, Axis, JAX-WS and .NET (by `wsdl`, and WCF), captured from the programs, and curl, with a header block and without, random keys';

/** Requests for GetClientID as real clients send them, on so many connections. */
const mixed = (name, title, connections) => ({
  name,
  group: 'mixed',
  title: `small operation, ${title}`,
  method: `Calls of GetClientID as other toolkits send them: ${toolkits}; one after the other on each connection. ${
    connections === 1 ? 'One caller waits for each response' : `${connections} connections`
  }, each sending again as soon as it has a response; \`php -S\` with four workers closes each connection, so each of its requests needs a new one. "Body scanned" looks at each byte of the message on raw \`node:http\`, as any SOAP server must, and checks nothing; "sent together" sends all responses of one iteration of the event loop together, as a generated server does. CPU time is user and system time of all processes of the server.`,
  columns,
  turns: 8,
  ratios: ratios('cpu'),
  chart: { key: 'cpu', unit: 'µs of CPU a request, less is better' },
  open: ({ npm }) => rowsOf(npm, realMessages(), { connections }, withFloor),
});

export const mixedMessages = [
  mixed('mixed', 'messages of nine toolkits, 32 connections', 32),
  mixed('mixed-4', 'messages of nine toolkits, 4 connections', 4),
  mixed('mixed-1', 'messages of nine toolkits, one connection', 1),
];

export const small = {
  name: 'small',
  title: 'small operation, identical requests, 32 connections',
  method:
    'As above, but the same bytes each time: the best case of a server that remembers what it has read, and no real traffic.',
  columns,
  turns: 8,
  ratios: ratios('cpu'),
  open: ({ npm }) => rowsOf(npm, [{ headers: headers('GetClientID'), body: smallRequest }], { connections: 32 }),
};

export const chunk = {
  name: 'chunk',
  title: 'chunk of 1 MiB, 4 connections',
  method:
    'AppendChunkWithFolderAccessKey with 1 MiB of base64 (1.4 MB on the wire) is sent by four connections, first for five seconds to warm up; each handler checks the number of bytes. One raw server joins the pieces of the body, as any server that reads a body in memory must, the other discards them.',
  columns: [
    { key: 'perSecond', title: 'requests/s' },
    { key: 'MBps', title: 'MB/s' },
    { key: 'cpuMs', title: 'CPU ms', digits: 2 },
    { key: 'p50', title: 'p50 ms', digits: 1 },
    { key: 'p99', title: 'p99 ms', digits: 1 },
  ],
  turns: 2,
  ratios: ratios('cpuMs'),
  chart: { key: 'cpuMs', unit: 'ms of CPU a chunk, less is better' },
  open: ({ npm }) => {
    const message = { headers: headers('AppendChunkWithFolderAccessKey'), body: chunkRequest(MiB) };
    return rowsOf(npm, [message], { connections: 4, warmSeconds: 5 });
  },
};

export const smallChunk = {
  name: 'chunk-64k',
  group: 'chunk',
  title: 'chunk of 64 KiB, streamed against in memory, 4 connections',
  method:
    'AppendChunkWithFolderAccessKey with 64 KiB of base64 (87 kB on the wire) is sent by four connections to the server of the contract, whose field is streamed, and to that of the same contract without `stream: true`.',
  columns,
  turns: 4,
  ratios: [{ title: 'x in memory', key: 'cpu', of: 'soapwright, in memory' }],
  open: ({ npm }) => {
    const message = { headers: headers('AppendChunkWithFolderAccessKey'), body: chunkRequest(64 * 1024) };
    const names = ['raw node:http', 'soapwright', 'soapwright, in memory'];
    return rowsOf(npm, [message], { connections: 4, warmSeconds: 5 }, names);
  },
};

export const memory = {
  name: 'memory',
  title: '32 chunks of 8 MiB at once',
  method:
    'A new process of each server is started; each of 32 connections sends a chunk of 8 MiB. The figure is the peak of resident memory since the start (VmHWM), of PHP the sum of its workers.',
  columns: [
    { key: 'peakMB', title: 'peak RSS MB' },
    { key: 'cpuMs', title: 'CPU ms', digits: 1 },
  ],
  ratios: [],
  rounds: 3,
  chart: { key: 'peakMB', unit: 'MB of peak resident memory, less is better' },
  open: async ({ npm }) => {
    const message = { headers: headers('AppendChunkWithFolderAccessKey'), body: chunkRequest(8 * MiB) };
    const load = startLoad([message]);
    const rows = {};
    for (const name of [...all.slice(0, 3), 'soapwright, in memory', ...all.slice(3)]) {
      rows[name] = isHere(name, npm) ? { run: () => fresh(name, load) } : notInstalled;
    }
    return { rows, close: async () => load.stop() };
  },
};

async function fresh(name, load) {
  const server = await start(name);
  try {
    return await load.run(server, { connections: 32, each: 1 });
  } finally {
    await server.stop();
  }
}
