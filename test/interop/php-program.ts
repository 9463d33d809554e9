import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** PHP's built-in server with one program, on a free port. */
export interface PhpProgram {
  /** Scheme, host and port. */
  readonly origin: string;
  stop(): Promise<void>;
}

/** @param script path of the program. @param environment in addition to that of this process. */
export async function startPhp(script: string, environment: NodeJS.ProcessEnv = {}): Promise<PhpProgram> {
  const port = await freePort();
  const child = spawn('php', ['-S', `127.0.0.1:${port}`, script], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  while (!log.includes('started')) {
    if (child.exitCode !== null) throw new Error(`php exited with ${child.exitCode}: ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
