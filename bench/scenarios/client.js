// CPU time of clients.
import { join } from 'node:path';
import { bench } from '../paths.js';
import { start } from '../peers/servers.js';
import { runScript } from '../processes.js';

const calls = {
  soapwright: 20_000,
  'soapwright, without generated code': 20_000,
  'node-soap': 5_000,
  'strong-soap': 5_000,
  'easy-soap-request': 5_000,
  'http.request': 20_000,
  fetch: 5_000,
};
/** Those that npm installs for the bench. */
const installed = ['strong-soap', 'easy-soap-request'];

export const client = {
  name: 'client',
  title: 'client, 32 concurrent calls',
  method:
    'Each client calls GetClientID of the raw server, which sends a fixed response, 32 calls at a time, in a separate process; each checks the number in the response. `http.request` sends a fixed envelope through an Agent that keeps 32 connections, and joins the response as text; `fetch` is that of Node, and easy-soap-request sends the fixed envelope too. Clients of wsdl-tsclient are those of node-soap. The client without generated code reads the WSDL when it starts (`openService` of `soapwright/dynamic`).',
  columns: [
    { key: 'cpuPerCall', title: 'CPU µs/call', digits: 1 },
    { key: 'perSecond', title: 'calls/s' },
    { key: 'p99', title: 'p99 ms', digits: 2 },
  ],
  ratios: [
    { title: 'x http.request', key: 'cpuPerCall', of: 'http.request' },
    { title: 'x node-soap', key: 'cpuPerCall', of: 'node-soap' },
    { title: 'x soapwright', key: 'cpuPerCall', of: 'soapwright' },
  ],
  chart: { key: 'cpuPerCall', unit: 'µs of CPU a call, less is better' },
  async open({ npm }) {
    const server = await start('raw node:http');
    const rows = {};
    for (const [name, count] of Object.entries(calls)) {
      const here = !installed.includes(name) || npm[name] !== undefined;
      const run = (seconds) =>
        runScript([join(bench, 'client.js'), name, server.url, Math.round(count * Math.min(seconds, 2)), 32]);
      rows[name] = here ? { run } : 'not installed';
    }
    return { rows, close: () => server.stop() };
  },
};
