import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A server of another toolkit, as a process. */
export interface RunningProgram {
  /** Everything that it has written to both output streams. */
  output(): string;
  stop(): Promise<void>;
}

export interface ProgramOptions {
  readonly cwd?: string;
  /** In addition to the environment of this process. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** Starts a program, and waits until its output matches `ready`. */
export async function startProgram(
  command: string,
  args: readonly string[],
  ready: RegExp,
  { cwd, environment }: ProgramOptions = {},
): Promise<RunningProgram> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let failure: Error | undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  child.on('error', (error) => {
    failure = error;
  });
  while (!ready.test(output)) {
    if (failure !== undefined) throw failure;
    if (child.exitCode !== null) throw new Error(`${command} exited with ${child.exitCode}: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    output: () => output,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Runs a program to its end. Returns its standard output. @throws {Error} with its output, if it fails. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { cwd, environment, input = '' }: ProgramOptions & { readonly input?: string } = {},
): Promise<string> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...environment }, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.stdin.on('error', () => undefined).end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${command} exited with ${code}: ${errors}${output.slice(0, 4000)}`);
  return output;
}
