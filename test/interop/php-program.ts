import { startProgram } from '../foreign/support/program.ts';
import { freePort } from '../support/free-ports.js';

/** PHP's built-in server with one program, on a free port. */
export interface PhpProgram {
  /** Scheme, host and port. */
  readonly origin: string;
  stop(): Promise<void>;
}

/** @param script path of the program. @param environment in addition to that of this process. */
export async function startPhp(script: string, environment: NodeJS.ProcessEnv = {}): Promise<PhpProgram> {
  const port = await freePort();
  const program = await startProgram('php', ['-S', `127.0.0.1:${port}`, script], /started/, { environment });
  return { origin: `http://127.0.0.1:${port}`, stop: program.stop };
}
