import type { Diagnostic, Severity } from '../diagnostics/index.ts';
import type { Rule } from './rule.ts';
import { ruleOf } from './rule-catalogue.ts';

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/**
 * The format of GitHub code scanning and other tools.
 *
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function renderSarif(diagnostics: readonly Diagnostic[]): string {
  const ids = [...new Set(diagnostics.map(({ code }) => code))];
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'soapwright', rules: ids.map((id) => descriptor(id, ruleOf(id))) } },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((diagnostic) => resultOf(diagnostic, ids.indexOf(diagnostic.code))),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** Diagnostics other than findings have only an id. */
function descriptor(id: string, rule: Rule | undefined): object {
  if (rule === undefined) return { id };
  return {
    id,
    shortDescription: { text: rule.summary },
    fullDescription: { text: rule.why },
    help: { text: rule.remedy },
    defaultConfiguration: { level: levels[rule.severity] },
    properties: { tags: [rule.category] },
  };
}

function resultOf({ code, severity, message, remedy, ...place }: Diagnostic, ruleIndex: number): object {
  const text = remedy === undefined ? message : `${message} ${remedy}`;
  const locations = place.file === undefined ? [] : [{ physicalLocation: physical(place) }];
  return { ruleId: code, ruleIndex, level: levels[severity], message: { text }, locations };
}

function physical({ file = '', line, column, length }: Omit<Diagnostic, 'code' | 'severity' | 'message'>): object {
  const uri = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  if (line === undefined) return { artifactLocation: { uri } };
  const columns = column === undefined ? {} : { startColumn: column, endColumn: column + Math.max(1, length ?? 1) };
  return { artifactLocation: { uri }, region: { startLine: line, ...columns } };
}
