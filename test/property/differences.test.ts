import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { differences, unexplained } from './differences.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/reference/conformance.md', import.meta.url)), 'utf8');

describe('differences between xmllint, the specification and us', () => {
  it('are listed in docs/reference/conformance.md, each with its clause', () => {
    for (const { clause, says } of differences) {
      expect(page, clause).toContain(`| ${clause} | ${says.replaceAll('|', '\\|')} |`);
    }
  });

  it('explain only their own cases', () => {
    expect(unexplained(["Element 'a': '%' is not a valid value of the atomic type 'xs:anyURI'."])).toEqual([]);
    const other = "Element 'a': 'x' is not a valid value of the atomic type 'xs:int'.";
    expect(unexplained([other])).toEqual([other]);
  });
});
