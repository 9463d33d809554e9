import { resolve } from 'node:path';
import { type Contract, type FileSystem, loadInput, openInput, type ServiceChoice } from '../contract/index.ts';
import type { Report } from '../diagnostics/index.ts';

export interface ContractOfFileOptions {
  /** Of a WSDL: the path of its overlay, and the service with its port. */
  readonly overlay?: string | undefined;
  readonly choice?: ServiceChoice | undefined;
  /** Where files are read from; by default the disk. */
  readonly files?: FileSystem | undefined;
}

/** The contract of a file in YAML or WSDL, for a program; undefined with errors, which are reported. */
export function contractOfFile(
  path: string,
  { overlay, choice, files }: ContractOfFileOptions,
  to: Report,
): Contract | undefined {
  const { input, diagnostics } = openInput(path, { current: resolve('.'), overlay, files });
  to.add(...diagnostics);
  const loaded = input && loadInput(input, { choice });
  for (const [file, text] of loaded?.sources ?? []) to.sources.set(file, text);
  to.add(...(loaded?.diagnostics ?? []).filter(({ severity }) => severity === 'error'));
  return to.hasErrors ? undefined : loaded?.contract;
}
