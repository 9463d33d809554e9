/** Diagnostics, and the catalogue of their kinds. */
export { breaking } from './catalogue/breaking-messages.ts';
export { calling } from './catalogue/call-messages.ts';
export { cli, config, lint } from './catalogue/command-messages.ts';
export { contract } from './catalogue/contract-messages.ts';
export { demands } from './catalogue/demand-messages.ts';
export { fetching } from './catalogue/fetch-messages.ts';
export { mock, verifying } from './catalogue/mock-messages.ts';
export { handlers, output } from './catalogue/output-messages.ts';
export { overlay } from './catalogue/overlay-messages.ts';
export { runtimeErrors } from './catalogue/runtime-errors.ts';
export { samples } from './catalogue/sample-messages.ts';
export { source } from './catalogue/source-messages.ts';
export { type Theme, themes } from './catalogue/themes.ts';
export { wsdl } from './catalogue/wsdl-messages.ts';
export {
  type Diagnostic,
  type Edit,
  type ExitCode,
  exitCodeOf,
  hasErrors,
  inFileOrder,
  type Related,
  Report,
  type Severity,
  type SourceLocation,
} from './diagnostic.ts';
export { type FindingDetails, Findings, type Range, type Replacement, type Source } from './findings.ts';
export { Marks, type Spot } from './marks.ts';
export { packageFolder } from './package-folder.ts';
export { pageAddress } from './page-address.ts';
export {
  type Catalogue,
  completeLocation,
  type Entry,
  type ErrorEntry,
  exitOf,
  type Parameter,
  type ParametersOf,
  type ReportDetails,
  readableMessage,
  readableRemedy,
  report,
  withoutParameters,
} from './report.ts';
export { type MachineFormat, machineFormats, type OutputFormat, outputFormats } from './reports/formats.ts';
export {
  type ComponentDiagnostic,
  type FileResult,
  type Folders,
  type RuleText,
  type RunReport,
  renderJsonLine,
  renderReport,
} from './reports/index.ts';
export { diagnosticFromRoot } from './reports/paths.ts';
export { renderText, type TextOptions } from './reports/text.ts';
export { closest, editDistance } from './suggest.ts';
export { visible } from './terminal-text.ts';
