import type { Diagnostic, Severity } from '../diagnostic.ts';

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/**
 * Workflow commands that GitHub shows as annotations at the line.
 *
 * @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function renderGithub(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((diagnostic) => `${annotation(diagnostic)}\n`).join('');
}

function annotation(diagnostic: Diagnostic): string {
  const { file, line, column, length, code, message, remedy } = diagnostic;
  const properties: string[] = [];
  if (file !== undefined) properties.push(`file=${property(file)}`);
  if (line !== undefined) properties.push(`line=${line}`, `endLine=${line}`);
  if (line !== undefined && column !== undefined) {
    properties.push(`col=${column}`, `endColumn=${column + Math.max(length ?? 1, 1)}`);
  }
  properties.push(`title=${property(code)}`);
  const text = remedy === undefined ? message : `${message}\n${remedy}`;
  return `::${commands[diagnostic.severity]} ${properties.join(',')}::${data(text)}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
