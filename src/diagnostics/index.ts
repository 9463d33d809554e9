/** The catalogue of messages, and how they are shown. */
export { cli, config, contract, emit, handlers, lint, output, source, type Theme, themes } from './catalogue/index.ts';
export {
  type Diagnostic,
  type ExitCode,
  exitCodeOf,
  hasErrors,
  inFileOrder,
  type Place,
  type Related,
  type Severity,
} from './diagnostic.ts';
export { codeFrame, type FrameLine } from './frame.ts';
export { renderGithub } from './render/github.ts';
export { renderJson } from './render/json.ts';
export type { RenderOptions } from './render/options.ts';
export { type OutputFormat, outputFormats, render } from './render/render.ts';
export { renderText } from './render/text.ts';
export { type Catalogue, type Entry, type ParametersOf, type ReportDetails, report } from './report.ts';
export { closest, editDistance } from './suggest.ts';
export { visible } from './visible.ts';
