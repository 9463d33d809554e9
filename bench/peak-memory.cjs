// Loaded into a measured process: tells its peak memory in KiB to the one that started it.
const { channel } = process;
channel?.unref();
process.on('exit', () => {
  if (process.connected) process.send?.(process.resourceUsage().maxRSS);
});
