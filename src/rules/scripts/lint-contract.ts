import { resolve } from 'node:path';
import type { LintedFiles, LintSettings } from '../lint/index.ts';

export interface LintContractOptions {
  /** Folder that paths are relative to; default: the current one. */
  readonly current?: string | undefined;
  /** Rules; default: those of `lint` without a configuration. */
  readonly settings?: Partial<LintSettings> | undefined;
}

/** Findings of the rules in a contract. */
export type LintedContract = Pick<LintedFiles, 'exitCode' | 'findings' | 'diagnostics' | 'sources'>;

/**
 * Applies the rules of `soapwright lint` to a contract, in YAML or a WSDL.
 *
 * @example
 * const { findings } = await lintContract('schema/shop.yaml', { settings: { use: ['strict'] } });
 * for (const { code, path, message } of findings) console.log(code, path, message);
 */
export async function lintContract(
  schema: string,
  { current = '.', settings }: LintContractOptions = {},
): Promise<LintedContract> {
  const { defaultSettings, lintFiles } = await import('../lint/index.ts');
  const used = { ...defaultSettings, ...settings };
  const rules = { settings: used, diagnostics: [], ignored: [] };
  const linted = lintFiles([{ schema, overrides: {} }], rules, { current: resolve(current) });
  const { exitCode, findings, diagnostics, sources } = linted;
  return { exitCode, findings, diagnostics, sources };
}
