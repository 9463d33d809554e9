import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './cli/cli.ts';
import { BuiltPlayground } from './playground/built.ts';

const page = 'docs/how-to/try-in-the-browser.md';
const text = readFileSync(join(root, page), 'utf8');

describe(page, () => {
  let built: BuiltPlayground;
  let script: string;

  beforeAll(() => {
    built = new BuiltPlayground();
    script = readFileSync(join(built.folder, 'app.js'), 'utf8');
  });

  afterAll(() => built.remove());

  it('names the tabs and buttons of the page', () => {
    const html = readFileSync(join(built.folder, 'index.html'), 'utf8');
    const tabs = [...text.matchAll(/^\| ([A-Z]\w+) \| /gm)].map(([, tab]) => tab);
    expect(tabs).toEqual(['Types', 'Client', 'Server', 'WSDL', 'OpenAPI', 'More', 'Lint', 'Breaking']);
    for (const tab of tabs) expect(script).toMatch(new RegExp(`[\`'"]${tab}[\`'"]`));
    for (const [, button] of text.matchAll(/"([A-Z][a-z ]+)"/g)) expect(html).toContain(`>${button}</button>`);
    expect(html).toContain("default-src 'none'");
  });

  it('names its limits and its size', () => {
    const numberIn = (from: string, pattern: RegExp): number =>
      Number(pattern.exec(from)?.[1]?.replaceAll(/[,_]/g, ''));
    const source = (name: string): string => readFileSync(join(root, `site/playground/src/${name}.js`), 'utf8');
    const edited = numberIn(source('editor'), /longestEdited = ([\d_]+);/);
    expect(numberIn(text, /more than ([\d,]+) characters are shown/)).toBe(edited);
    expect(numberIn(text, /longer than ([\d,]+) characters/)).toBe(numberIn(source('share'), /longLink = ([\d_]+);/));
    const link = numberIn(source('share'), /longestLink = ([\d_]+);/);
    expect(numberIn(text, /more than ([\d.]+) million characters/) * 1_000_000).toBe(link);
    expect(gzipSync(script).length / 1000).toBeLessThan(numberIn(text, /(\d+) kB of script/));
  });
});
