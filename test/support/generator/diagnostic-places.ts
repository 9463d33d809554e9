import type { Diagnostic } from '../../../src/diagnostics/index.ts';

/** About arguments and environment of the command, or packages that are installed: no file contains the mistake. */
const aboutNoFile: ReadonlySet<string> = new Set([
  // Arguments, and files that they miss.
  ...['SW1401', 'SW1410', 'SW1411', 'SW2001', 'SW2002', 'SW5002', 'SW5204', 'SW7003', 'SW7004'],
  // The runtime that is installed beside the generated code.
  ...['SW5101', 'SW5102', 'SW5103'],
]);

/** About a file that is named on the command line and cannot be read, or about a whole file of the output. */
const aboutWholeFile: ReadonlySet<string> = new Set([
  ...['SW1001', 'SW1002', 'SW1003', 'SW1004', 'SW1005', 'SW1006'],
  ...['SW3001', 'SW3002', 'SW3003', 'SW3004', 'SW3101', 'SW3102', 'SW3201', 'SW3202', 'SW3301', 'SW3302', 'SW3303'],
  ...['SW4001', 'SW4002', 'SW4003', 'SW4004', 'SW4005', 'SW4101'],
]);

/** The diagnostics that have neither a line and a column nor a reason to have none, as `SW1001 message`. */
export function withoutPlace(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.flatMap(({ code, file, line, column, message }) => {
    const isPlaced = file !== undefined && line !== undefined && column !== undefined;
    const isExcused = aboutNoFile.has(code) || (aboutWholeFile.has(code) && file !== undefined);
    return isPlaced || isExcused ? [] : [`${code} ${message}`];
  });
}
