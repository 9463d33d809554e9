import type { Contract } from '../contract/index.ts';
import { type Diagnostic, hasErrors, cli as messages, report } from '../diagnostics/index.ts';
import { type ImportedContract, type ImportOptions, importContract } from '../import/index.ts';
import { type LoadedContract, loadContract } from '../schema/index.ts';
import { contractChanges } from './contract-changes.ts';

export interface CheckedImport {
  readonly imported: ImportedContract;
  /** A warning for each component that the contract lacks or has otherwise, and for each error in it. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The YAML of the contract of a WSDL, loaded and compared. It is `forgiving` only if it has errors otherwise. */
export function checkedImport(contract: Contract, schema: string, options: ImportOptions): CheckedImport {
  const strict = importContract(contract, { ...options, forgiving: false });
  const loaded = load(strict);
  if (options.forgiving !== true || !hasErrors(loaded.diagnostics)) {
    return { imported: strict, diagnostics: findings(contract, loaded, schema) };
  }
  const imported = importContract(contract, options);
  return { imported, diagnostics: findings(contract, load(imported), schema) };
}

function load({ files: [main] }: ImportedContract): LoadedContract {
  return loadContract(main);
}

function findings(contract: Contract, loaded: LoadedContract, file: string): readonly Diagnostic[] {
  const errors = loaded.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => report(messages.importInvalid, { code, problem: message, file }, { file }));
  if (loaded.contract === undefined) return errors;
  const changes = contractChanges(contract, loaded.contract, { names: false });
  return [
    ...errors,
    ...changes.map(({ component, where, origins: [origin] }) => {
      const detail = where.length === 0 ? '' : `: ${where.join(', ')}`;
      return report(messages.importDiffers, { component, where: detail, file }, origin ?? { file });
    }),
  ];
}
