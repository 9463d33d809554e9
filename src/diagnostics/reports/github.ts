import type { Diagnostic, Severity, SourceLocation } from '../diagnostic.ts';
import { locationText } from './location-text.ts';
import type { RunReport } from './run-report.ts';

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/**
 * Workflow commands, which GitHub shows as annotations of lines.
 *
 * @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function renderGithub({ diagnostics }: RunReport): string {
  return diagnostics.map((diagnostic) => `${commandOf(diagnostic)}\n`).join('');
}

function commandOf(diagnostic: Diagnostic): string {
  const { code, severity, message, remedy, related = [] } = diagnostic;
  const properties = [...placeOf(diagnostic), `title=${property(code)}`];
  const others = related.map((other) => `${locationText(other)} ${other.message}`.trim());
  const text = [message, ...others, ...(remedy === undefined ? [] : [remedy])].join('\n');
  return `::${commands[severity]} ${properties.join(',')}::${data(text)}`;
}

function placeOf({ file, line, column, endLine = line, endColumn }: SourceLocation): readonly string[] {
  const properties = file === undefined ? [] : [`file=${property(file)}`];
  if (line === undefined) return properties;
  properties.push(`line=${line}`, `endLine=${endLine}`);
  // GitHub refuses columns of a range of several lines.
  if (column !== undefined && endColumn !== undefined && endLine === line) {
    properties.push(`col=${column}`, `endColumn=${endColumn}`);
  }
  return properties;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
