import { type ChildProcess, fork } from 'node:child_process';
import { type EntryRecord, failedRecord } from './records.ts';

/** An entry to work on. */
export interface Job {
  readonly id: string;
  /** Gets a fresh process, so that its peak memory can be measured. */
  readonly alone: boolean;
}

export interface WorkerOptions {
  /** The script of the processes. It takes an id as a message and sends back a record. */
  readonly script: string;
  readonly arguments: readonly string[];
  readonly processes: number;
  /** For one entry, in milliseconds. A process that takes longer is ended. */
  readonly limit: number;
  readonly onRecord?: ((record: EntryRecord) => void) | undefined;
}

/** Works on all jobs in several processes. A crash or an endless loop costs one entry. */
export async function runJobs(jobs: readonly Job[], options: WorkerOptions): Promise<readonly EntryRecord[]> {
  const waiting = [...jobs];
  const records = new Map<string, EntryRecord>();
  const work = async (): Promise<void> => {
    let child: ChildProcess | undefined;
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      if (job.alone) end(child);
      if (job.alone || !isAlive(child)) child = start(options);
      const record = await ask(child, job.id, options.limit);
      const { peakMemory, ...rest } = record;
      records.set(job.id, job.alone ? record : rest);
      options.onRecord?.(record);
      if (job.alone) end(child);
    }
    end(child);
  };
  await Promise.all(Array.from({ length: options.processes }, work));
  return jobs.map(({ id }) => records.get(id) ?? failedRecord(id, 'crashed', 'no record'));
}

function start({ script, arguments: given }: WorkerOptions): ChildProcess {
  return fork(script, [...given], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
}

function isAlive(child: ChildProcess | undefined): child is ChildProcess {
  return child?.connected === true && !child.killed && child.exitCode === null;
}

function end(child: ChildProcess | undefined): void {
  if (isAlive(child)) child.kill();
}

function ask(child: ChildProcess, id: string, limit: number): Promise<EntryRecord> {
  return new Promise((resolve) => {
    let errors = '';
    const settle = (record: EntryRecord): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      child.stderr?.removeAllListeners();
      resolve(record);
    };
    const timer = setTimeout(() => {
      settle(failedRecord(id, 'hung', `no end within ${limit / 1000} s`));
      child.kill('SIGKILL');
    }, limit);
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-2_000);
    });
    child.once('exit', (code, signal) => {
      settle(failedRecord(id, 'crashed', `the process ended (${code ?? signal}): ${errors.trim().split('\n').at(0)}`));
    });
    child.once('message', (record) => settle(record as EntryRecord));
    child.send(id);
  });
}
