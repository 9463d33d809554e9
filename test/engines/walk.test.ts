import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandScript, consoleSteps } from '../support/service/console-steps.ts';
import { deployFolder } from '../support/service/deployment-files.ts';
import { environmentOf, serversOf, testServers } from '../support/service/servers.ts';
import { serviceBin } from '../support/service/service-process.ts';

/** Addresses of this machine that nobody else uses, which replace those of the page. */
const network = `127.${randomInt(1, 255)}.${randomInt(255)}.`;
const page = readFileSync(new URL('../../docs/service/scale.md', import.meta.url), 'utf8').replaceAll(
  '127.0.0.',
  network,
);
const [, walk = ''] = /\n## From empty servers to three processes\n([\s\S]*?)\n## /.exec(page) ?? [];

/** The environment that the page exports; that of the servers is replaced. */
const exported = Object.fromEntries(
  [...(/```sh\n([\s\S]*?)```/.exec(walk)?.[1] ?? '').matchAll(/\b([A-Z_\d]+)=('.*?'|\S+)/g)].map(([, name, value]) => [
    name,
    value,
  ]),
);

describe('docs/service/scale.md', () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rfs-walk-'));
    const test = testServers();
    if (test === undefined) throw new Error('There are no servers: use npm run test:engines.');
    const own = await serversOf(folder, test);
    remove = own.remove;
    const { RFS_DATABASE_URL, RFS_OBJECTS_ENDPOINT = '', RFS_OBJECTS_BUCKET = '', ...rest } = environmentOf(own);
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = rest;
    const given = { RFS_DATABASE_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
    expect(Object.keys(exported)).toEqual(expect.arrayContaining(Object.keys(given)));
    for (const [, name = '', text = ''] of walk.matchAll(/```yaml\n# (\S+)\n([\s\S]*?)```/g)) {
      const servers = text.replace('https://s3.example', RFS_OBJECTS_ENDPOINT);
      writeFileSync(join(folder, name), servers.replace('bucket: files', `bucket: ${RFS_OBJECTS_BUCKET}`));
    }
    copyFileSync(join(deployFolder, 'haproxy.cfg'), join(folder, 'haproxy.cfg'));
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/remote-file-service'), commandScript(serviceBin), { mode: 0o755 });
    env = { ...process.env, ...exported, ...given, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, TZ: 'UTC' };
  });
  afterAll(async () => {
    for (const name of ['rfs-1', 'rfs-2', 'rfs-3', 'upload', 'haproxy']) end(join(folder, `${name}.pid`));
    await remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('leads from empty servers to three processes, through one that is killed', () => {
    const steps = consoleSteps(walk);
    expect(steps.length).toBeGreaterThan(15);
    for (const { command, output } of steps) {
      const options = { cwd: folder, env, encoding: 'utf8', timeout: 240_000 } as const;
      const { status, stdout, stderr, error } = spawnSync('sh', ['-c', command], options);
      expect([status, error], `${command}\n${stderr}`).toEqual([0, undefined]);
      expect(stdout === '' ? stderr.trim() : stdout.trim(), command).toBe(output);
    }
  }, 900_000);
});

/** Ends the process whose id is in a file, if there is one. */
function end(file: string): void {
  if (!existsSync(file)) return;
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL');
  } catch {
    // Ended already.
  }
}
