import { type Diagnostic, type Report, renderText } from '../../diagnostics/index.ts';

/** A contract, an example or a value does not fit. */
export class MockError extends Error {
  override readonly name = 'MockError';
  /** With file and line where there are any. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, diagnostics: readonly Diagnostic[] = []) {
    super(message);
    this.diagnostics = diagnostics;
  }
}

/** The error about all that was reported. */
export function failureOf({ diagnostics, sources }: Report): MockError {
  return new MockError(renderText(diagnostics, { sources }).trim(), diagnostics);
}
