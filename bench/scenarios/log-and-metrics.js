// What log and metrics add to a request.
import { fileURLToPath } from 'node:url';
import { runScript } from '../processes.js';

const script = fileURLToPath(new URL('../log-and-metrics.js', import.meta.url));

export const logAndMetrics = {
  name: 'log',
  title: 'log and metrics of a request',
  method:
    'One process counts results of operations in the metrics of the Remote File Service, writes their lines to its log, and does both, in turns; CPU time of the process an event, writing to a pipe included.',
  columns: [
    { key: 'metrics', title: 'metrics µs', digits: 1 },
    { key: 'line', title: 'line µs', digits: 1 },
    { key: 'together', title: 'together µs', digits: 1 },
  ],
  ratios: [],
  rounds: 5,
  open: () => ({ rows: { 'a result': { run: (seconds) => runScript([script, seconds]) } }, close: async () => {} }),
};
