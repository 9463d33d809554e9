import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Bundle {
  /** Of the file that is loaded at the start; not minified, so that names of functions are there. */
  readonly code: string;
  /** Modules with code in it, relative to the repository. */
  readonly modules: readonly string[];
  /** Bytes of the minified file that is loaded at the start, without what it loads by `import()` later. */
  readonly minified: number;
  /** These bytes after gzip. */
  readonly gzip: number;
  /** Bytes after gzip of a bundle that is one file, with what others load later. */
  readonly oneFile: number;
}

/** Bundles an entry module as a bundler for `platform` does. */
export async function bundle(entry: string, platform: 'browser' | 'node'): Promise<Bundle> {
  const input = `${root}test/end-to-end/entry.ts`;
  const options = {
    input,
    platform,
    cwd: root,
    // As bundlers of applications do: what the entry and a later file share stays in the entry.
    preserveEntrySignatures: 'allow-extension' as const,
    resolve: { conditionNames: ['@soapwright/source', ...(platform === 'node' ? ['node'] : []), 'import'] },
    plugins: [{ name: 'entry', load: (id: string) => (id === input ? entry : undefined), resolveId: entryOnly(input) }],
    onLog: () => undefined,
  };
  const build = await rolldown(options);
  const [{ code, modules }] = (await build.generate()).output;
  const [whole] = (await build.generate({ codeSplitting: false, minify: true })).output;
  const [minified] = (await build.generate({ minify: true })).output;
  await build.close();
  const others = minified.imports.filter((name) => !(platform === 'node' && name.startsWith('node:')));
  if (others.length > 0) throw new Error(`It loads ${others.join(', ')} at its start.`);
  const gzip = gzipSync(minified.code).length;
  const oneFile = gzipSync(whole.code).length;
  console.log(`${platform} ${entry}\n${minified.code.length} bytes minified, ${gzip} gzip; ${oneFile} as one file`);
  const used = Object.entries(modules).filter(([, { renderedLength }]) => renderedLength > 0);
  return {
    code,
    modules: used.map(([id]) => id.slice(root.length - 1)),
    minified: minified.code.length,
    gzip,
    oneFile,
  };
}

/** The entry is not a file. */
const entryOnly = (input: string) => (id: string) => (id === input ? id : undefined);
