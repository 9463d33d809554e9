import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** Bundles the sources, and loads the exports of `entry.js`. */
export async function loadRuntime() {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-scaling-'));
  try {
    const bundle = await rolldown({
      input: fileURLToPath(new URL('entry.js', import.meta.url)),
      platform: 'node',
      resolve: { conditionNames: ['@soapwright/source', 'node', 'import'] },
    });
    const file = join(folder, 'runtime.mjs');
    await bundle.write({ file, codeSplitting: false });
    await bundle.close();
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
