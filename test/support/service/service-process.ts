import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The command of the built service. */
export const serviceBin: string = fileURLToPath(
  new URL('../../../service/bin/remote-file-service.js', import.meta.url),
);

/** The command of the built upload client. */
export const uploadBin: string = fileURLToPath(
  new URL('../../../upload-client/bin/remote-file-upload.js', import.meta.url),
);

/** A command in its own process. */
export interface Child {
  readonly process: ChildProcess;
  /** The output until now. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The exit code; null after a signal. */
  readonly exited: Promise<number | null>;
}

/** Runs a command of the service. */
export function runCommand(args: readonly string[], env: Readonly<Record<string, string>> = {}): Child {
  return runProgram(serviceBin, args, env);
}

/** Runs the command of the upload client. */
export function runUpload(args: readonly string[], env: Readonly<Record<string, string>> = {}): Child {
  return runProgram(uploadBin, args, env);
}

function runProgram(file: string, args: readonly string[], env: Readonly<Record<string, string>>): Child {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return { process: child, stdout: () => stdout, stderr: () => stderr, exited };
}

/** Starts a server without a rate limit on a free port, and waits until it listens. */
export async function startServer(
  data: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Child & { readonly url: string }> {
  return await startLimitedServer(data, ['--no-rate-limit', ...args], env);
}

/** Starts a server with its rate limit on a free port, and waits until it listens. */
export async function startLimitedServer(
  data: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Child & { readonly url: string }> {
  const child = runCommand(['serve', '--data', data, '--port', '0', ...args], env);
  const lines = createInterface({ input: child.process.stderr ?? process.stdin });
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      // Fatal errors are printed in another format.
      if (!line.startsWith('{')) return;
      const { message, url: found } = JSON.parse(line) as { readonly message?: string; readonly url?: string };
      if (message === 'listening' && found !== undefined) resolve(found);
    });
    child.exited.then((code) => reject(new Error(`It ended with ${code}: ${child.stderr()}`)), reject);
  });
  return { ...child, url };
}
