import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isConfined } from './folder.ts';
import { parseManifest, printManifest } from './manifest.ts';

describe('the manifest', () => {
  it('survives a round trip, with one item per line', () => {
    const name = fc.stringMatching(/^[a-z][a-zA-Z0-9.-]{0,12}$/);
    const manifest = fc.record({
      generation: fc.nat(),
      files: fc.dictionary(name, fc.uniqueArray(name, { minLength: 1, maxLength: 3 })),
      operations: fc.uniqueArray(name),
      retired: fc.uniqueArray(name),
    });
    fc.assert(
      fc.property(manifest, ({ generation, files, operations, retired }) => {
        const printed = printManifest({ generation, files: new Map(Object.entries(files)), operations, retired });
        const parsed = parseManifest(printed);
        expect(parsed.kind).toBe('manifest');
        if (parsed.kind !== 'manifest') return;
        expect(Object.fromEntries(parsed.manifest.files)).toEqual(files);
        expect(printManifest(parsed.manifest)).toBe(printed);
        expect(parsed.manifest.operations).toEqual([...operations].sort());
      }),
    );
  });

  it('lists names of components, sorted, where there are any', () => {
    const manifest = { generation: 1, files: new Map(), operations: [], retired: [] };
    expect(printManifest(manifest)).not.toContain('names');
    const names = { 'urn:b': { 'type B': 'B2', 'type A': 'A' }, 'urn:a': { 'operation Go': 'Go' } };
    const printed = printManifest({ ...manifest, names });
    expect(printed.indexOf('urn:a')).toBeLessThan(printed.indexOf('urn:b'));
    expect(printed.indexOf('type A')).toBeLessThan(printed.indexOf('type B'));
    expect(parseManifest(printed)).toMatchObject({ kind: 'manifest', manifest: { names } });
    for (const wrong of ['[]', '{ "urn:a": "x" }', '{ "urn:a": { "type A": 1 } }', '1']) {
      const text = `{ "soapwright": 1, "names": ${wrong} }`;
      expect(parseManifest(text)).toMatchObject({ kind: 'invalid', reason: '`names` is not an object of names' });
    }
  });

  it('lists pending files only during a run', () => {
    const manifest = { generation: 1, operations: [], retired: [] };
    expect(printManifest({ ...manifest, files: new Map([['a', ['1']]]) })).not.toContain('pending');
    expect(printManifest({ ...manifest, files: new Map([['a', ['1', '2']]]) })).toContain('"pending"');
  });
});

describe('isConfined', () => {
  it('accepts only plain relative paths', () => {
    for (const path of ['a', 'a/b.ts', '.hidden/a..b', 'a b', '..a']) expect(isConfined(path)).toBe(true);
    for (const path of ['', '/', '/a', '..', 'a/..', './a', 'a//b', 'a/', 'a\\b', 'c:/a', 'c:a', 'a\0b'])
      expect(isConfined(path)).toBe(false);
  });
});
