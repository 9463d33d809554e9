import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The reader's expected treatment of an entry. */
export const expectations = [
  'must-accept',
  'accept-nonhttp-transport',
  'tolerate-with-warning',
  'needs-well-known-or-remote',
  'abstract',
  'diagnose',
  'diagnose-missing-file',
] as const;

export type Expectation = (typeof expectations)[number];

/** One WSDL of the corpus. */
export interface CorpusEntry {
  readonly id: string;
  readonly expectation: Expectation;
  /** Styles and uses of its operations, as `doc-wrapped+rpc-encoded`. */
  readonly style: string;
  readonly operations: number;
  /** Relative to the folder of the corpus. */
  readonly path: string;
}

/** The folder of the corpus, which is not part of this repository; undefined where it is missing. */
export function corpusFolder(): string | undefined {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const folder = resolve(root, process.env.SOAPWRIGHT_CORPUS ?? '../shared/corpus');
  return existsSync(join(folder, 'EXPECT.tsv')) ? folder : undefined;
}

export function corpusEntries(folder: string): readonly CorpusEntry[] {
  return parseEntries(readFileSync(join(folder, 'EXPECT.tsv'), 'utf8'));
}

/** Reads the table of expectations: id, expectation, style, SOAP versions, operations, path. */
export function parseEntries(table: string): readonly CorpusEntry[] {
  const [, ...lines] = table.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [id, expectation, style, , operations, path] = line.split('\t');
    if (id === undefined || style === undefined || path === undefined || !isExpectation(expectation)) {
      throw new Error(`EXPECT.tsv has a line that is not understood: ${line}`);
    }
    return { id, expectation, style, operations: Number(operations), path };
  });
}

function isExpectation(text: string | undefined): text is Expectation {
  return expectations.some((expectation) => expectation === text);
}

/** Size of the main file; large entries get a process of their own. */
export function entrySize(folder: string, { path }: CorpusEntry): number {
  return statSync(join(folder, path)).size;
}

/**
 * Some of a list, for tests that take long: each of a number, or all with `SOAPWRIGHT_WHOLE_CORPUS=1`.
 *
 * @param every 5: one of five.
 */
export function sampled<T>(all: readonly T[], every: number): readonly T[] {
  return process.env.SOAPWRIGHT_WHOLE_CORPUS === '1' ? all : all.filter((_, index) => index % every === 0);
}
