import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { wsdl } from '../src/diagnostics/index.ts';

const page = readFileSync(new URL('../docs/reference/wsdl.md', import.meta.url), 'utf8');

it('the page on WSDLs has every mistake that is forgiven', () => {
  const warnings = Object.values(wsdl).flatMap((entry) => ('severity' in entry ? [entry.code] : []));
  expect(warnings.filter((code) => code < 'SW64' && !page.includes(`| ${code} |`))).toEqual([]);
});

it('the page on WSDLs calls no error forgiven', () => {
  const errors = new Set(Object.values(wsdl).flatMap((entry) => ('severity' in entry ? [] : [entry.code as string])));
  const [, forgiven = ''] = page.split(/^## What is (?:forgiven|refused)$/m);
  expect([...forgiven.matchAll(/\| (SW\d{4}) \|/g)].filter(([, code = '']) => errors.has(code))).toEqual([]);
});
