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
  const { output } = await created.generate({ format: 'esm' });
  await created.close();
  const [{ code, imports, dynamicImports }] = output;
  return { code, imports: [...imports, ...dynamicImports, ...output.slice(1).map(({ fileName }) => fileName)] };
}
