import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compileEntries } from './compile.ts';
import { type CorpusEntry, corpusEntries, corpusFolder, entrySize } from './entries.ts';
import type { ImportResult } from './import/import-record.ts';
import { shortcoming } from './judge.ts';
import { corpusPage, type Result } from './page.ts';
import { type EntryRecord, failedRecord } from './records.ts';
import type { SampleResult } from './samples/sample-record.ts';
import { type JobRecord, runJobs, type WorkerOptions } from './workers.ts';

const usage = `npm run corpus -- [ID|EXPECTATION|TEXT...] [--no-compile] [--no-samples] [--no-imports] [--write] [--processes N] [--limit SECONDS]
  Reads the entries with one of these ids or expectations, or with a text in their path; all by default.
  --write   writes docs/reference/corpus.md
  Records and generated code stay in .build/corpus.`;

const root = fileURLToPath(new URL('../../', import.meta.url));
const build = join(root, '.build/corpus');
const output = join(build, 'out');
const largeFile = 300_000;

const { values: options, positionals: only } = parseArgs({
  allowPositionals: true,
  options: {
    'no-compile': { type: 'boolean', default: false },
    'no-samples': { type: 'boolean', default: false },
    'no-imports': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    processes: { type: 'string', default: '2' },
    limit: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
});

const folder = corpusFolder();
if (options.help) say(usage);
else if (folder === undefined) {
  say('The corpus is missing: set SOAPWRIGHT_CORPUS to its folder.');
  process.exitCode = 3;
} else await run(folder);

async function run(corpus: string): Promise<void> {
  const entries = corpusEntries(corpus).filter(isWanted);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const started = performance.now();
  const records = await readAll(corpus, entries);
  const read = performance.now();
  const compiled = options['no-compile'] ? records : await compileAll(records);
  const figures = {
    machine: `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`,
    seconds: (read - started) / 1000,
    compileSeconds: (performance.now() - read) / 1000,
  };
  const samples = await sampleAll(corpus, entries, records);
  const imports = await importAll(corpus, entries, records);
  const results = entries.map((entry, index) => ({
    entry,
    record: {
      ...(compiled[index] as EntryRecord),
      sampled: samples.get(entry.id),
      imported: imports.get(entry.id),
    },
  }));
  writeFileSync(join(build, 'records.json'), JSON.stringify(results, undefined, 1));
  if (options.write) writeFileSync(join(root, 'docs/reference/corpus.md'), corpusPage(results, figures));
  summarize(results);
}

function isWanted({ id, expectation, path }: CorpusEntry): boolean {
  return only.length === 0 || only.some((text) => text === id || text === expectation || path.includes(text));
}

async function readAll(corpus: string, entries: readonly CorpusEntry[]): Promise<readonly EntryRecord[]> {
  let done = 0;
  return await runJobs(
    entries.map((entry) => ({ id: entry.id, alone: entrySize(corpus, entry) > largeFile })),
    {
      script: fileURLToPath(new URL('./worker.js', import.meta.url)),
      arguments: [output],
      processes: Number(options.processes),
      limit: Number(options.limit) * 1000,
      failed: failedRecord,
      onRecord: () => {
        done += 1;
        if (done % 100 === 0) say(`${done} of ${entries.length} read`);
      },
    },
  );
}

/** Samples of the messages of all entries that were read. */
async function sampleAll(
  corpus: string,
  entries: readonly CorpusEntry[],
  records: readonly EntryRecord[],
): Promise<ReadonlyMap<string, SampleResult>> {
  if (options['no-samples']) return new Map();
  const script = './samples.js';
  return await runOfRead<SampleResult>(corpus, entries, records, script, (id, _, failure) => ({ id, failure }));
}

/** What became of the imports of all entries that were read. */
async function importAll(
  corpus: string,
  entries: readonly CorpusEntry[],
  records: readonly EntryRecord[],
): Promise<ReadonlyMap<string, ImportResult>> {
  if (options['no-imports']) return new Map();
  const failed = (id: string, _: string, reason: string): ImportResult => ({ id, stage: 'import', reason });
  return await runOfRead<ImportResult>(corpus, entries, records, './imports.js', failed);
}

/** The results of a script for all entries that were read, by their ids. */
async function runOfRead<Found extends JobRecord>(
  corpus: string,
  entries: readonly CorpusEntry[],
  records: readonly EntryRecord[],
  script: string,
  failed: WorkerOptions<Found>['failed'],
): Promise<ReadonlyMap<string, Found>> {
  const read = entries.filter((_, index) => records[index]?.outcome === 'read');
  const results = await runJobs<Found>(
    read.map((entry) => ({ id: entry.id, alone: entrySize(corpus, entry) > largeFile })),
    {
      script: fileURLToPath(new URL(script, import.meta.url)),
      arguments: [output],
      processes: Number(options.processes),
      limit: 5 * Number(options.limit) * 1000,
      failed,
    },
  );
  return new Map(results.map((result) => [result.id, result]));
}

async function compileAll(records: readonly EntryRecord[]): Promise<readonly EntryRecord[]> {
  const read = records.filter(({ outcome }) => outcome === 'read');
  const errors = await compileEntries(
    output,
    read.map(({ id, generatedBytes }) => ({ id, bytes: generatedBytes })),
  );
  return records.map((record) =>
    record.outcome === 'read' ? { ...record, compileErrors: errors.get(record.id) ?? [] } : record,
  );
}

/** Unmet expectations, grouped by cause, the most frequent first. */
function summarize(results: readonly Result[]): void {
  const causes = new Map<string, string[]>();
  for (const { entry, record } of results) {
    const reason = shortcoming(entry, record);
    if (reason === undefined) continue;
    const cause = causeOf(reason);
    causes.set(cause, [...(causes.get(cause) ?? []), `${entry.id} ${entry.expectation}: ${reason}`]);
  }
  for (const [cause, lines] of [...causes].sort(([, a], [, b]) => b.length - a.length)) {
    say(`\n${lines.length} × ${cause}`);
    for (const line of lines.slice(0, 5)) say(`  ${line.slice(0, 400)}`);
  }
  const unmet = [...causes.values()].flat().length;
  say(`\n${results.length - unmet} of ${results.length} entries meet their expectation.`);
  if (unmet > 0) process.exitCode = 1;
}

/** A code, an error of the compiler, or the functions of a crash. */
function causeOf(reason: string): string {
  const [code] = /\b(SW\d{4}|TS\d{4,5})\b/.exec(reason) ?? [];
  if (code !== undefined) return reason.startsWith('does not compile') ? `compile ${code}` : code;
  return /\[(.*)\]$/.exec(reason)?.[0] ?? reason.replace(/\d+/g, 'N');
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
