import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const entry = resolve(root, 'src/client/index.ts');

type Conditions = string | { readonly [condition: string]: Conditions };

/** What Node's resolution of package imports responses under conditions (the order is that of the file). */
function choose(target: Conditions, conditions: ReadonlySet<string>): string | undefined {
  if (typeof target === 'string') return target;
  for (const [condition, inner] of Object.entries(target)) {
    if (!conditions.has(condition)) continue;
    const chosen = choose(inner, conditions);
    if (chosen !== undefined) return chosen;
  }
  return undefined;
}

/** Files and bare names that a module reaches by imports that remain when types are stripped. */
async function reach(from: string, conditions: ReadonlySet<string>): Promise<{ files: string[]; bare: string[] }> {
  const { imports } = JSON.parse(await readFile(resolve(root, 'package.json'), 'utf8')) as {
    imports: Record<string, Conditions>;
  };
  const files = new Set<string>();
  const bare = new Set<string>();
  const waiting = [from];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const source = await readFile(file, 'utf8');
    const specifiers = [
      ...source.matchAll(/^(?:import|export)\s(?!type\s)[^;]*?from\s+'([^']+)'/gm),
      ...source.matchAll(/^import\s+'([^']+)'/gm),
      ...source.matchAll(/\bimport\(\s*'([^']+)'/g),
    ].map((match) => match[1] as string);
    for (const specifier of specifiers) {
      const target = specifier.startsWith('#') ? choose(imports[specifier] ?? '', conditions) : undefined;
      if (target !== undefined) waiting.push(resolve(root, target));
      else if (specifier.startsWith('.')) waiting.push(resolve(dirname(file), specifier));
      else bare.add(specifier);
    }
  }
  return { files: [...files].map((file) => relative(root, file)), bare: [...bare] };
}

describe('a client outside Node', () => {
  it('imports no module of Node', async () => {
    const { files, bare } = await reach(entry, new Set(['@soapwright/source', 'browser', 'import', 'default']));
    expect(bare).toEqual([]);
    expect(files).toContain('src/client/fetch-transport.ts');
    expect(files).toContain('src/soap/envelope-reader.ts');
    expect(files.filter((file) => /\/node\//.test(file))).toEqual([]);
  });

  it('has a browser bundle without references to Node', async () => {
    const bundle = await rolldown({
      input: entry,
      platform: 'browser',
      resolve: { conditionNames: ['@soapwright/source', 'browser', 'import', 'default'] },
    });
    const { output } = await bundle.generate({ format: 'esm' });
    await bundle.close();
    const files = output.map((chunk) => chunk.fileName);
    const code = output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n');
    const imports = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.imports : ['an asset']));
    expect(imports.filter((file) => !files.includes(file))).toEqual([]);
    expect(output[0].exports).toContain('SoapClient');
    expect(code).not.toMatch(/node:|\bBuffer\b|\brequire\(|process\./);
  });

  it('uses node:http on Node', async () => {
    const { files, bare } = await reach(entry, new Set(['@soapwright/source', 'node', 'import', 'default']));
    expect(bare).toContain('node:http');
    // Streamed responses have an entry of their own.
    expect(files.filter((file) => /src\/(streaming|server|pages|spool\/node)\//.test(file))).toEqual([]);
    expect(files).toContain('src/client/node/http-transport.ts');
  });
});
