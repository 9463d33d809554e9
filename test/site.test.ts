import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { deadLinks } from '../site/dead-links.js';
import { siteLink, slug } from '../site/links.js';
import { fullText, llmsText } from '../site/llms.js';
import { descriptionOf, type SidebarItem, sidebar, titleOf } from '../site/navigation.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.md') && file !== 'README.md');

const linksOf = (items: readonly SidebarItem[]): readonly string[] =>
  items.flatMap(({ link, items: below = [] }) => [...(link === undefined ? [] : [link]), ...linksOf(below)]);

describe('the navigation of the site', () => {
  it('has every page of docs in the sidebar of its shelf, once', () => {
    const bars = sidebar();
    const wrong = docs.filter((file) => {
      const [folder = ''] = /^[^/]+\//.exec(file) ?? [];
      const links = linksOf(bars[`/${folder}`] ?? []);
      return links.filter((link) => link === `/${file.replace(/\.md$/, '')}`).length !== 1;
    });
    expect(wrong).toEqual([]);
  });

  it('leads to the other shelves by their headings in docs/README.md', () => {
    const headings = new Set(
      Array.from(read('docs/README.md').matchAll(/^## (.+)$/gm), ([, title = '']) => slug(title)),
    );
    const anchors = Object.values(sidebar())
      .flatMap(linksOf)
      .filter((link) => link.startsWith('/documentation#'));
    expect(anchors.length).toBeGreaterThan(20);
    expect(anchors.filter((link) => !headings.has(link.replace('/documentation#', '')))).toEqual([]);
  });
});

describe('links of the site', () => {
  it.each([
    ['../reference/lint.md#rules', 'docs/how-to/edit-contracts.md', '/reference/lint.md#rules'],
    ['../README.md#decisions', 'docs/explanation/architecture.md', '/documentation.md#decisions'],
    ['#codes', 'docs/how-to/use-in-a-pipeline.md', '#codes'],
    ['https://soap.example/', 'docs/README.md', 'https://soap.example/'],
    ['../../bench', 'docs/README.md', undefined],
    ['../bench/README.md#limits', 'docs/README.md', 'blob/main/bench/README.md#limits'],
    ['../../test/foreign', 'docs/reference/toolkits.md', 'tree/main/test/foreign'],
  ])('%s of %s leads to %s', (href, file, target) => {
    if (target === undefined) expect(() => siteLink(href, file)).toThrow('The repository has no');
    else if (/^(?:blob|tree)/.test(target)) {
      expect(siteLink(href, file)).toBe(`https://github.com/soapwright/soapwright/${target}`);
    } else expect(siteLink(href, file)).toBe(target);
  });

  it.each([
    ['Names in TypeScript', 'names-in-typescript'],
    ['What is `read`, and why?', 'what-is-read-and-why'],
    ['1. The generator', '1-the-generator'],
    ['SOAP 1.1 / 1.2', 'soap-11--12'],
  ])('the fragment of %s is the forge’s', (heading, fragment) => {
    expect(slug(heading)).toBe(fragment);
  });
});

describe('descriptions', () => {
  it('are different for each page of docs, as titles are, and at most 160 characters', () => {
    for (const file of docs) {
      const description = descriptionOf(read(`docs/${file}`));
      expect(description.length, file).toBeGreaterThan(20);
      expect(description.length, file).toBeLessThanOrEqual(162);
      expect(description, file).not.toMatch(/\]\(|```|^\||\n/);
    }
    expect(new Set(docs.map((file) => descriptionOf(read(`docs/${file}`)))).size).toBe(docs.length);
    expect(new Set(docs.map((file) => titleOf(`docs/${file}`))).size).toBe(docs.length);
  });
});

describe('llms.txt', () => {
  it('lists each page once, under a title, with a description', () => {
    const text = llmsText();
    expect(text).toMatch(/^# Soapwright\n\n> .+\n/);
    const listed = Array.from(
      text.matchAll(/^- \[[^\]]+\]\(https:\/\/soapwright\.github\.io\/soapwright\/([^)]+)\): \S/gm),
      ([, file = '']) => file,
    );
    expect([...listed].sort()).toEqual([...docs].sort());
  });

  it('has the text of the pages for users in one file', () => {
    const text = fullText();
    expect(text).toContain(read('docs/how-to/fetch-a-wsdl.md'));
    expect(text).not.toContain(read('docs/decisions/0003-names.md'));
  });
});

it('the start page has code that the README has too, and its test compiles', () => {
  const words = (code: string): string =>
    code
      .replaceAll(/\\\n/g, ' ')
      .replaceAll(/^\s*\/\/.*$|\s+(?:\/\/|#).*$/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
  const blocks = (file: string): readonly string[] =>
    Array.from(read(file).matchAll(/```(?:sh|ts|yaml)\n(.*?)```/gs), ([, code = '']) => words(code));
  const start = blocks('site/pages/index.md');
  expect(start.length).toBe(4);
  expect(start.filter((code) => !blocks('README.md').includes(code))).toEqual([]);
});

it('dead links are found, fragments too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-links-'));
  mkdirSync(join(folder, 'how-to'));
  writeFileSync(
    join(folder, 'index.html'),
    '<h1 id="top"></h1><a href="/soapwright/how-to/a.html#one">A</a><a href="#top"></a><a href="https://soap.example/">B</a>',
  );
  writeFileSync(
    join(folder, 'how-to/a.html'),
    '<h2 id="one"></h2><a href="/soapwright/">C</a><a href="a.html#two">D</a><a href="b.html">E</a><a href="/">F</a>',
  );
  expect(deadLinks(folder, '/soapwright/')).toEqual([
    { page: 'how-to/a.html', target: 'a.html#two' },
    { page: 'how-to/a.html', target: 'b.html' },
    { page: 'how-to/a.html', target: '/' },
  ]);
  rmSync(folder, { recursive: true });
});
