import { existsSync } from 'node:fs';
import type { Contract } from '../contract/index.ts';
import { readSource } from '../contract/index.ts';
import { cli as messages, Report, report, visible } from '../diagnostics/index.ts';
// Not from their index.ts, which load much more.
import { findFetched } from '../fetch/index.ts';
import { findConfig, type ImportOutcome, importWsdl, loadConfig } from '../project/index.ts';
import type { CommonOptions } from './common-options.ts';
import { countFiles, print } from './print.ts';
import type { Terminal } from './terminal.ts';

export interface ImportFlags extends CommonOptions {
  readonly out?: string;
  readonly service?: string;
  readonly port?: string;
  readonly overlay?: string;
  readonly allowPath?: readonly string[];
  readonly strict?: boolean;
  readonly internalEntities?: boolean;
  readonly force?: boolean;
  /** In seconds. */
  readonly wait?: number;
}

export async function runImport(file: string, flags: ImportFlags, terminal: Terminal): Promise<number> {
  const to = new Report();
  const configured = configuredContracts();
  const schema = pathOf(file, configured, to);
  const out = flags.out === '-' ? undefined : flags.out;
  const { service, port } = flags;
  const options = {
    current: process.cwd(),
    out,
    choice: { service, port },
    overlay: flags.overlay,
    allowedPaths: flags.allowPath,
    strict: flags.strict,
    internalEntities: flags.internalEntities,
    force: flags.force === true,
    patience: (flags.wait ?? 10) * 1000,
    report: to,
  };
  const outcome: ImportOutcome = schema === undefined ? { read: 0, written: [] } : await importWsdl(schema, options);
  const { imported, written, changes } = outcome;
  const text = imported?.files[0].text;
  if (out === undefined && text !== undefined && flags.format === 'text') terminal.out(text);
  if (flags.format === 'text') for (const line of changeLines(outcome)) terminal.out(line);
  const { exitCode, diagnostics, sources } = to;
  const files = written.map(({ kind, shown }) => ({ what: changeNames[kind], file: shown }));
  const summary = to.exitCode > 1 ? undefined : summaryOf(outcome, { schema: schema ?? file, out, configured });
  const isCompared = changes !== undefined;
  return print(
    { exitCode, files, diagnostics, sources, summary: isCompared ? compared(outcome, out ?? '') : summary },
    flags,
    terminal,
  );
}

const changeNames = { create: 'created', update: 'updated', delete: 'deleted' } as const;

/** The path of a WSDL, or of the one that was fetched from an address; undefined for one that was not. */
function pathOf(file: string, configured: readonly string[], to: Report): string | undefined {
  if (!/^https?:\/\//i.test(file)) return file;
  const found = findFetched(file, configured, process.cwd());
  if (found === undefined) to.add(report(messages.importNotFetched, { address: file }));
  return found;
}

/** Paths of the contracts that the nearest configuration names. */
function configuredContracts(): readonly string[] {
  const file = findConfig(process.cwd());
  if (!existsSync(file)) return [];
  const { source } = readSource(file);
  const { config } = source === undefined ? { config: undefined } : loadConfig(source);
  return config?.targets.map(({ schema }) => schema) ?? [];
}

function changeLines({ changes = [] }: ImportOutcome): readonly string[] {
  return changes.map(({ kind, component, where, origins }) => {
    const detail = where.length === 0 ? '' : `: ${where.join(', ')}`;
    const places = origins.map(({ file, line }) => `${file}:${line}`).join(', ');
    return `${kind.padEnd(8)} ${visible(`${component}${detail}  (${places})`)}\n`;
  });
}

function compared({ changes = [] }: ImportOutcome, out: string): string {
  if (changes.length === 0) return `${out} has all components of the WSDL as it has them. Nothing was written.`;
  const count = changes.length === 1 ? '1 component differs' : `${changes.length} components differ`;
  return `${count}, from ${out} to the WSDL. Nothing was written: change ${out}, or overwrite it with --force.`;
}

interface Context {
  readonly schema: string;
  readonly out: string | undefined;
  readonly configured: readonly string[];
}

/** Counts of the import, and the remaining work. */
function summaryOf(
  { contract, read, written }: ImportOutcome,
  { schema, out, configured }: Context,
): string | undefined {
  if (contract === undefined) return undefined;
  const lines = [`Read ${contentsOf(contract)} from ${countFiles(read)}.`];
  if (out === undefined) return lines.join('\n');
  if (written.length === 0) return [...lines, `${out} is already up to date.`].join('\n');
  const isConfigured = configured.includes(schema);
  const next = isConfigured
    ? `In soapwright.yaml: \`schema: ${out}\` instead of \`schema: ${schema}\`, without its service, port, operations and overlay.`
    : `In soapwright.yaml: \`schema: ${out}\`.`;
  const reading = '  Clients from a WSDL read tolerantly. To keep that: `reading: tolerant`.';
  return [...lines, '', 'Next:', `  ${next}`, ...(isConfigured ? [reading] : []), '  npx soapwright generate'].join(
    '\n',
  );
}

/** `the service Billing: 9 operations, 12 records, 2 simple types,` */
function contentsOf({ name, portTypes, schemas }: Contract): string {
  const types = schemas.flatMap((schema) => schema.types);
  const counts = [
    counted(portTypes.flatMap(({ operations }) => operations).length, 'operation'),
    counted(types.filter(({ kind }) => kind === 'complex').length, 'record'),
    counted(types.filter(({ kind }) => kind === 'simple').length, 'simple type'),
  ];
  return `the service ${name}: ${counts.filter((count) => !count.startsWith('0 ')).join(', ')},`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
