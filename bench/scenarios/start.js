// Servers from the start of their process to the first answer, and their memory when they are idle afterwards.
import { Agent, request } from 'node:http';
import { headers, smallRequest } from '../messages.js';
import { isHere, start } from '../peers/servers.js';

const all = ['raw node:http', 'soapwright', 'node-soap', 'strong-soap'];

/** Sends one request. Resolves when its response is complete. */
function call(url, agent) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: headers('GetClientID'), agent }, (response) => {
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
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    await call(server.url, false);
    const wall = performance.now() - started;
    const { cpu, peak } = await server.usage();
    for (let count = 1; count < 1000; count++) await call(server.url, agent);
    const { rss } = await server.idle();
    return { wall, cpu: cpu / 1000, peakMB: peak / 1024, idleMB: rss / 1024 };
  } finally {
    agent.destroy();
    await server.stop();
  }
}

export const startOfServers = {
  name: 'start',
  title: 'start of a server, to its first answer',
  method:
    'A process of each server, of nine operations, from its start to the end of the response to its first call (`GetClientID`): time, CPU time, and the most memory until then. Idle memory is that after 1,000 calls and a collection of garbage.',
  columns: [
    { key: 'wall', title: 'ms' },
    { key: 'cpu', title: 'CPU ms' },
    { key: 'peakMB', title: 'peak MB' },
    { key: 'idleMB', title: 'idle MB' },
  ],
  ratios: [],
  async open({ npm }) {
    const rows = all.map((name) => [name, isHere(name, npm) ? { run: () => measured(name) } : 'not installed']);
    return { rows: Object.fromEntries(rows), close: async () => undefined };
  },
};
