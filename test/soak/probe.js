// Loaded into the service before it starts, with `--expose-gc`: tells what it holds when it is asked.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
process.channel?.unref();
process.on('message', () => {
  globalThis.gc();
  globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  const handles = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  process.send({ rss, heap: heapUsed + external, handles, delay: delay.percentile(99) / 1e6 });
  delay.reset();
});
