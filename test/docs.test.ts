import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const shelved = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => join('docs', file));
/** READMEs of projects to copy. */
const copied = readdirSync(join(root, 'examples')).map((example) => join('examples', example, 'README.md'));
const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/README.md',
  'runtime/README.md',
  'service/README.md',
  'security/README.md',
  'upload-client/README.md',
  ...shelved,
];

/** Where npm's pages find the files of this repository: it shows READMEs of packages far from them. */
const published =
  /^https:\/\/(?:github\.com\/soapwright\/soapwright\/(?:blob|tree)|raw\.githubusercontent\.com\/soapwright\/soapwright)\/main\//;
/** Pages of docs as the site has them. */
const onSite = /^https:\/\/soapwright\.github\.io\/soapwright\/(.+)\.html$/;
const leadsHome = (target: string): boolean => published.test(target) || onSite.test(target);
const readmesOfPackages = ['README.md', 'runtime/README.md', 'security/README.md', 'upload-client/README.md'];

/** Targets of a page's links that name a file of this repository, without their fragments: from the page, or published. */
function linkedFiles(page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/```[\s\S]*?```/g, '');
  const inline = [...text.matchAll(/\]\(([^)\s]+)\)/g)];
  const references = [...text.matchAll(/^\[[^\]]+\]: (\S+)$/gm)];
  return [...inline, ...references]
    .map(([, target = '']) => target.replace(/#.*/, ''))
    .filter((target) => target !== '' && (leadsHome(target) || !/^[a-z]+:/.test(target)));
}

function pathOf(page: string, target: string): string {
  if (onSite.test(target)) return join(root, target.replace(onSite, 'docs/$1.md'));
  return published.test(target) ? join(root, target.replace(published, '')) : join(root, dirname(page), target);
}

describe('documentation', () => {
  it.each([...pages, ...copied])('%s links to files that exist', (page) => {
    expect(linkedFiles(page).filter((target) => !existsSync(pathOf(page, target)))).toEqual([]);
  });

  it.each(readmesOfPackages)('%s has links that work on npm', (page) => {
    const links = linkedFiles(page);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((target) => !leadsHome(target))).toEqual([]);
  });

  it.each(copied)('%s has links that work in a copy', (page) => {
    const links = linkedFiles(page);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((target) => !leadsHome(target))).toEqual([]);
  });

  it('has every page of docs/ in its index', () => {
    const indexed = linkedFiles('docs/README.md').map((target) => join('docs', target));
    const others = shelved.filter((page) => page !== join('docs', 'README.md'));
    expect(others.filter((page) => !indexed.includes(page))).toEqual([]);
  });

  it.each(pages)('%s names only files that exist', (page) => {
    const named = readFileSync(join(root, page), 'utf8').matchAll(
      /`((?:src|runtime|service|generated|schema|templates)\/[\w./-]+\.(?:ts|js|yaml|json|hbs))`/g,
    );
    const missing = [...named].map(([, file = '']) => file).filter((file) => !existsSync(join(root, file)));
    expect(missing).toEqual([]);
  });

  it.each(shelved)('%s has at most 2,500 words', (page) => {
    const words = readFileSync(join(root, page), 'utf8')
      .split(/\s+/)
      .filter((token) => /[\p{L}\p{N}]/u.test(token));
    expect(words.length).toBeLessThanOrEqual(2500);
  });
});
