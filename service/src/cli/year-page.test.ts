import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandScript, consoleSteps } from '../../../test/support/service/console-steps.ts';
import { serviceBin, startLimitedServer } from '../../../test/support/service/service-process.ts';

const page = readFileSync(new URL('../../../docs/service/a-year-with-the-service.md', import.meta.url), 'utf8');
const [provisioning = '', hooks = ''] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text);

/** Commands of the page in order, each with the output that the page shows. */
const steps = consoleSteps(page);

describe('the page about a year with the service', () => {
  let folder: string;
  let server: Awaited<ReturnType<typeof startLimitedServer>>;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rfs-year-'));
    writeFileSync(join(folder, 'service.yaml'), provisioning);
    mkdirSync(join(folder, 'bin'));
    const command = join(folder, 'bin', 'remote-file-service');
    writeFileSync(command, commandScript(serviceBin), { mode: 0o755 });
    const hooksFile = join(folder, 'hooks.yaml');
    writeFileSync(hooksFile, hooks.replaceAll('/srv', folder));
    const settings = { RFS_ADMIN_FILES: 'true', RFS_HOOKS_FILE: hooksFile };
    server = await startLimitedServer(join(folder, 'data'), ['--admin-port', '0'], settings);
    const adminPort = /"adminPort":(\d+)/.exec(server.stderr())?.[1] ?? '';
    env = {
      ...process.env,
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      TZ: 'UTC',
      RFS_DATA: 'data',
      RFS_HOOKS_FILE: hooksFile,
      RFS_ADMIN_PORT: adminPort,
      RFS_URL: server.url,
      RFS_API_KEY: 'key-of-the-office',
      RFS_FOLDER_KEY: 'key-of-the-scanner',
    };
  });
  afterAll(async () => {
    server.process.kill('SIGTERM');
    await server.exited;
    rmSync(folder, { recursive: true, force: true });
  });

  /** Values that differ in each run, and columns, which depend on them, in one form. */
  const plain = (text: string): string =>
    text
      .replaceAll(folder, '/srv')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'ID')
      .replaceAll(/\?link=[\w.-]+/g, '?link=TOKEN')
      .replaceAll(/\b127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
      .replaceAll(/\blink:[0-9a-f]{16}\b/g, 'link:ID')
      .replaceAll(/\b[0-9a-f]{32}\b/g, 'ID')
      .replaceAll(/^[\w-]{43}$/gm, 'KEY')
      .replaceAll(/(?<=^|service key |current, |Known by )[0-9a-f]{8}(?=:| )/gm, 'SERVICE-KEY')
      .replaceAll(/\b\d+\.\d+(?=$|\n)/g, 'SECONDS')
      .replaceAll(/\/[0-9a-f]{2}\/ID/g, '/ID')
      .replaceAll(/[ \t]+/g, ' ')
      // The last use of a key is stored at most a minute late.
      .replaceAll(/^(folder-key \S+) (?:TIME|-)$/gm, '$1 TIME')
      .trim();

  // A shell, find and dd.
  it.skipIf(process.platform === 'win32')(
    'shows what each command prints',
    () => {
      expect(steps.length).toBeGreaterThan(20);
      for (const { command, output } of steps) {
        const done = spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' });
        // Errors are output; notes beside a result are not. Files of this machine may have little space around them.
        const printed = done.stdout === '' ? done.stderr : done.stdout;
        if (!printed.includes('little-space')) expect(plain(printed), command).toBe(plain(output));
      }
    },
    900_000,
  );
});
