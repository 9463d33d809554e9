import type { Diagnostic } from '../../diagnostics/index.ts';
import type { LoadedContract } from '../yaml/index.ts';

/** A WSDL whose warnings are errors: without a contract if there are any. */
export function strictly(loaded: LoadedContract): LoadedContract {
  const { contract, ...rest } = loaded;
  const diagnostics = loaded.diagnostics.map(asError);
  return diagnostics.some(({ severity }) => severity === 'error') || contract === undefined
    ? { ...rest, diagnostics }
    : loaded;
}

function asError(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.severity === 'warning' ? { ...diagnostic, severity: 'error', exit: 2 } : diagnostic;
}
