import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const service = fileURLToPath(new URL('../../service/', import.meta.url));
const folder = join(service, 'dist/command');
const files = readdirSync(folder).filter((name) => name.endsWith('.js'));

/** Modules that a file imports when it is loaded, or by `import()`. */
const importsOf = (file: string): readonly string[] => {
  const text = readFileSync(join(folder, file), 'utf8');
  return [...text.matchAll(/(?:^import [^'"\n]*|^\} from |\bimport\()["']([\w@./:-]+)["']/gm)].map(
    ([, name = '']) => name,
  );
};

/** `@scope/name/entry` is `@scope/name`. */
const packageOf = (name: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;

/** What is loaded before a command is known. */
function loadedAtStart(file: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(folder, file), 'utf8');
  for (const [, name = ''] of text.matchAll(/^import [^'"\n]*["']\.\/([^"']+)["']/gm)) loadedAtStart(name, seen);
  return seen;
}

describe('the bundle of the service', () => {
  it('imports what package.json names, and modules of Node', () => {
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(service, 'package.json'), 'utf8')) as {
      readonly dependencies: object;
      readonly peerDependencies: object;
    };
    const known = new Set(Object.keys({ ...dependencies, ...peerDependencies }));
    const packages = new Set(files.flatMap(importsOf).filter((name) => !name.startsWith('.') && !isBuiltin(name)));
    expect(packages).toContain('@soapwright/runtime');
    expect([...packages].filter((name) => !known.has(packageOf(name)))).toEqual([]);
    for (const name of ['kysely', 'commander', 'yaml']) expect(packages).not.toContain(name);
  });

  it('has the licences of the packages in it', () => {
    const licences = readFileSync(join(folder, 'LICENSES.txt'), 'utf8');
    for (const name of ['api', 'core', 'sdk-trace-base', 'exporter-trace-otlp-http']) {
      expect(licences).toMatch(new RegExp(`^@opentelemetry/${name} [\\d.]+ \\(Apache-2\\.0\\)$`, 'm'));
    }
    for (const name of ['commander', 'kysely', 'openid-client', 'yaml']) {
      expect(licences).toMatch(new RegExp(`^${name} [\\d.]+ \\(`, 'm'));
    }
  });

  it('loads traces and the server only for commands that need them', () => {
    const [program = ''] = files.filter((name) => /^program-/.test(name));
    const start = loadedAtStart(program);
    expect(loadedAtStart('main.js').size).toBeLessThan(4);
    const late = files.filter((name) => /^(?:open-telemetry|run-service|open-postgres|demo-provider)-/.test(name));
    expect(late).toHaveLength(4);
    expect(late.filter((name) => start.has(name))).toEqual([]);
    expect(start.size).toBeGreaterThan(20);
  });
});
