import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Bundle {
  /** Not minified, so that names of functions are there. */
  readonly code: string;
  /** Modules with code in the bundle, relative to the repository. */
  readonly modules: readonly string[];
  /** Bytes of the minified bundle. */
  readonly minified: number;
  /** Bytes of the minified bundle after gzip. */
  readonly gzip: number;
}

/** Bundles an entry module as a bundler for `platform` does. */
export async function bundle(entry: string, platform: 'browser' | 'node'): Promise<Bundle> {
  const input = `${root}test/end-to-end/entry.ts`;
  const options = {
    input,
    platform,
    cwd: root,
    resolve: { conditionNames: ['@soapwright/source', ...(platform === 'node' ? ['node'] : []), 'import'] },
    plugins: [{ name: 'entry', load: (id: string) => (id === input ? entry : undefined), resolveId: entryOnly(input) }],
    onLog: () => undefined,
  };
  const build = await rolldown(options);
  const [{ code, modules }] = (await build.generate({ codeSplitting: false })).output;
  const [minified] = (await build.generate({ codeSplitting: false, minify: true })).output;
  await build.close();
  const gzip = gzipSync(minified.code).length;
  console.log(`${platform} ${entry}\n${minified.code.length} bytes minified, ${gzip} gzip`);
  const used = Object.entries(modules).filter(([, { renderedLength }]) => renderedLength > 0);
  return { code, modules: used.map(([id]) => id.slice(root.length - 1)), minified: minified.code.length, gzip };
}

/** The entry is not a file. */
const entryOnly = (input: string) => (id: string) => (id === input ? id : undefined);
