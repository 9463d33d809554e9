// What processes of others have used, as Linux tells it in /proc.
import { readdirSync, readFileSync } from 'node:fs';

const read = (path) => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // It has ended meanwhile.
  }
};

/** The process and all that stand below it. */
function family(pid) {
  const tasks = readable(`/proc/${pid}/task`);
  const children = tasks.flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).trim().split(' ').filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => family(Number(child)))];
}

function readable(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** CPU time so far in microseconds, of all threads and in the kernel too: of threads that run the scheduler tells nanoseconds. */
function cpuOf(pid) {
  let nanoseconds = 0;
  for (const task of readable(`/proc/${pid}/task`))
    nanoseconds += Number(read(`/proc/${pid}/task/${task}/schedstat`).split(' ')[0]);
  return nanoseconds / 1000;
}

/** Peak resident memory in KiB. */
const peakOf = (pid) => Number(/^VmHWM:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);

/** CPU time in microseconds and the sum of peaks in KiB, of a process and its children. */
export function usageOf(pid) {
  const pids = family(pid);
  const sum = (of) => pids.reduce((total, one) => total + of(one), 0);
  return { cpu: sum(cpuOf), peak: sum(peakOf) };
}
