// One chunk of 1 GiB.
import { join } from 'node:path';
import { bench } from '../paths.js';
import { start } from '../peers/servers.js';
import { runScript } from '../processes.js';

export const huge = {
  name: 'huge',
  title: 'one chunk of 1 GiB',
  method:
    'One connection sends one chunk of 1 GiB (1.43 GB on the wire) to a new process of the server. The figure is the peak of resident memory since the start (VmHWM).',
  columns: [
    { key: 'peakMB', title: 'peak RSS MB' },
    { key: 'seconds', title: 's', digits: 1 },
    { key: 'MBps', title: 'MB/s' },
  ],
  ratios: [],
  rounds: 3,
  async open() {
    const run = async () => {
      const server = await start('soapwright');
      try {
        const seen = await runScript([join(bench, 'huge-load.js'), server.url, 2 ** 30]);
        return { ...seen, peakMB: (await server.usage()).peak / 1024 };
      } finally {
        await server.stop();
      }
    };
    return { rows: { soapwright: { run } }, close: async () => {} };
  },
};
