// Servers from the start of their process to the first answer.
import { request } from 'node:http';
import { headers, smallRequest } from '../messages.js';
import { isHere, start } from '../peers/servers.js';

const all = ['raw node:http', 'soapwright', 'node-soap'];

/** Sends one request. Resolves when its response is complete. */
function call(url) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: headers('GetClientID'), agent: false }, (response) => {
      response.resume();
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`))));
    });
    sent.on('error', reject);
    sent.end(smallRequest);
  });
}

async function measured(name) {
  const started = performance.now();
  const server = await start(name);
  try {
    await call(server.url);
    const wall = performance.now() - started;
    const { cpu, peak } = await server.usage();
    return { wall, cpu: cpu / 1000, peakMB: peak / 1024 };
  } finally {
    await server.stop();
  }
}

export const startOfServers = {
  name: 'start',
  title: 'start of a server, to its first answer',
  method:
    'A process of each server, of nine operations, from its start to the end of the response to its first call (`GetClientID`): time, CPU time, and the most memory until then.',
  columns: [
    { key: 'wall', title: 'ms' },
    { key: 'cpu', title: 'CPU ms' },
    { key: 'peakMB', title: 'peak MB' },
  ],
  ratios: [],
  async open({ npm }) {
    const rows = all.map((name) => [name, isHere(name, npm) ? { run: () => measured(name) } : 'not installed']);
    return { rows: Object.fromEntries(rows), close: async () => undefined };
  },
};
