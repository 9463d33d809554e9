import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const entry = fileURLToPath(new URL('page.ts', import.meta.url));

/** The suite with its dependencies in one module, bundled as for browsers. */
export async function bundle(): Promise<{ readonly code: string; readonly imports: readonly string[] }> {
  const created = await rolldown({
    input: entry,
    platform: 'browser',
    resolve: { conditionNames: ['@soapwright/source', 'browser', 'import', 'default'] },
  });
  const { output } = await created.generate({ format: 'esm', codeSplitting: false });
  await created.close();
  const [{ code, fileName, imports, dynamicImports }, ...others] = output;
  // What is imported later is in the file itself.
  const all = [...imports, ...dynamicImports, ...others.map((other) => other.fileName)];
  return { code, imports: all.filter((name) => name !== fileName) };
}
