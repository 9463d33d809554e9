import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';

const generated = (name: string): string =>
  fileURLToPath(new URL(`../../generated/remote-file-service/${name}`, import.meta.url));

/** The modules that a program loads which imports a generated module. */
async function modulesOf(entry: string): Promise<readonly string[]> {
  const bundle = await rolldown({
    input: generated(entry),
    resolve: { conditionNames: ['@soapwright/source', 'node', 'import', 'default'] },
    platform: 'node',
    treeshake: false,
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
}

const ofPages = /\/runtime\/src\/pages\/|\/pages\.ts$/;

describe('a server without pages', () => {
  it('P1: does not load them', async () => {
    const modules = await modulesOf('server.ts');
    expect(modules.some((id) => id.endsWith('/runtime/src/server/server.ts'))).toBe(true);
    expect(modules.filter((id) => ofPages.test(id))).toEqual([]);
  });

  it('P1: loads them with the generated pages.ts', async () => {
    const modules = await modulesOf('pages.ts');
    expect(modules.filter((id) => ofPages.test(id)).length).toBeGreaterThan(10);
  });

  it('P1: has no dynamic import of them', () => {
    expect(readFileSync(generated('server.ts'), 'utf8')).not.toContain('pages');
  });
});
