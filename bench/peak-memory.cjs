// Preloaded into a measured process: sends its peak memory in KiB and its CPU time in µs to the parent process.
const { channel } = process;
channel?.unref();
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  if (process.connected) process.send?.({ peak: maxRSS, cpu: userCPUTime + systemCPUTime });
});
