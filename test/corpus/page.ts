import { wsdl } from '../../src/diagnostics/index.ts';
import { type CorpusEntry, type Expectation, expectations } from './entries.ts';
import { importSection } from './import/import-section.ts';
import { shortcoming } from './judge.ts';
import { entryName, percent, table } from './markdown.ts';
import type { EntryRecord } from './records.ts';
import { samplesSection } from './samples/samples-section.ts';

export interface Result {
  readonly entry: CorpusEntry;
  readonly record: EntryRecord;
}

/** Figures of the run as a whole. */
export interface RunFigures {
  readonly machine: string;
  readonly seconds: number;
  readonly compileSeconds: number;
}

/** What `soapwright explain` says of each code. */
const meanings: ReadonlyMap<string, string> = new Map(Object.values(wsdl).map(({ code, meaning }) => [code, meaning]));

const wanted: Record<Expectation, string> = {
  'must-accept': 'read, and the generated code compiles',
  'accept-nonhttp-transport': 'read, and the generated code compiles',
  'tolerate-with-warning': 'read with at least one warning, and the generated code compiles',
  'needs-well-known-or-remote':
    'read from the catalogue, or a diagnostic that names the address and `soapwright fetch`',
  abstract: 'read, or a diagnostic with its place (these have no SOAP port)',
  diagnose: 'a diagnostic with its place within 2 s',
  'diagnose-missing-file': 'a diagnostic with its place within 2 s',
};

/** The page docs/reference/corpus.md. */
export function corpusPage(results: readonly Result[], figures: RunFigures): string {
  return `# A corpus of public WSDLs

\`npm run corpus\` reads ${results.length} WSDLs of public repositories, generates all files from each, handlers included, and compiles these with \`tsc --strict --exactOptionalPropertyTypes\`. The corpus is not part of this repository; \`SOAPWRIGHT_CORPUS\` names its folder. This page is written by \`npm run corpus -- --write\`.

## Totals

${totals(results)}

## Entries that do not meet their expectation

${unmet(results)}

## Entries that are not read

By their first diagnostic and the rule behind it. They are broken, incomplete, or have no SOAP port.

${notRead(results)}

## Samples of messages

${samplesSection(results)}

## Imports

${importSection(results)}

## Time and memory

${times(results, figures)}
`;
}

function totals(results: readonly Result[]): string {
  const kinds = expectations.flatMap((expectation) => [
    { expectation, encoded: false },
    { expectation, encoded: true },
  ]);
  const rows = kinds.flatMap(({ expectation, encoded }) => {
    const of = results.filter(({ entry }) => entry.expectation === expectation && isEncoded(entry) === encoded);
    if (of.length === 0) return [];
    const read = of.filter(({ record }) => record.outcome === 'read').length;
    const met = of.filter(({ entry, record }) => shortcoming(entry, record) === undefined).length;
    const only = encoded ? ' (SOAP encoding only)' : '';
    return [[`${expectation}${only}: ${wanted[expectation]}`, of.length, read, `${met} (${percent(met, of.length)})`]];
  });
  return table(['expectation', 'entries', 'read', 'met'], rows);
}

/** Whether all operations use SOAP encoding. */
function isEncoded({ style }: CorpusEntry): boolean {
  return style.split('+').every((one) => one.endsWith('-encoded'));
}

function unmet(all: readonly Result[]): string {
  const rows = all.flatMap(({ entry, record }) => {
    const reason = shortcoming(entry, record);
    return reason === undefined ? [] : [[entryName(entry), entry.expectation, reason]];
  });
  return rows.length === 0 ? 'None.' : table(['entry', 'expectation', 'reason'], rows);
}

/** The entries of each first diagnostic, with the rule that they break. */
function notRead(all: readonly Result[]): string {
  const byCode = new Map<string, string[]>();
  for (const { entry, record } of all) {
    if (record.outcome === 'read') continue;
    const code = record.diagnostics[0]?.code ?? record.outcome;
    byCode.set(code, [...(byCode.get(code) ?? []), entryName(entry)]);
  }
  const rows = [...byCode].sort().map(([code, names]) => [code, meanings.get(code) ?? '', names.join('; ')]);
  return rows.length === 0 ? 'None.' : table(['first diagnostic', 'rule', 'entries'], rows);
}

function times(results: readonly Result[], { machine, seconds, compileSeconds }: RunFigures): string {
  const read = results.map(({ record }) => record.readMilliseconds).sort((a, b) => a - b);
  const at = (share: number): string => `${Math.round(read[Math.floor((read.length - 1) * share)] ?? 0)} ms`;
  const slowest = [...results]
    .sort((a, b) => total(b.record) - total(a.record))
    .slice(0, 10)
    .map(({ entry, record }) => [
      entryName(entry),
      record.operations,
      `${Math.round(record.readMilliseconds)} ms`,
      `${Math.round(record.generateMilliseconds)} ms`,
      `${Math.round(record.generatedBytes / 1024)} kB`,
      record.peakMemory === undefined ? '' : `${Math.round(record.peakMemory / 2 ** 20)} MB`,
    ]);
  return `${machine}. Reading and generating took ${Math.round(seconds)} s, compiling ${Math.round(compileSeconds)} s. CPU time to read an entry: median ${at(0.5)}, 95 % ${at(0.95)}, slowest ${at(1)}.

The ten that take longest (peak memory of the process for large files, which have one of their own):

${table(['entry', 'operations', 'read', 'generate', 'generated', 'peak memory'], slowest)}`;
}

function total({ readMilliseconds, generateMilliseconds }: EntryRecord): number {
  return readMilliseconds + generateMilliseconds;
}
