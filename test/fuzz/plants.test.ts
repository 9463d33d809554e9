import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { plants } from './plants.js';

it.each(plants)('the code that the plant $name replaces occurs once', ({ file, from }) => {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(source.split(from)).toHaveLength(2);
});
