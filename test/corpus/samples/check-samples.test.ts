import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasXmllint } from '../../interop/schemas.ts';
import { corpusEntries, corpusFolder } from '../entries.ts';
import { checkEntry } from './check-entry.ts';

/** The distance between the entries checked with the other tests; `npm run corpus` checks all of them. */
const step = 40;
const corpus = corpusFolder();
const entries =
  corpus === undefined ? [] : corpusEntries(corpus).filter(({ expectation }) => expectation === 'must-accept');
const chosen = entries.filter(({ operations }, index) => index % step === 0 && operations < 100);

describe.skipIf(corpus === undefined || !hasXmllint)('samples of the messages of WSDLs of others', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-samples-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(chosen.map(({ id, path }) => [id, path]))(
    'P3: %s: are valid, and the same after reading and writing',
    async (id, path) => {
      const { samples, failure } = await checkEntry({ id, path }, corpus ?? '', folder);
      if (failure === 'there is no contract') return;
      expect(failure).toBeUndefined();
      expect(samples?.failures).toEqual([]);
    },
  );
});
