import { existsSync } from 'node:fs';
import { readSource } from '../contract/index.ts';
import { hasErrors, Report, visible } from '../diagnostics/index.ts';
import {
  type AccessOptions,
  type CheckOutcome,
  checkContracts,
  type FetchOptions,
  fetchContracts,
} from '../fetch/index.ts';
import { loadConfig, projectLayout } from '../project/index.ts';
import { withPassword } from './access-options.ts';
import type { CommonOptions } from './common-options.ts';
import { chooseConfiguration } from './configuration.ts';
import { countFiles, failed, print } from './print.ts';
import { onStage, type Terminal } from './terminal.ts';

export interface FetchFlags extends CommonOptions, AccessOptions {
  readonly out?: string;
  readonly check?: boolean;
  readonly config?: string;
  readonly allowHost?: readonly string[];
  readonly allowMissing?: boolean;
  readonly internalEntities?: boolean;
  readonly limit?: readonly string[];
  readonly force?: boolean;
  /** In seconds. */
  readonly wait?: number;
}

export async function runFetch(address: string | undefined, flags: FetchFlags, terminal: Terminal): Promise<number> {
  const report = new Report();
  const configuration = chooseConfiguration(flags, terminal);
  const contracts = configuredContracts(configuration, address === undefined && flags.out === undefined, flags, report);
  if (report.hasErrors) return print(failed(report.diagnostics, report.sources), flags, terminal);
  const options = {
    ...(await withPassword(flags)),
    address,
    contracts,
    configuration,
    project: projectLayout(process.cwd()),
    current: process.cwd(),
    environment: process.env,
    onProgress: onStage(flags, terminal),
    report,
  };
  return flags.check === true ? await runCheck(options, flags, terminal) : await runWrite(options, flags, terminal);
}

async function runWrite(options: FetchOptions, flags: FetchFlags, terminal: Terminal): Promise<number> {
  const { report } = options;
  const { changes, unchanged, contracts } = await fetchContracts(options, (flags.wait ?? 10) * 1000);
  const { exitCode, diagnostics, sources } = report;
  const files = changes.map(({ kind, shown }) => ({ what: changeNames[kind], file: shown }));
  const done =
    changes.length === 0
      ? `Nothing to do: ${countFiles(unchanged)} unchanged.`
      : `Wrote ${countFiles(changes.length)}, ${unchanged} unchanged.`;
  const wroteConfiguration = changes.some(({ shown }) => shown === options.configuration);
  const next = contracts.filter((contract) => !options.contracts.includes(contract));
  const summary = report.hasErrors ? 'Nothing was written.' : [done, ...nextSteps(next, wroteConfiguration)].join('\n');
  return print({ exitCode, files, diagnostics, sources, summary }, flags, terminal);
}

const changeNames = { create: 'created', update: 'updated', delete: 'deleted' } as const;

/** What remains to do for WSDLs that no configuration named before. */
function nextSteps(contracts: readonly string[], wroteConfiguration: boolean): readonly string[] {
  if (contracts.length === 0) return [];
  const entries = wroteConfiguration
    ? []
    : [
        'In soapwright.yaml, below "generate:":',
        ...contracts.map((contract) => `  - { schema: ${contract}, out: … }`),
        '',
      ];
  return ['', ...entries, 'Next:', '  npm install @soapwright/runtime', '  npx soapwright generate'];
}

async function runCheck(options: FetchOptions, flags: FetchFlags, terminal: Terminal): Promise<number> {
  const { report } = options;
  const command = flags.out === undefined ? 'npx soapwright fetch' : `npx soapwright fetch --out ${flags.out}`;
  const outcome = await checkContracts(options, command);
  const { exitCode, diagnostics, sources } = report;
  const summary = exitCode <= 1 ? checkSummary(outcome, command) : undefined;
  if (flags.format === 'text' && (exitCode === 1 || flags.quiet !== true))
    terminal.out(changesText(outcome, terminal.colour.out));
  return print({ exitCode, files: [], diagnostics, sources, summary }, flags, terminal);
}

function changesText({ checked }: CheckOutcome, colour: boolean): string {
  const lines = checked.flatMap(({ folder, changes }) =>
    changes.map(({ kind, component, where }) => {
      const what = colour ? `\u001B[${styles[kind]}m${kind.padEnd(8)}\u001B[0m` : kind.padEnd(8);
      const detail = where.length === 0 ? '' : `: ${where.join(', ')}`;
      return `${what} ${visible(`${component}${detail}`)}${checked.length > 1 ? `  (${visible(folder.shown)})` : ''}\n`;
    }),
  );
  return lines.join('');
}

const styles = { added: '32', removed: '31', changed: '33' } as const;

function checkSummary({ checked }: CheckOutcome, command: string): string {
  const count = checked.reduce((sum, { changes }) => sum + changes.length, 0);
  if (count > 0) return `${count} ${count === 1 ? 'component differs' : 'components differ'}. Run: ${command}`;
  const other = checked.reduce((sum, { otherFiles }) => sum + otherFiles, 0);
  const files = checked.reduce((sum, one) => sum + one.files, 0);
  if (other === 0) return `Nothing has changed in ${countFiles(files)}.`;
  return `${countFiles(other)} of ${files} ${other === 1 ? 'differs' : 'differ'}, but all components are the same.`;
}

/** Paths of the contracts that the configuration names; none without a configuration. */
function configuredContracts(file: string, isNeeded: boolean, flags: FetchFlags, to: Report): readonly string[] {
  if (flags.config === undefined && !existsSync(file)) return [];
  const { source, diagnostics } = readSource(file);
  if (source === undefined) {
    to.add(...diagnostics);
    return [];
  }
  const loaded = loadConfig(source);
  // What else is wrong with it is for `generate` to say.
  if (isNeeded && hasErrors(loaded.diagnostics)) {
    to.sources.set(source.file, source.text);
    to.add(...loaded.diagnostics);
  }
  return loaded.config?.targets.map(({ schema }) => schema) ?? [];
}
