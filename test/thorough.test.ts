import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { longest, thorough } from './thorough.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

it.each(thorough)('the thorough tests of %s exist', (beginning) => {
  // A folder or a file: vitest.config.ts makes patterns of them.
  expect(beginning).toMatch(/(?:\/|\.test\.ts)$/);
  const folder = beginning.slice(0, beginning.lastIndexOf('/') + 1);
  const files = readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' });
  const found = files
    .map((file) => folder + file)
    .filter((file) => file.startsWith(beginning) && file.endsWith('.test.ts'));
  expect(found).not.toEqual([]);
});

it.each(longest)('%s, which begins first, exists', (file) => {
  expect(existsSync(root + file)).toBe(true);
});
