import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface PhpServer {
  readonly address: string;
  stop(): Promise<void>;
}

/** PHP's SoapServer on a free port. @param wsdl path of the file. */
export async function startPhpServer(wsdl: string): Promise<PhpServer> {
  const port = await freePort();
  const script = fileURLToPath(new URL('clients/server.php', import.meta.url));
  const child = spawn('php', ['-S', `127.0.0.1:${port}`, script], {
    env: { ...process.env, WSDL: wsdl },
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
    address: `http://127.0.0.1:${port}/`,
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
