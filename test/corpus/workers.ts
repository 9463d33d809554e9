import { type ChildProcess, fork } from 'node:child_process';

/** An entry to work on. */
export interface Job {
  readonly id: string;
  /** Gets a fresh process, so that its peak memory can be measured. */
  readonly alone: boolean;
}

/** The results of a process for an entry. */
export interface JobRecord {
  readonly id: string;
  /** Of the process, in bytes. */
  readonly peakMemory?: number | undefined;
}

export interface WorkerOptions<Found extends JobRecord> {
  /** The script of the processes. It takes an id as a message and sends back a record. */
  readonly script: string;
  readonly arguments: readonly string[];
  readonly processes: number;
  /** For one entry, in milliseconds. A process that takes longer is ended. */
  readonly limit: number;
  /** The record of an entry whose process ended or was ended. */
  readonly failed: (id: string, outcome: 'crashed' | 'hung', failure: string) => Found;
  readonly onRecord?: ((record: Found) => void) | undefined;
}

/** Works on all jobs in several processes. A crash or an endless loop costs one entry. */
export async function runJobs<Found extends JobRecord>(
  jobs: readonly Job[],
  options: WorkerOptions<Found>,
): Promise<readonly Found[]> {
  const waiting = [...jobs];
  const records = new Map<string, Found>();
  const work = async (): Promise<void> => {
    let child: ChildProcess | undefined;
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      if (job.alone) end(child);
      if (job.alone || !isAlive(child)) child = start(options);
      const record = await ask(child, job.id, options);
      records.set(job.id, job.alone ? record : { ...record, peakMemory: undefined });
      options.onRecord?.(record);
      if (job.alone) end(child);
    }
    end(child);
  };
  await Promise.all(Array.from({ length: options.processes }, work));
  return jobs.map(({ id }) => records.get(id) ?? options.failed(id, 'crashed', 'no record'));
}

function start<Found extends JobRecord>({ script, arguments: given }: WorkerOptions<Found>): ChildProcess {
  return fork(script, [...given], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
}

function isAlive(child: ChildProcess | undefined): child is ChildProcess {
  return child?.connected === true && !child.killed && child.exitCode === null;
}

function end(child: ChildProcess | undefined): void {
  if (isAlive(child)) child.kill();
}

function ask<Found extends JobRecord>(
  child: ChildProcess,
  id: string,
  { limit, failed }: WorkerOptions<Found>,
): Promise<Found> {
  return new Promise((resolve) => {
    let errors = '';
    const settle = (record: Found): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      child.stderr?.removeAllListeners();
      resolve(record);
    };
    const timer = setTimeout(() => {
      settle(failed(id, 'hung', `no end within ${limit / 1000} s`));
      child.kill('SIGKILL');
    }, limit);
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-2_000);
    });
    child.once('exit', (code, signal) => {
      settle(failed(id, 'crashed', `the process ended (${code ?? signal}): ${errors.trim().split('\n').at(0)}`));
    });
    child.once('message', (record) => settle(record as Found));
    child.send(id);
  });
}
