import { describe, expect, it } from 'vitest';
import { report, runtimeErrors, themes } from '../../diagnostics/index.ts';
import { breakingRules } from '../breaking/index.ts';
import { lintCategories, presets, rules } from '../lint/index.ts';
import { listText, pageOf, pages, pageText } from './index.ts';

describe('the catalogue of rules', () => {
  it('has ids that are unique and plain, by category', () => {
    const ids = rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/);
    expect([...new Set(rules.map(({ category }) => category))]).toEqual([...lintCategories]);
    const names: readonly string[] = [...lintCategories, ...presets];
    for (const id of ids) expect(names).not.toContain(id);
  });

  it('consists of full sentences', () => {
    for (const { id, summary, why, remedy, example } of rules) {
      expect(summary, id).toMatch(/^[A-Z].*\.$/);
      expect(why, id).toMatch(/^(?:[A-Z]|wsimport|zeep|xs:).*\.$/);
      expect(remedy, id).toMatch(/^[A-Z].*[.)"]$/);
      expect(example.before, id).not.toBe(example.after);
    }
  });

  it('has errors in the smallest preset only, and nothing else there', () => {
    for (const { id, severity, preset } of rules) expect(severity === 'error', id).toBe(preset === 'minimal');
  });
});

describe('explain', () => {
  const codes = themes.flatMap(({ entries }) => Object.values(entries));

  it('has a page for every rule and every code, and for nothing else', () => {
    expect(pages().map(({ id }) => id)).toEqual([
      ...rules.map(({ id }) => id),
      ...breakingRules.map(({ id }) => id),
      ...codes.map(({ code }) => code).sort(),
      ...Object.entries(runtimeErrors).flatMap(([name, entries]) =>
        Object.keys(entries).map((code) => `${name}.${code}`),
      ),
    ]);
  });

  it('has a meaning and an example on each page', () => {
    for (const page of pages()) {
      const text = pageText(page);
      expect(text).toContain(page.id);
      if (page.kind === 'rule' || page.kind === 'breaking') continue;
      expect(page.meaning, page.id).toMatch(/^\S.*[.?]$/s);
      expect(page.example, page.id).not.toBe('');
      for (const line of text.split('\n')) expect(line.length, line).toBeLessThan(160);
    }
  });

  it('gives each page an address of its own on the site', () => {
    const addresses = pages().map(({ address }) => address);
    expect(new Set(addresses.map((address) => address.toLowerCase())).size).toBe(addresses.length);
    for (const address of addresses) expect(address).toMatch(/^https:\/\/[\w./]+\/codes\/[\w-]+\.html$/);
    expect(pageOf('SW1201')).toMatchObject({ address: 'https://soapwright.github.io/soapwright/codes/SW1201.html' });
    expect(pageOf('timeout')).toMatchObject({ address: expect.stringMatching(/\/ClientError-timeout\.html$/) });
  });

  it('prints no raw parameter', () => {
    for (const page of pages()) {
      if (page.kind === 'breaking') continue;
      const texts =
        page.kind === 'rule' ? [page.summary, page.why] : [page.kind === 'code' && page.message, page.meaning];
      expect([...texts, page.remedy].join(' '), page.id).not.toMatch(/\{[a-zA-Z]\w*\}/);
    }
  });

  it('tells the exit code of a run with that diagnostic alone', () => {
    for (const page of pages()) {
      if (page.kind !== 'code') continue;
      const entry = codes.find(({ code }) => code === page.id);
      expect(entry && report(entry, {}).exit, page.id).toBe(page.exit);
    }
    expect(pageOf('SW6401')).toMatchObject({ severity: 'warning', exit: 0 });
  });

  it('prints sentences, not rows of parameters', () => {
    for (const page of pages()) {
      if (page.kind !== 'code') continue;
      expect(page.message, page.id).not.toMatch(/^<[^>]*>[.,:;]? ?<|> ?<|<(?:where|what|kind|strength)>/);
      expect(page.message.replaceAll(/<[^>]*>/g, '').match(/\p{L}+/gu)?.length, page.id).toBeGreaterThan(1);
    }
  });

  it('has only those parameters in a remedy that its message introduces, and none within a word', () => {
    for (const page of pages()) {
      if (page.kind !== 'code') continue;
      const parametersOf = (text = ''): readonly string[] => text.match(/<[a-z][a-z ]*>/g) ?? [];
      const introduced = parametersOf(page.message);
      expect(introduced, page.id).toEqual(expect.arrayContaining([...parametersOf(page.remedy)]));
      expect(page.message, page.id).not.toMatch(/(?:[a-z]{2}|>)<[a-z ]+>/);
    }
  });

  it('finds pages in capitals or not, and WS-I points by their number', () => {
    expect(pageOf('sw1304')?.id).toBe('SW1304');
    expect(pageOf('Operation-Doc')?.id).toBe('operation-doc');
    expect(pageOf('R2705')?.id).toBe('wsi-r2705');
    expect(pageOf('clienterror.timeout')?.id).toBe('ClientError.timeout');
    expect(pageOf('not-soap')?.id).toBe('ClientError.not-soap');
    expect(pageOf('XmlError.type')?.id).toBe('XmlError.type');
    // A key has the name of this code.
    expect(pageOf('type')?.kind).toBe('key');
    expect(pageOf('nothing')).toBeUndefined();
  });

  it('formats a page for a terminal', () => {
    const page = pageOf('operation-doc');
    expect(page && pageText(page)).toBe(`operation-doc: warning, category docs, from the preset recommended on

Each operation has a doc.

Why:
  It is in the WSDL, in the list of operations and above the method of the client, and often
  the only documentation that a caller has.

Found:
  operations:
    FindOrder: { result: Order }

Fine:
  operations:
    FindOrder: { doc: Finds an order by its number., result: Order }

What to do:
  Add "doc": what it does, what it needs, and what it returns for an empty result.

In soapwright.yaml:
  lint: { severity: { operation-doc: off } }
  lint: { ignore: { operation-doc: [records/Order] } }

On the site:
  https://soapwright.github.io/soapwright/codes/operation-doc.html
`);
  });

  it('lists everything in one line each', () => {
    const lines = listText(pages()).split('\n');
    for (const { id } of pages()) expect(lines.filter((line) => line.startsWith(`  ${id} `))).toHaveLength(1);
  });
});

it('explains keys of the contract language', () => {
  const page = pageOf('optional');
  expect(page?.kind).toBe('key');
  expect(page && pageText(page)).toContain('In field:\n  The field may be absent');
  expect(pageOf('optinal')).toBeUndefined();
});
