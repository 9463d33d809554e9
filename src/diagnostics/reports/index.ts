/**
 * The formats of results for other programs. The bundle has this module in a separate file (rolldown.config.js), which is
 * not loaded for text.
 */

export type { MachineFormat, OutputFormat } from './formats.ts';
export type { Folders } from './paths.ts';
export { renderJsonLine, renderReport } from './render-report.ts';
export type { ComponentDiagnostic, FileResult, RuleText, RunReport } from './run-report.ts';
