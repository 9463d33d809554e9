import { visible } from '../terminal-text.ts';
import { locationText } from './location-text.ts';
import type { ComponentDiagnostic, RunReport } from './run-report.ts';

/**
 * A report in the form of JUnit's, with one suite for each file and one test case for each diagnostic. Errors are failures
 * (exit code 1) or errors (2 and 3). Warnings and hints pass; their text is the output of the test case. Without errors
 * there is one more test case, which passes: systems reject reports without any.
 */
export function renderJunit({ command, diagnostics }: RunReport): string {
  const title = `soapwright ${command}`;
  const suites = new Map<string, ComponentDiagnostic[]>();
  for (const diagnostic of diagnostics) {
    const name = diagnostic.file ?? title;
    suites.set(name, [...(suites.get(name) ?? []), diagnostic]);
  }
  const passes = diagnostics.some(isError) ? [] : [...suite(title, [`<testcase ${attributes({ name: title })}/>`])];
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name: title, ...counts(diagnostics, passes.length === 0 ? 0 : 1) })}>`,
    ...passes,
    ...[...suites].flatMap(([name, found]) => suite(name, found.flatMap(testCase), counts(found, 0))),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

interface Counts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
}

function counts(diagnostics: readonly ComponentDiagnostic[], passing: number): Counts {
  const errors = diagnostics.filter(isError);
  const failures = errors.filter(({ exit }) => exit === 1).length;
  return { tests: diagnostics.length + passing, failures, errors: errors.length - failures };
}

function isError({ severity }: ComponentDiagnostic): boolean {
  return severity === 'error';
}

function suite(name: string, cases: readonly string[], count: Counts = { tests: 1, failures: 0, errors: 0 }) {
  return [`  <testsuite ${attributes({ name, ...count })}>`, ...cases.map((line) => `    ${line}`), '  </testsuite>'];
}

function testCase(diagnostic: ComponentDiagnostic): readonly string[] {
  const { code, severity, exit, message, remedy, file, line, related = [] } = diagnostic;
  const where = locationText(diagnostic);
  const name = where === '' ? code : `${code} ${where}`;
  const head = attributes({ name, classname: file ?? 'soapwright', ...(file && { file }), ...(line && { line }) });
  const others = related.map((other) => `${locationText(other)} ${other.message}`.trim());
  const text = escaped([`${where} ${severity} ${code}: ${message}`.trim(), ...others, remedy ?? ''].join('\n').trim());
  const element = exit === 1 ? 'failure' : 'error';
  const content =
    severity === 'error'
      ? `<${element} ${attributes({ type: code, message })}>${text}</${element}>`
      : `<system-out>${text}</system-out>`;
  return [`<testcase ${head}>`, `  ${content}`, '</testcase>'];
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value)).replaceAll('\n', '&#10;')}"`)
    .join(' ');
}

/** Text for XML. Characters that XML cannot contain are escaped as for a terminal; line feeds stay. */
function escaped(text: string): string {
  return text
    .split('\n')
    .map(visible)
    .join('\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
