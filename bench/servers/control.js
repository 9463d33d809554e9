// What every benchmarked server says to the process that started it: its port, and its CPU time and peak memory when asked.

/** @param {import('node:http').Server} server */
export function serveBenchmark(server) {
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ port: /** @type {import('node:net').AddressInfo} */ (server.address()).port });
  });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system, peak: process.resourceUsage().maxRSS });
  });
  process.on('disconnect', () => process.exit(0));
}
