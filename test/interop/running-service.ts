import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serviceBin, startServer } from '../support/service/service-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface RunningService {
  readonly address: string;
  /** What `demo-token` prints: a SAML token, or `code=...&state=...` of OpenID Connect; each is good for one sign-in. */
  token(...args: readonly string[]): Promise<string>;
  stop(): Promise<number | null>;
}

/**
 * The Remote File Service as a process of its own, provisioned with the demonstration's file, on a free port; beside it
 * runs the identity provider that the file names.
 */
export async function startService(): Promise<RunningService> {
  const folder = mkdtempSync(join(tmpdir(), 'remote-file-service-'));
  const data = join(folder, 'data');
  const provider = await startProvider(data);
  const provisioned = spawnSync(
    process.execPath,
    [serviceBin, 'provision', join(root, 'service/demo.yaml'), '--data', data],
    {
      encoding: 'utf8',
      env: { ...process.env, ...provider.variables },
    },
  );
  if (provisioned.status !== 0) throw new Error(`provision failed: ${provisioned.stderr}`);
  const server = await startServer(data);
  const address = server.url;
  return {
    address,
    async token(...args) {
      const { stdout } = await promisify(execFile)(process.execPath, [
        serviceBin,
        'demo-token',
        ...args,
        '--url',
        address,
      ]);
      return stdout.trim();
    },
    async stop() {
      const codes = await Promise.all([server.process, provider.process].map(ended));
      rmSync(folder, { recursive: true, force: true });
      return codes.find((code) => code !== 0) ?? 0;
    },
  };
}

/** The demonstration's identity provider, and what demo.yaml is to be provisioned with. */
async function startProvider(data: string): Promise<{ process: ChildProcess; variables: Record<string, string> }> {
  const args = [serviceBin, 'demo-provider', '--json', '--data', data, '--port', '0'];
  const provider = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  provider.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  for await (const line of createInterface({ input: provider.stdout })) {
    return { process: provider, variables: JSON.parse(line) as Record<string, string> };
  }
  throw new Error(`the identity provider did not start: ${log}`);
}

async function ended(child: ChildProcess): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = (await exited) as [number | null];
  return code;
}
