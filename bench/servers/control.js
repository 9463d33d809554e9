// Each benchmarked server sends its parent process its port and, on request, its CPU time and memory.

/** @param {import('node:http').Server} server */
export function serveBenchmark(server) {
  server.listen(0, '127.0.0.1', () => {
    reportUsage(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
  });
}

/** @param {number} port on which this process listens */
export function reportUsage(port) {
  process.send?.({ port });
  process.on('message', async (message) => {
    if (message === 'idle') await collectGarbage();
    const { user, system } = process.cpuUsage();
    // Loaded here, since it is no part of a server's start.
    const { peakOf } = await import('../process-usage.js');
    process.send?.({ cpu: user + system, peak: peakOf('self'), rss: process.memoryUsage.rss() / 1024 });
  });
  process.on('disconnect', () => process.exit(0));
}

/** Its modules are loaded here, since they are no part of a server's start. */
async function collectGarbage() {
  const [{ setFlagsFromString }, { runInNewContext }] = await Promise.all([import('node:v8'), import('node:vm')]);
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
