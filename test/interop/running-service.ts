import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = join(root, 'service/bin/remote-file-service.js');

export interface RunningService {
  readonly address: string;
  stop(): Promise<number | null>;
}

/** The Remote File Service as a process of its own, provisioned with the demonstration's file, on a free port. */
export async function startService(): Promise<RunningService> {
  const folder = mkdtempSync(join(tmpdir(), 'remote-file-service-'));
  const data = join(folder, 'data');
  const provisioned = spawnSync(process.execPath, [bin, 'provision', join(root, 'service/demo.yaml'), '--data', data], {
    encoding: 'utf8',
  });
  if (provisioned.status !== 0) throw new Error(`provision failed: ${provisioned.stderr}`);
  const port = 20000 + (process.pid % 20000);
  const child: ChildProcess = spawn(
    process.execPath,
    [bin, 'serve', '--data', data, '--port', String(port), '--no-rate-limit'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const address = `http://127.0.0.1:${port}/v2/fileservice.asmx`;
  for (let attempt = 0; ; attempt++) {
    if (child.exitCode !== null || attempt > 200) throw new Error(`the service did not start: ${log}`);
    const answered = await fetch(`${address}?wsdl`).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    address,
    async stop() {
      child.kill('SIGTERM');
      const [code] = (await once(child, 'exit')) as [number | null];
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}
