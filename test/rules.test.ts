import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const docs = new URL('../docs/reference/', import.meta.url);
const page = readFileSync(new URL('protocol.md', docs), 'utf8');

/** Rows of the tables of rules: the id of a rule, and the targets of its links to tests. */
const rules = [...page.matchAll(/^\| ([A-Z]\d+) \|.*\| ([^|]*) \|$/gm)].map(([, id = '', links = '']) => ({
  id,
  targets: [...links.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target),
}));

describe('docs/reference/protocol.md', () => {
  it('lists every rule once', () => {
    const ids = rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const range = (letter: string, last: number): string[] =>
      Array.from({ length: last }, (_, index) => `${letter}${index + 1}`);
    const all = [
      ...range('T', 10),
      ...range('D', 6),
      ...range('R', 6),
      ...range('C', 5),
      ...range('W', 4),
      ...range('P', 5),
    ];
    expect(ids).toEqual(all);
  });

  it.each(rules)('links $id to a test that is named after it', ({ id, targets }) => {
    expect(targets.length).toBeGreaterThan(0);
    for (const target of targets) {
      const file = fileURLToPath(new URL(target, docs));
      expect(existsSync(file), file).toBe(true);
      expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`(it|test|describe)[^\\n]*\\(?\\s*['"\`]${id}[: ]`));
    }
  });
});
