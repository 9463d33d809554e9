import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../../test/support/service/service-process.ts';

describe('config', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-config-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = async (args: readonly string[], env: Record<string, string> = {}) => {
    const child = runCommand(['config', '--data', join(folder, 'none-made'), ...args], env);
    return { code: await child.exited, stdout: child.stdout(), stderr: child.stderr() };
  };

  it('prints each setting with its origin, and only the origin of the service key', async () => {
    const file = join(folder, 'rfs.yaml');
    await writeFile(file, 'rateLimit: { enabled: false }\nlimits:\n  chunk: 2 MiB\n');
    const key = 'ab'.repeat(32);
    const env = { RFS_SERVICE_KEY: key, RFS_STOP_SECONDS: '12' };
    const { code, stdout, stderr } = await run(['--config', file, '--port', '7', '--json'], env);
    expect([code, stderr]).toEqual([0, '']);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(rows).toContainEqual({ setting: 'port', value: 7, source: 'flag --port' });
    expect(rows).toContainEqual({ setting: 'stopSeconds', value: 12, source: 'environment RFS_STOP_SECONDS' });
    expect(rows).toContainEqual({ setting: 'limits.chunk', value: 2_097_152, source: `${file}:3:10` });
    // An unset negating flag does not override the file.
    expect(rows).toContainEqual({ setting: 'rateLimit.enabled', value: false, source: `${file}:1:23` });
    expect(rows).toContainEqual({ setting: 'host', value: '127.0.0.1', source: 'default' });
    expect(rows).toContainEqual({ setting: 'service key', value: null, source: 'environment RFS_SERVICE_KEY' });
    expect(stdout).not.toContain(key);
    expect((await run(['--no-rate-limit'])).stdout).toMatch(/^rateLimit\.enabled +false +flag --no-rate-limit$/m);
    expect(existsSync(join(folder, 'none-made'))).toBe(false);
  });

  it('exits with 2 for invalid settings, certificates and keys, and with 3 for a missing certificate', async () => {
    const none = join(folder, 'none.pem');
    await writeFile(none, 'none');
    const results = await Promise.all([
      run(['--port', 'x']),
      run(['--tls-cert', none, '--tls-key', none]),
      run(['--service-key-file', none]),
      run(['--tls-cert', join(folder, 'x'), '--tls-key', join(folder, 'y')]),
    ]);
    expect(results.map(({ code }) => code)).toEqual([2, 2, 2, 3]);
    expect(results.map(({ stdout }) => stdout)).toEqual(['', '', '', '']);
  });

  it('each command exits with 2 if the file of the service key is missing or a folder, and makes no data folder', async () => {
    const data = join(folder, 'none-made');
    const provisioning = join(folder, 'provisioning.yaml');
    await writeFile(provisioning, 'tenants: []\n');
    const refused = async (command: readonly string[], at: string): Promise<void> => {
      for (const path of [join(folder, 'missing.key'), folder]) {
        const child = runCommand([...command, '--data', at, '--service-key-file', path]);
        const code = await child.exited;
        expect([command, code, child.stderr()]).toEqual([command, 2, expect.stringContaining(path)]);
      }
    };
    const commands = [['config'], ['serve', '--port', '0'], ['provision', provisioning], ['doctor']];
    for (const command of commands) await refused(command, data);
    expect(existsSync(data)).toBe(false);
    const made = join(folder, 'made');
    expect(await runCommand(['provision', provisioning, '--data', made]).exited).toBe(0);
    for (const command of [['sweep'], ['files', 'list'], ['audit']]) await refused(command, made);
  });
});
