// CPU time and memory of other processes, from /proc of Linux.
import { readdirSync, readFileSync } from 'node:fs';

const read = (path) => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // The process has ended.
  }
};

/** The process and its descendants. */
function processTree(pid) {
  const tasks = readable(`/proc/${pid}/task`);
  const children = tasks.flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).trim().split(' ').filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => processTree(Number(child)))];
}

function readable(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** In microseconds: CPU time of all threads, including the kernel, from the scheduler's nanoseconds. */
function cpuOf(pid) {
  let nanoseconds = 0;
  for (const task of readable(`/proc/${pid}/task`))
    nanoseconds += Number(read(`/proc/${pid}/task/${task}/schedstat`).split(' ')[0]);
  return nanoseconds / 1000;
}

/** In KiB: peak resident memory. `maxRSS` of Node is that of the parent process if that is larger. */
export const peakOf = (pid) => Number(/^VmHWM:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);

/** CPU time in microseconds and the sum of peaks in KiB, of a process and its children. */
export function usageOf(pid) {
  const pids = processTree(pid);
  const sum = (of) => pids.reduce((total, one) => total + of(one), 0);
  return { cpu: sum(cpuOf), peak: sum(peakOf) };
}
