// The generated server with a handler of known cost: `node overload-server.js wait|work MILLISECONDS OPTIONS`, the
// options of `overload` as JSON, `null` in them for Infinity. Reports its port and, on request, its usage.
import { setTimeout as sleep } from 'node:timers/promises';
import { createRemoteFileServiceServer } from '@soapwright/generated/remote-file-service/server';
import { listen } from '@soapwright/runtime/server/node';
import { unusedOperations } from './servers/unused-operations.js';

const [kind, cost, text = '{}'] = process.argv.slice(2);
const overload = JSON.parse(text, (_, value) => (value === null ? Number.POSITIVE_INFINITY : value));
const answer = { ErrorMessage: '', ClientID: 4711 };

function work(milliseconds) {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

const server = createRemoteFileServiceServer(
  {
    ...unusedOperations,
    async GetClientID() {
      if (kind === 'wait') await sleep(Number(cost));
      else work(Number(cost));
      return answer;
    },
  },
  { state: undefined, overload, routes: { '/healthz': () => ({ body: 'ok\n' }) } },
);
const listening = await listen(server);
let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 50);
watch.unref();
process.on('message', () => process.send({ rss: Math.max(peak, process.memoryUsage.rss()) }));
process.on('disconnect', () => process.exit());
process.send({ port: listening.port });
