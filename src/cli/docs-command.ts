import { resolve } from 'node:path';
import { type Contract, checkOverrides } from '../contract/index.ts';
import { Report } from '../diagnostics/index.ts';
import { serviceFor } from '../emit/index.ts';
import { makeSamples, type Sample } from '../messages/index.ts';
import { type ComparedTarget, loadOld, openBaseline, overridesOf, writeFolder } from '../project/index.ts';
import { type ReferenceChanges, type ReferenceFormat, referenceFiles } from '../reference/index.ts';
import { compareContracts, verdictTexts } from '../rules/index.ts';
import { type ChosenService, loadOneContract, type OneContractFlags } from './one-contract.ts';
import { countFiles, failed, print } from './print.ts';
import { onStage, type Terminal } from './terminal.ts';

export interface DocsFlags extends Omit<OneContractFlags, 'format'> {
  readonly out: string;
  readonly format: ReferenceFormat;
  readonly since?: string;
  readonly force?: boolean;
  /** In seconds. */
  readonly wait?: number;
}

/** Writes the reference of a contract into a folder. */
export async function runDocs(schema: string | undefined, given: DocsFlags, terminal: Terminal): Promise<number> {
  const { format, since, out, force = false, wait = 10 } = given;
  const flags: OneContractFlags = { ...given, format: 'text', ...(schema !== undefined && { schema }) };
  const to = new Report();
  to.add(...checkOverrides(overridesOf(flags)));
  const loaded = to.hasErrors ? undefined : loadOneContract(flags, 'soapwright docs', terminal, to);
  const changes = loaded === undefined || since === undefined ? undefined : changesSince(since, loaded, to);
  if (loaded === undefined || to.hasErrors) return print(failed(to.diagnostics, to.sources), flags, terminal);
  const { contract, service } = loaded;
  onStage(flags, terminal)('Making pages');
  const samples = samplesByOperation(makeSamples(contract, service, service.operations));
  const files = new Map<string, string>();
  for (const { path, text } of referenceFiles({ service, samples, changes }, format)) files.set(path, text);
  onStage(flags, terminal)('Writing');
  const written = await writeFolder(out, files, { current: resolve('.'), force, patience: wait * 1000 }, to);
  if (to.hasErrors) return print(failed(to.diagnostics, to.sources), flags, terminal);
  const extension = format === 'html' ? 'html' : 'md';
  const pages = [...files.keys()].filter((path) => path.endsWith(`.${extension}`)).length;
  const operations = service.operations.length;
  const deleted = written.changes.filter(({ kind }) => kind === 'delete').length;
  const wrote = `${written.changes.length - deleted} of ${countFiles(files.size)} written${deleted === 0 ? '' : `, ${deleted} deleted`}`;
  const summary = `${out}/index.${extension}: ${counted(operations, 'operation')} on ${counted(pages, 'page')}, ${wrote}.`;
  return print({ exitCode: 0, files: [], diagnostics: to.diagnostics, summary }, flags, terminal);
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

function samplesByOperation(samples: readonly Sample[]): ReadonlyMap<string, readonly Sample[]> {
  const found = new Map<string, Sample[]>();
  for (const sample of samples) {
    const known = found.get(sample.operation);
    if (known === undefined) found.set(sample.operation, [sample]);
    else known.push(sample);
  }
  return found;
}

/** Compared with an older version by all rules of `breaking`. Undefined after reporting a mistake. */
function changesSince(since: string, { target, contract }: ChosenService, to: Report): ReferenceChanges | undefined {
  const current = resolve('.');
  const { baseline, diagnostics } = openBaseline(since, undefined, current);
  to.add(...diagnostics);
  const before = baseline && loadOldContract(target, baseline, current, to);
  if (before === undefined) return undefined;
  const settings = { use: ['CONTRACT'], except: [], ignoreOnly: new Map(), severity: new Map() };
  const { findings, verdicts } = compareContracts(before, contract, settings);
  return { since, before: serviceFor(before, 'standard'), findings, verdicts: verdictTexts(verdicts) };
}

function loadOldContract(
  target: ComparedTarget,
  baseline: NonNullable<ReturnType<typeof openBaseline>['baseline']>,
  current: string,
  to: Report,
): Contract | undefined {
  const old = loadOld(target, baseline, current);
  to.add(...old.diagnostics);
  for (const [file, text] of old.sources) if (!to.sources.has(file)) to.sources.set(file, text);
  return old.contract;
}
