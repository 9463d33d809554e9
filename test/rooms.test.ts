import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Static, type-only, re-exported and dynamic imports. */
const importOf = /(?:^|[^\w.])(?:from|import)\s*\(?\s*'([^']+)'/g;

const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** Names that each module imports: paths from the root for relative ones. */
const imports: ReadonlyMap<string, readonly string[]> = new Map(
  ['src', 'runtime/src', 'security/src', 'service/src', 'upload-client/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file): [string, readonly string[]] => [file, importsOf(file)]),
  ),
);

function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8').replace(comments, '');
  return [...text.matchAll(importOf)].map(([, name = '']) =>
    name.startsWith('.') ? normalize(join(dirname(file), name)) : name,
  );
}

/** The folder below src/ that a module is in; undefined outside of all. */
function roomOf(module: string): string | undefined {
  return /^src\/([\w-]+)\//.exec(module)?.[1];
}

/** Imports from one room to another. */
const crossings = [...imports].flatMap(([file, names]) => {
  const from = roomOf(file);
  return names.flatMap((module) => {
    const to = roomOf(module);
    return from === undefined || to === undefined || from === to ? [] : [{ file, module, from, to }];
  });
});

/** The rows of the table of rooms: the rooms that each may import. */
const table = new Map(
  readFileSync(join(root, 'docs/explanation/architecture.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, room, , others] = /^\| `src\/([\w-]+)` \| (.+) \| ([^|]+) \|$/.exec(line) ?? [];
      return room === undefined || others === undefined ? [] : [[room, others] as const];
    }),
);

/** Modules that import each other: each circle as a sorted list. */
function circles(): readonly (readonly string[])[] {
  const order = new Map<string, { index: number; lowest: number }>();
  const stack: string[] = [];
  const found: (readonly string[])[] = [];
  const visit = (module: string): number => {
    const own = { index: order.size, lowest: order.size };
    order.set(module, own);
    stack.push(module);
    for (const next of imports.get(module) ?? []) {
      if (!imports.has(next)) continue;
      const known = order.get(next);
      if (known === undefined) own.lowest = Math.min(own.lowest, visit(next));
      else if (stack.includes(next)) own.lowest = Math.min(own.lowest, known.index);
    }
    if (own.lowest === own.index) {
      const group = stack.splice(stack.indexOf(module));
      if (group.length > 1) found.push(group.sort());
    }
    return own.lowest;
  };
  for (const module of imports.keys()) if (!order.has(module)) visit(module);
  return found;
}

describe('the rooms of src', () => {
  it('are those of the table in architecture.md', () => {
    const rooms = new Set([...imports.keys()].flatMap((file) => roomOf(file) ?? []));
    expect([...table.keys()].sort()).toEqual([...rooms].sort());
  });

  it.each([...table])('%s imports the rooms of the table', (room, others) => {
    const measured = new Set(crossings.filter(({ from }) => from === room).map(({ to }) => to));
    expect(others === 'nothing' ? [] : others.split(', ').sort()).toEqual([...measured].sort());
  });

  it('are imported by their index alone', () => {
    const deep = crossings.filter(({ module, to }) => module !== `src/${to}/index.ts`);
    expect(deep.map(({ file, module }) => `${file} -> ${module}`)).toEqual([]);
  });

  it('have a module for each import', () => {
    const missing = [...imports].flatMap(([file, names]) =>
      names.filter((name) => name.endsWith('.ts') && !existsSync(join(root, name))).map((name) => `${file} -> ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('modules', () => {
  it('import each other in no circle, types included', () => {
    expect(circles()).toEqual([]);
  });
});
