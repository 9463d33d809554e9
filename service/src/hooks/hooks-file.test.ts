import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadHooks } from './hooks-file.ts';

describe('the file with the hooks', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rfs-hooks-'));
    writeFileSync(join(folder, 'index.secret'), `whsec_${Buffer.alloc(32, 1).toString('base64')}\n`);
    writeFileSync(join(folder, 'bad.secret'), 'secret\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const load = (text: string) => {
    const file = join(folder, 'hooks.yaml');
    writeFileSync(file, text);
    return loadHooks(file);
  };
  const problemOf = async (text: string): Promise<string> =>
    await load(text).then(
      () => '',
      (error: Error) => error.message.replaceAll(folder, ''),
    );

  it('has webhooks and commands, with their times', async () => {
    const { published } = await load(`published:
  - { name: index, webhook: { url: "https://index.example/files?x=1", secretFile: index.secret }, timeoutSeconds: 5, retryHours: 1 }
  - { name: scan, command: [/usr/local/bin/scan, --quick], environment: [SCAN_LICENSE], logOutput: true }
`);
    expect(published).toMatchObject([
      { name: 'index', target: 'https://index.example/files', timeout: 5_000, retryFor: 3_600_000, logOutput: false },
      { name: 'scan', target: '/usr/local/bin/scan --quick', timeout: 30_000, retryFor: 259_200_000, logOutput: true },
    ]);
    expect(await loadHooks(undefined)).toEqual({ published: [], checks: [] });
  });

  it.each([
    ['published: [{ name: a }]', '/hooks.yaml:1:13: A hook has either a webhook or a command.'],
    ['published: [{ command: [x] }]', '/hooks.yaml:1:13: A hook needs the field name.'],
    ['published: [{ name: a, command: [x], retry: 1 }]', 'A hook has no field retry.'],
    ['published: [{ name: a, command: [x] }, { name: a, command: [y] }]', 'Two hooks are named a.'],
    [
      'published: [{ name: a, command: [x], timeoutSeconds: 0 }]',
      'timeoutSeconds must be a whole number from 1 to 3600.',
    ],
    [
      'published: [{ name: a, command: [x], environment: [A, "B=c"] }]',
      '/hooks.yaml:1:55: environment must have names of variables, without values.',
    ],
    [
      'published: [{ name: a, command: [x], environment: [RFS_SERVICE_KEY] }]',
      'environment must not have RFS_SERVICE_KEY: commands never get the service key.',
    ],
    [
      'published: [{ name: a, webhook: { url: "https://x.example", secretFile: index.secret }, environment: [A] }]',
      'environment is for a command; a webhook has none.',
    ],
    ['removed: []', 'The file with the hooks has no field removed.'],
    [
      'published: [{ name: a, webhook: { url: "http://index.example/", secretFile: index.secret } }]',
      'url must be an https address, or an http address on this machine.',
    ],
    [
      'published: [{ name: a, webhook: { url: "https://u:p@index.example/", secretFile: index.secret } }]',
      'url must be an https address',
    ],
    ['published: [{ name: a, webhook: { url: "https://x.example" } }]', 'webhook needs the field secretFile.'],
    [
      'published: [{ name: a, webhook: { url: "https://x.example", secretFile: bad.secret } }]',
      '/bad.secret is not a webhook secret: whsec_ and the base64 of 24 to 64 bytes.',
    ],
    [
      'published: [{ name: a, webhook: { url: "https://x.example", secretFile: none } }]',
      'Cannot read a file of a hook /none',
    ],
  ])('%s is refused', async (text, message) => {
    expect(await problemOf(text)).toContain(message);
  });
});
