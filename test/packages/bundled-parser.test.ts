import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import * as modules from '../../src/project/handlers/index-edit.ts';

const bundle: typeof modules = createRequire(import.meta.url)('../../dist/command/index-edit.cjs');

/** The bundle has no type checker, emitter and editor services of TypeScript: `npm test` builds it first. */
it.each([
  'export const handlers: TestHandlers = {\n  ...a,\n  B() { return 1; },\n};\n',
  "import { A } from './A.ts'\r\nexport const handlers = { A } satisfies TestHandlers;\r\n",
  'export const all = { A: <T,>(x: T) => x as unknown } as const satisfies Readonly<TestHandlers<{ a: `b` }>>;',
  'class X<in out T> { @decorated() accessor y = /[{}]/v; }\nexport const handlers: TestHandlers = { async *A() {} };',
  'using x = y;\nenum E { A }\nnamespace N { export type T = E }\nexport const handlers: TestHandlers = { [E.A]: 1 };',
  'export function handlers() { return { A }; }',
  'export const handlers = { New: 1 };',
  'export const handlers = {',
  'export const handlers: = { A };',
  'const New = 1;\nexport const handlers: TestHandlers = { A };',
])('the bundled parser edits %j as ts-morph does', (text) => {
  const entries = ['A', 'New'].map((identifier) => ({ identifier, specifier: `./${identifier}.ts` }));
  const edited = bundle.extendIndex(text, 'TestHandlers', entries, new Set(['A']));
  expect(edited).toEqual(modules.extendIndex(text, 'TestHandlers', entries, new Set(['A'])));
});
