import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chunkRequest } from '../../../test/support/service/chunk-request.ts';
import { provisionFolder } from '../../../test/support/service/harness.ts';
import { runCommand, startServer } from '../../../test/support/service/service-process.ts';

const page = readFileSync(new URL('../../../docs/service/check-arriving-files.md', import.meta.url), 'utf8');

describe('docs/service/check-arriving-files.md, by commands', () => {
  let folder: string;
  let server: Awaited<ReturnType<typeof startServer>>;
  const env = () => ({ RFS_HOOKS_FILE: join(folder, 'hooks.yaml'), RFS_DATA: join(folder, 'data') });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rfs-quarantine-'));
    await provisionFolder(join(folder, 'data'));
    const scanner = join(folder, 'scanner');
    writeFileSync(scanner, '#!/bin/sh\nif grep -q virus; then echo "Eicar-Test-Signature"; exit 1; fi\n');
    chmodSync(scanner, 0o755);
    const hook = `published: [{ name: note, command: [/bin/sh, -c, "exit 3"] }]`;
    writeFileSync(join(folder, 'hooks.yaml'), `checks: [{ name: virus, command: [${scanner}] }]\n${hook}\n`);
    server = await startServer(join(folder, 'data'), [], env());
  });
  afterEach(async () => {
    server.process.kill('SIGKILL');
    await server.exited;
    rmSync(folder, { recursive: true });
  });

  const run = async (...args: readonly string[]) => {
    const child = runCommand(args, env());
    return { code: await child.exited, stdout: child.stdout(), stderr: child.stderr() };
  };
  const put = async (name: string, text: string): Promise<string | null | undefined> => {
    const client = new RemoteFileServiceClient({ address: server.url });
    const request = chunkRequest(name, Buffer.from(text), { last: true });
    return (await client.AppendChunkWithFolderAccessKey(request)).ErrorMessage;
  };
  const listed = async (): Promise<readonly { readonly id: string; readonly path: string }[]> =>
    (await run('quarantine', 'list', '--json')).stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));

  it('refuses a file, and lists, exports, releases and removes it', async () => {
    const [, message = ''] = /```text\n(.*)\n```/.exec(page) ?? [];
    expect(await put('clean.txt', 'clean')).toBe('');
    expect(await put('one.txt', 'a virus')).toBe(message);
    expect(await put('two.txt', 'another virus')).toBe(message);
    const [one, two] = await listed();
    expect([one?.path, two?.path]).toEqual(['/Anna/in/one.txt', '/Anna/in/two.txt']);
    expect((await run('quarantine', 'list')).stdout).toMatch(
      /^\S+ +7 +virus +Eicar-Test-Signature +anna-in +all .*one\.txt$/m,
    );
    expect((await run('files', 'list', '/Anna/in')).stdout).not.toMatch(/one|two/);
    const output = join(folder, 'suspect.bin');
    expect(await run('quarantine', 'export', one?.id ?? '', '-o', output)).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(output, 'utf8')).toBe('a virus');
    expect((await run('quarantine', 'export', one?.id ?? '', '-o', output)).stderr).toContain('Use --force');
    expect(await run('quarantine', 'release', one?.id ?? '')).toMatchObject({
      code: 0,
      stdout: 'released: /Anna/in/one.txt\n',
    });
    expect((await run('files', 'get', '/Anna/in/one.txt')).stdout).toBe('a virus');
    expect(
      (await run('hooks', 'list', '--json')).stdout.match(/file\.published|"hook":"note"/g)?.length,
    ).toBeGreaterThan(1);
    expect((await run('quarantine', 'remove', two?.id ?? '')).stdout).toBe('removed files: 1\nbytes: 13\n');
    expect(await listed()).toEqual([]);
    expect(await run('quarantine', 'release', two?.id ?? '')).toMatchObject({
      stderr: expect.stringContaining('See quarantine list.'),
    });
    expect((await run('audit')).stdout).toMatch(/file\.refused[\s\S]*file\.released/);
    expect((await run('doctor')).stdout).not.toMatch(/^error /m);
  });
});
