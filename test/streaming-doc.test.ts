import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { typeErrors } from './support/type-errors.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/how-to/streaming.md'), 'utf8');
let folder: string;

beforeAll(() => {
  mkdirSync(join(root, '.build'), { recursive: true });
  // Inside the repository, so that the runtime resolves as in a user's project.
  folder = mkdtempSync(join(root, '.build/streaming-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the code in docs/how-to/streaming.md compiles', () => {
  const blocks = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, text = '']) => text);
  expect(blocks.length).toBeGreaterThan(2);
  for (const [index, text] of blocks.entries()) writeFileSync(join(folder, `example-${index}.ts`), text);
  expect(typeErrors(folder)).toBe('');
});
