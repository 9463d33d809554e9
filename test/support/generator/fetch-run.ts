import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Diagnostic, type ExitCode, Report } from '../../../src/diagnostics/index.ts';
import {
  type CheckOutcome,
  checkContracts,
  type FetchOptions,
  type FetchOutcome,
  fetchContracts,
} from '../../../src/fetch/index.ts';

export interface FetchRun extends FetchOutcome {
  readonly exitCode: ExitCode;
  readonly diagnostics: readonly Diagnostic[];
  readonly codes: readonly string[];
  /** All messages and remedies. */
  readonly text: string;
}

export interface CheckRun extends CheckOutcome, Omit<FetchRun, keyof FetchOutcome> {
  /** `added operation Billing.Refund` */
  readonly found: readonly string[];
}

type Options = Partial<Omit<FetchOptions, 'report' | 'current'>>;

/** A temporary folder in which WSDLs are fetched. */
export class FetchFolder {
  readonly path: string = mkdtempSync(join(tmpdir(), 'soapwright-fetch-'));

  async fetch(address: string | undefined, options: Options = {}): Promise<FetchRun> {
    const report = new Report();
    const outcome = await fetchContracts(this.#options(address, options, report), 1000);
    return { ...outcome, ...summary(report) };
  }

  async check(options: Options = {}): Promise<CheckRun> {
    const report = new Report();
    const outcome = await checkContracts(this.#options(options.address, options, report), 'npx soapwright fetch');
    const found = outcome.checked.flatMap(({ changes }) =>
      changes.map(({ kind, component, where }) =>
        [kind, component, where.length === 0 ? '' : `(${where.join('; ')})`].join(' ').trim(),
      ),
    );
    return { ...outcome, ...summary(report), found };
  }

  #options(address: string | undefined, options: Options, report: Report): FetchOptions {
    return {
      contracts: ['wsdl/Billing/Billing.wsdl'],
      configuration: 'soapwright.yaml',
      environment: {},
      ...options,
      address,
      current: this.path,
      report,
    };
  }

  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.path, name)), { recursive: true });
      writeFileSync(join(this.path, name), content);
    }
  }

  /** Names of all files, including hidden ones. */
  names(): readonly string[] {
    const names = readdirSync(this.path, { recursive: true, encoding: 'utf8' }).sort();
    return names.filter((name) => statSync(join(this.path, name)).isFile());
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), 'utf8');
  }

  bytes(name: string): Buffer {
    return readFileSync(join(this.path, name));
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

function summary(report: Report): Omit<FetchRun, keyof FetchOutcome> {
  const { exitCode, diagnostics } = report;
  return {
    exitCode,
    diagnostics,
    codes: diagnostics.map(({ code }) => code),
    text: diagnostics.map(({ message, remedy = '', file = '' }) => `${file} ${message} ${remedy}`).join('\n'),
  };
}
