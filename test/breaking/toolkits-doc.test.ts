import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { toolkitsTables } from './toolkits-tables.ts';

const page = fileURLToPath(new URL('../../docs/reference/breaking-toolkits.md', import.meta.url));

it('docs/reference/breaking-toolkits.md has the outcomes of all cases', async () => {
  const tables = toolkitsTables();
  const marked = /<!-- cases -->\n[\s\S]*?<!-- end -->/g;
  const text = readFileSync(page, 'utf8');
  let index = 0;
  const current = text.replace(marked, () => `<!-- cases -->\n${tables[index++]}\n<!-- end -->`);
  expect(index).toBe(tables.length);
  await expect(current).toMatchFileSnapshot(page);
});
