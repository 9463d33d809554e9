import { watch } from 'node:fs';
import { type Diagnostic, mock as kinds, Report, renderText, report } from '../diagnostics/index.ts';
import { type AccessOptions, LiveAccess } from '../fetch/index.ts';
import { type OpenMock, openMock, type ReceivedRequest } from '../messages/index.ts';
import { accessOptions, withPassword } from './access-options.ts';
import { loadOneContract, type OneContractFlags } from './one-contract.ts';
import { failed, print } from './print.ts';
import { logLine } from './request-log.ts';
import { ended, type Terminal } from './terminal.ts';

export interface MockFlags extends OneContractFlags, AccessOptions {
  readonly seed: string;
  readonly port: number;
  readonly host: string;
  readonly path?: string;
  readonly examples?: string;
  readonly lenient?: boolean;
  readonly record?: string;
}

/** Serves a contract until the process is told to end. */
export async function runMock(contract: string | undefined, flags: MockFlags, terminal: Terminal): Promise<number> {
  const to = new Report();
  if (flags.record !== undefined && flags.examples === undefined) to.add(report(kinds.recordsNowhere, {}));
  const loaded = to.hasErrors
    ? undefined
    : loadOneContract(contract === undefined ? flags : { ...flags, schema: contract }, 'soapwright mock', terminal, to);
  const { seed, port, host, path, examples, record, lenient = false, quiet = false, verbose = false } = flags;
  const log = quiet ? undefined : (event: Parameters<typeof logLine>[0]) => terminal.out(`${logLine(event)}\n`);
  const onRequest = verbose ? (request: ReceivedRequest) => terminal.out(deviationLines(request)) : undefined;
  const access = record === undefined || to.hasErrors ? undefined : await accessTo(record, flags, to);
  const options = { seed, port, host, path, examples, record, access, strict: !lenient, log, onRequest };
  const mock = loaded && !to.hasErrors && (await openMock(loaded.contract, options, to));
  if (mock === undefined || mock === false) return print(failed(to.diagnostics, to.sources), flags, terminal);
  const { url } = mock.listening;
  const count = mock.service.operations.length;
  const operations = `${count} ${count === 1 ? 'operation' : 'operations'}`;
  if (!quiet) terminal.message(`${mock.service.name} with ${operations} at ${url}, its WSDL at ${url}?wsdl\n`);
  const stopWatching =
    examples === undefined || record !== undefined ? undefined : reloadOnChange(examples, mock, flags, terminal);
  await ended();
  stopWatching?.();
  await mock.listening.close(1_000);
  await access?.close();
  return 0;
}

/** The credentials of the options for the service that is recorded. */
async function accessTo(url: string, flags: MockFlags, to: Report): Promise<LiveAccess | undefined> {
  const options = accessOptions(await withPassword(flags));
  const { access, diagnostics } = LiveAccess.open(url, options, { current: process.cwd(), environment: process.env });
  to.add(...diagnostics);
  return access;
}

/** Editors write a file in several steps: the folder is read when there was no change for so long. */
const quietMilliseconds = 50;

function reloadOnChange(folder: string, mock: OpenMock, { quiet }: MockFlags, terminal: Terminal): () => void {
  let timer: NodeJS.Timeout | undefined;
  const reload = (): void => {
    const to = new Report();
    mock.reload(to);
    terminal.message(diagnosticText(to.diagnostics, to.sources, terminal));
    if (quiet === true) return;
    terminal.message(
      to.hasErrors ? `${folder}: the examples before the change stay in use.\n` : `${folder}: read again.\n`,
    );
  };
  const watcher = watch(folder, () => {
    clearTimeout(timer);
    timer = setTimeout(reload, quietMilliseconds);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}

function diagnosticText(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string>,
  terminal: Terminal,
): string {
  return renderText(diagnostics, { sources, colour: terminal.colour.message });
}

function deviationLines({ operation, deviations }: ReceivedRequest): string {
  return deviations.map(({ path, reason }) => `${operation}: ${path}: ${reason}\n`).join('');
}
