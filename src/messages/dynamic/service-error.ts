import type { Diagnostic } from '../../diagnostics/index.ts';

/** A contract cannot be read, or does not have what was asked for. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** With file and line where there are any. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, diagnostics: readonly Diagnostic[] = []) {
    super(message);
    this.diagnostics = diagnostics;
  }
}
