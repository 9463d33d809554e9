// Each benchmarked server sends its parent process its port and, on request, its CPU time and peak memory.

/** @param {import('node:http').Server} server */
export function serveBenchmark(server) {
  server.listen(0, '127.0.0.1', () => {
    reportUsage(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
  });
}

/** @param {number} port on which this process listens */
export function reportUsage(port) {
  process.send?.({ port });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system, peak: process.resourceUsage().maxRSS });
  });
  process.on('disconnect', () => process.exit(0));
}
