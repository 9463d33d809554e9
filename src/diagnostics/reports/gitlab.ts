import type { Severity } from '../diagnostic.ts';
import { fingerprintsOf } from './fingerprints.ts';
import type { ComponentDiagnostic, RunReport } from './run-report.ts';

const severities: Readonly<Record<Severity, string>> = { error: 'major', warning: 'minor', info: 'info' };

/**
 * A code quality report of GitLab, which shows findings in merge requests and on changed lines.
 *
 * @see https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 */
export function renderGitlab(report: RunReport): string {
  const fingerprints = fingerprintsOf(report);
  const issues = report.diagnostics.map((diagnostic, index) => issueOf(diagnostic, fingerprints[index] ?? ''));
  return `${JSON.stringify(issues, undefined, 2)}\n`;
}

function issueOf(diagnostic: ComponentDiagnostic, fingerprint: string): object {
  const { code, severity, exit, message, file = '.', line = 1, endLine = line } = diagnostic;
  return {
    check_name: code,
    description: message,
    // A failure of the command is worse than its findings.
    severity: severity === 'error' && exit > 1 ? 'critical' : severities[severity],
    fingerprint,
    location: { path: file, lines: { begin: line, end: endLine } },
  };
}
