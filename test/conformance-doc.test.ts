import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const docs = new URL('../docs/reference/', import.meta.url);
const page = ['conformance-soap.md', 'conformance-ws-i.md']
  .map((file) => readFileSync(new URL(file, docs), 'utf8'))
  .join('\n');

/** Where each name in brackets points. */
const references = new Map(
  [...page.matchAll(/^\[([^\]]+)\]: (\S+)$/gm)].map(([, name = '', target = '']) => [name, target]),
);

/** How tests name the statements of each table. */
const tables = {
  '## SOAP 1.1\n': 'SOAP 1.1, ',
  '## SOAP 1.2 part 1\n': 'part 1, ',
  '## SOAP 1.2 part 2\n': 'part 2, ',
  '# WS-I Basic Profile 1.1 and': '',
};

interface Row {
  readonly statements: readonly string[];
  readonly met: string;
  readonly how: string;
  readonly shown: readonly string[];
}

const rows: readonly Row[] = Object.entries(tables).flatMap(([heading, prefix]) => {
  const start = page.indexOf(heading);
  if (start === -1) throw new Error(`${heading} is not there`);
  const section = page.slice(start, page.indexOf('\n#', start + 1));
  return [...section.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \| (.*?) ?\| (.*?) ?\|$/gm)]
    .filter(([, first = '']) => /^(R?\d|A$)/.test(first))
    .map(([, ids = '', , met = '', how = '', shown = '']) => ({
      statements: ids.split(', ').map((id) => prefix + id),
      met,
      how,
      shown: [...shown.matchAll(/\[([^\]]+)\]/g)].map(([, name = '']) => name),
    }));
});

/** Titles of the tests in a file, in source form. */
function titlesIn(file: URL): readonly string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^\s*(?:it|describe)(?:\.each\(.*\))?\(?\s*['"`](.*?)['"`],/gm)].map(
    ([, title = '']) => title,
  );
}

/** The statements that a title names, before its colon. */
function statementsOf(title: string): readonly string[] {
  return title.slice(0, title.indexOf(': ')).split('; ');
}

describe('docs/reference/conformance-*.md', () => {
  it('has a table for each specification', () => {
    for (const prefix of Object.values(tables)) {
      expect(rows.filter(({ statements: [id = ''] }) => id.startsWith(prefix)).length).toBeGreaterThan(10);
    }
  });

  it('has only rows that this test reads', () => {
    const sections = Object.keys(tables).map((heading) => page.slice(page.indexOf(heading)).split('\n#')[0] ?? '');
    const lines = sections
      .join('\n')
      .split('\n')
      .filter((line) => line.startsWith('|'));
    // Each table has two lines above its rows.
    expect(rows).toHaveLength(lines.length - 2 * sections.length);
  });

  it.each(rows)('states for $statements whether it is met, how, and by which tests', ({ met, how, shown }) => {
    expect(['yes', 'partly', 'no', '–']).toContain(met);
    if (met !== 'yes') expect(how).not.toBe('');
    if (met === 'yes' || met === 'partly') expect(shown.length).toBeGreaterThan(0);
  });

  it.each(rows)('links existing tests of $statements, which are named after it', ({ statements, shown }) => {
    for (const name of shown) {
      const target = references.get(name);
      expect(target, name).toBeDefined();
      const file = new URL(target ?? '', docs);
      expect(existsSync(fileURLToPath(file)), target).toBe(true);
      if (!target?.includes('/conformance/soap/')) continue;
      const named = titlesIn(file).flatMap(statementsOf);
      expect(
        statements.filter((id) => named.includes(id)),
        `${target} names ${statements}`,
      ).not.toEqual([]);
    }
    const own = shown.filter((name) => references.get(name)?.includes('/conformance/soap/'));
    const named = own.flatMap((name) => titlesIn(new URL(references.get(name) ?? '', docs)).flatMap(statementsOf));
    if (own.length > 0) expect(named).toEqual(expect.arrayContaining([...statements]));
  });

  it('has a row for each statement that a test names', () => {
    const folder = new URL('conformance/soap/', import.meta.url);
    const known = new Set(rows.flatMap(({ statements }) => statements));
    const tests = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
    expect(tests.length).toBeGreaterThan(5);
    for (const name of tests) {
      const titles = titlesIn(new URL(name, folder));
      expect(titles.length, name).toBe(readFileSync(new URL(name, folder), 'utf8').split(/^it\(/m).length - 1);
      for (const id of titles.flatMap(statementsOf)) expect(known.has(id), `${name}: ${id}`).toBe(true);
    }
  });

  it('links only existing files', () => {
    for (const target of references.values())
      expect(existsSync(fileURLToPath(new URL(target, docs))), target).toBe(true);
    for (const [, name = ''] of page.matchAll(/\[([a-z][a-z -]*)\](?![(:])/g))
      expect(references.has(name), name).toBe(true);
  });
});
