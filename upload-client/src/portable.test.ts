import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** All that a module of the client reaches: files of this repository, and names that lie outside of it. */
async function bundled(entry: string, conditionNames: string[], platform: 'browser' | 'node') {
  const bundle = await rolldown({
    input: resolve(root, 'upload-client/src', entry),
    platform,
    resolve: { conditionNames },
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  const [chunk] = output;
  const files = Object.keys(chunk.modules).map((file) => relative(root, file));
  return { files: files.filter((file) => !file.startsWith('\0')), chunk };
}

describe('the client', () => {
  it('imports nothing of Node, and no module of the server', async () => {
    const { files, chunk } = await bundled(
      'index.ts',
      ['@soapwright/source', 'browser', 'import', 'default'],
      'browser',
    );
    expect(chunk.imports).toEqual([]);
    expect(chunk.code).not.toMatch(/node:|\bBuffer\b|\brequire\(|process\./);
    expect(chunk.exports).toEqual(expect.arrayContaining(['UploadError', 'Uploader']));
    expect(files).toContain('upload-client/src/run-upload.ts');
    expect(files).toContain('runtime/src/client/fetch-transport.ts');
    const elsewhere = files.filter(
      (file) =>
        !/^upload-client\/src\/[^/]+$/.test(file) &&
        !/^generated\/remote-file-service\/(client|client-operations|codec)\.ts$/.test(file) &&
        !file.startsWith('runtime/src/'),
    );
    expect(elsewhere).toEqual([]);
    expect(files.filter((file) => /\/server\/|node/.test(file))).toEqual([]);
  });

  it('imports Node only in the entry `node`, and no module of the server there either', async () => {
    const { files, chunk } = await bundled('node.ts', ['@soapwright/source', 'node', 'import', 'default'], 'node');
    expect(chunk.imports.length).toBeGreaterThan(0);
    for (const name of chunk.imports) expect(name).toMatch(/^node:/);
    expect(files.filter((file) => !/^(upload-client\/src|generated|runtime)\//.test(file))).toEqual([]);
    expect(files.filter((file) => file.startsWith('runtime/src/server/'))).toEqual([]);
  });
});
