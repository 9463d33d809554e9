import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoVariables } from '../../../test/support/service/demo-process.ts';
import { runCommand, serviceBin, startServer } from '../../../test/support/service/service-process.ts';

const demoFile = fileURLToPath(new URL('../../demo.yaml', import.meta.url));

describe('remote-file-service', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-cli-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = async (args: readonly string[], env?: Record<string, string>) => {
    const child = runCommand(args, env);
    return { code: await child.exited, stdout: child.stdout(), stderr: child.stderr() };
  };

  it('provision: applies the demonstration once, beside a running server, and reports the changes', async () => {
    const data = join(folder, 'provision');
    const server = await startServer(data);
    const variables = await demoVariables();
    const first = await run(['provision', demoFile, '--data', data], variables);
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toContain('created tenant 1001\n');
    const second = await run(['provision', demoFile, '--data', data], variables);
    expect([second.code, second.stdout]).toEqual([0, 'Nothing to change.\n']);
    const health = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(new URL(path, server.url))));
    expect(health.map(({ status }) => status)).toEqual([200, 200]);
    const swept = await run(['sweep', '--data', data]);
    expect([swept.code, swept.stdout]).toEqual([
      0,
      'expired uploads: 0\nforgotten uploads: 0\nstray files: 0\nexpired files: 0\ncomputed SHA-256: 0\n',
    ]);
    server.process.kill('SIGINT');
    expect(await server.exited).toBe(0);
  });

  it('provision -: reads stdin, and names it in the position of a problem', () => {
    const args = [serviceBin, 'provision', '-', '--data', join(folder, 'stdin')];
    const provision = (input: string) => spawnSync(process.execPath, args, { input, encoding: 'utf8' });
    const made = provision('tenants: [{ clientId: 1001, orgId: 1, companyCode: ONE }]\n');
    expect([made.status, made.stdout, made.stderr]).toEqual([0, 'created tenant 1001\n', '']);
    expect(provision('tenants: [{ clientId: 0 }]\n').stderr).toMatch(/^stdin:1:/);
  });

  it('provision: an invalid file exits with 2 and a position, and creates no data folder', async () => {
    const file = join(folder, 'wrong.yaml');
    await writeFile(file, 'tenants:\n  - { clientId: 0, orgId: 1, companyCode: X }\n');
    const data = join(folder, 'untouched');
    const { code, stderr } = await run(['provision', file, '--data', data]);
    expect(code).toBe(2);
    expect(stderr).toBe(`${file}:2:17: clientId must be a whole number from 1 to 2147483647.\n`);
    expect(existsSync(data)).toBe(false);
  });

  it('exits with 2 for wrong arguments and settings, with 3 when something cannot be read', async () => {
    const codes = await Promise.all([
      run(['frobnicate']),
      run(['serve', '--nonsense']),
      run(['serve', '--port', 'x']),
      run(['serve'], { RFS_PORT: 'x' }),
      run(['serve', '--config', join(folder, 'none.yaml')]),
      run(['provision', join(folder, 'none.yaml')]),
      run(['serve', '--data', join(demoFile, 'below')]),
      run(['serve', '--data', join(folder, 'tls'), '--tls-cert', join(folder, 'c'), '--tls-key', join(folder, 'k')]),
    ]);
    expect(codes.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 3, 3, 3]);
    expect(codes.map(({ stderr }) => stderr.trim().length > 10)).not.toContain(false);
    expect(codes.map(({ stderr }) => stderr).join()).not.toMatch(/ at .*\.js:\d+/);
  });

  it('exits with 2 for files that are not UTF-8, and for invalid keys and certificates; no data folder is created', async () => {
    const latin1 = join(folder, 'latin1.yaml');
    await writeFile(latin1, Buffer.from('data: x\nhost: caf\u00e9\n', 'latin1'));
    const data = join(folder, 'none-made');
    const serve = ['serve', '--data', data, '--port', '0'];
    const results = await Promise.all([
      run(['provision', latin1, '--data', data]),
      run(['serve', '--config', latin1]),
      run(serve, { RFS_SERVICE_KEY: 'not-a-service-key' }),
      run([...serve, '--service-key-file', latin1]),
      run([...serve, '--tls-cert', latin1, '--tls-key', latin1]),
    ]);
    expect(results.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2]);
    const texts = results.map(({ stderr }) => stderr);
    expect(texts[0]).toBe(`${latin1}:2:10: This is not UTF-8. Save the file as UTF-8.\n`);
    expect(texts[1]).toBe(texts[0]);
    expect(texts[4]).toContain(`tls.cert ${latin1} and tls.key ${latin1} must be a certificate`);
    expect(texts.join()).not.toContain('not-a-service-key');
    expect(existsSync(data)).toBe(false);
  });

  it('--help and --version exit with 0', async () => {
    const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    const [help, version] = await Promise.all([run(['--help']), run(['--version'])]);
    expect([help.code, version.code, version.stdout]).toEqual([0, 0, `${manifest.version}\n`]);
    for (const command of ['serve', 'provision', 'sweep', 'demo']) expect(help.stdout).toContain(command);
  });

  it('serve: warns when passwords travel unencrypted beyond this machine', async () => {
    const open = await startServer(join(folder, 'open'), ['--host', '0.0.0.0']);
    const proxied = await startServer(join(folder, 'proxied'), ['--host', '0.0.0.0', '--trust-proxy']);
    open.process.kill('SIGTERM');
    proxied.process.kill('SIGTERM');
    expect(await Promise.all([open.exited, proxied.exited])).toEqual([0, 0]);
    expect(open.stderr()).toContain('unencrypted');
    expect(proxied.stderr()).not.toContain('unencrypted');
  });

  it('serve: a public URL with a path is served at that path, and is in the WSDL', async () => {
    const server = await startServer(join(folder, 'public'), ['--public-url', 'https://files.example/base']);
    const port = /"port":(\d+)/.exec(server.stderr())?.[1];
    expect(server.url).toBe('https://files.example/base/v2/fileservice.asmx');
    const wsdl = await fetch(`http://127.0.0.1:${port}/base/v2/fileservice.asmx?wsdl`);
    expect(await wsdl.text()).toContain('location="https://files.example/base/v2/fileservice.asmx"');
    server.process.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  });
});
