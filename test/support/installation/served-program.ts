import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A program that was started and listens. */
export interface ServedProgram {
  /** Its address, from its log. */
  readonly url: string;
  /** Stops it by SIGTERM. @returns its exit code, null after another signal. */
  stop(): Promise<number | null>;
}

/**
 * Starts a program, and waits until its log says that it listens.
 *
 * @param how its umask is octal digits.
 * @throws {Error} with its output, when it ends before.
 */
export async function serveProgram(
  argv: readonly string[],
  how: { readonly env: Readonly<Record<string, string>>; readonly cwd: string; readonly umask?: string },
): Promise<ServedProgram> {
  const shell = ['-c', `umask ${how.umask ?? '0022'}; exec "$@"`, 'sh', ...argv];
  const child = spawn('/bin/sh', shell, { env: how.env, cwd: how.cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { url: await listening(child, ended), stop: () => stopped(child, ended) };
}

async function listening(child: ChildProcess, ended: Promise<number | null>): Promise<string> {
  if (child.stderr === null) throw new Error('The program has no stderr.');
  let output = '';
  return await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr ?? process.stdin }).on('line', (line) => {
      output += `${line}\n`;
      const found = /"message":"listening".*"url":"([^"]+)"|"url":"([^"]+)".*"message":"listening"/.exec(line);
      const url = found?.[1] ?? found?.[2];
      if (url !== undefined) resolve(url);
    });
    void ended.then((code) => reject(new Error(`It ended with ${code}: ${output}`)));
  });
}

async function stopped(child: ChildProcess, ended: Promise<number | null>): Promise<number | null> {
  child.kill('SIGTERM');
  return await ended;
}
