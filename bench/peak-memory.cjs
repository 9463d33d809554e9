// Preloaded into a measured process: sends its peak memory in KiB and its CPU time in µs to the parent process.
const { readFileSync } = require('node:fs');

const { channel } = process;
channel?.unref();
process.on('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  // Not its maxRSS, which is that of the parent process if that is larger.
  const peak = Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1] ?? 0);
  if (process.connected) process.send?.({ peak, cpu: userCPUTime + systemCPUTime });
});
