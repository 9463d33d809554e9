import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf, type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { type Child, runCommand, startServer } from '../../../test/support/service/service-process.ts';

describe('remote-file-service upload', () => {
  let folder: string;
  let harness: Harness;
  let server: Child & { readonly url: string };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-upload-command-'));
    const data = join(folder, 'data');
    harness = await startHarness({ data });
    server = await startServer(data);
  });
  afterAll(async () => {
    server.process.kill('SIGKILL');
    await server.exited;
    await harness.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is the command of the upload client, with its flags and exit codes', async () => {
    const file = join(folder, 'note.txt');
    await writeFile(file, 'content');
    const keys = { RFS_URL: server.url, RFS_API_KEY: 'key-for-all', RFS_FOLDER_KEY: 'folder-anna-in' };
    const upload = runCommand(['upload', file, '--no-resume', '--name', 'renamed.txt'], keys);
    expect([await upload.exited, upload.stderr()]).toEqual([0, '']);
    expect(upload.stdout()).toMatch(/^renamed\.txt\t7\t/);
    expect((await fileOf(harness, 'folder-anna-in', 'renamed.txt'))?.bytes.toString()).toBe('content');
    const refused = runCommand(['upload', file, '--no-resume'], { ...keys, RFS_API_KEY: 'a-wrong-key' });
    expect(await refused.exited).toBe(1);
    expect(refused.stderr()).toMatch(/^note\.txt: The API key is not valid\. \(request [\w-]+\)\n$/);
  });

  it('is listed in the help of the service, and has a help of its own with its name', async () => {
    const [all, own, same] = [['--help'], ['upload', '--help'], ['help', 'upload']].map((args) => runCommand(args));
    expect([await all?.exited, await own?.exited, await same?.exited]).toEqual([0, 0, 0]);
    expect(all?.stdout()).toMatch(/upload <file\.\.\.>\s+upload files into the folder of a/);
    expect(own?.stdout()).toMatch(/^Usage: remote-file-service upload \[options\] <file\.\.\.>/);
    expect(same?.stdout()).toBe(own?.stdout());
  });
});
