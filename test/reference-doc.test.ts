import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Project, root } from './cli/cli.ts';
import { shopContract } from './support/generator/shop-contract.ts';

const page = 'docs/how-to/publish-a-reference.md';
const text = readFileSync(join(root, page), 'utf8');

/** The commands of the page with what they print. */
const commands = [...text.matchAll(/```console\n\$ npx soapwright (.*)\n([^`]*)```/g)].map(
  ([, command = '', printed = '']) => [command, printed] as const,
);

describe(page, () => {
  const project = new Project();

  beforeAll(() => {
    project.write({
      'shop.yaml': shopContract,
      'shop-1.yaml': shopContract.replace('Total: decimal', 'Total: int'),
    });
    project.write({ 'written/index.html': 'by hand' });
  });

  afterAll(() => project.remove());

  it.each(commands)('prints what it says: %s', async (command, printed) => {
    const { exitCode, stdout, stderr } = await project.start(command.split(' '));
    expect([exitCode, stdout, stderr]).toEqual([0, '', printed]);
  });

  it('names pages and anchors that exist, and the size of the search', () => {
    for (const [, path = '', anchor = ''] of text.matchAll(/`([\w/-]+\.html)(?:#([\w-]+))?`/g)) {
      if (path.endsWith('.2.html')) continue;
      expect(project.read(`reference/${path}`), path).toContain(anchor === '' ? '<h1>' : ` id="${anchor}"`);
    }
    expect(project.read('reference/changes.html')).toContain('FIELD_COMPATIBLE_TYPE');
    expect(project.read('reference/types/Invoice.html')).toContain('since shop-1.yaml');
    const [, kilobytes] = /search of (\d+) kB/.exec(text) ?? [];
    expect(gzipSync(project.read('reference/search.js')).length / 1000).toBeLessThan(Number(kilobytes));
  });

  it('leaves files of others alone, and needs a folder and a contract', async () => {
    const other = await project.start(['docs', 'shop.yaml', '--out', 'written']);
    expect([other.exitCode, other.stderr]).toEqual([3, expect.stringContaining('written/index.html')]);
    expect(project.read('written/index.html')).toBe('by hand');
    expect((await project.start(['docs', 'shop.yaml', '--out', 'written', '--force'])).exitCode).toBe(0);
    expect((await project.start(['docs', 'shop.yaml'])).exitCode).toBe(2);
    expect((await project.start(['docs', 'none.wsdl', '--out', 'none'])).exitCode).toBe(3);
    const since = await project.start(['docs', 'shop.yaml', '--since', 'no-such-branch', '--out', 'none']);
    expect([since.exitCode, since.stderr]).toEqual([3, expect.stringContaining('no-such-branch')]);
  });
});
