import type { Related, SourceLocation } from '../../diagnostics/index.ts';
import type { BreakingFinding } from './compare-contracts.ts';
import { breakingCategories, type Category, type Verdicts } from './rule.ts';
import { verdictTexts } from './verdict-text.ts';

export interface MarkdownInput {
  readonly findings: readonly BreakingFinding[];
  readonly verdicts: Verdicts;
  /** The baseline of the comparison, as the user named it. */
  readonly against: string;
}

/** In GitHub's limit of 65,536 characters for a comment. */
const maxFindings = 100;

const titles: Readonly<Record<Category, string>> = {
  WIRE: 'Any old client can fail',
  WIRE_STRICT: 'Old clients that validate can fail',
  CONTRACT: 'Code that other toolkits generate again changes',
  SOURCE: 'Our TypeScript changes',
};

/** A comment for a pull request. The first line is a mark by which a script finds it again. */
export function renderMarkdown({ findings, verdicts, against }: MarkdownInput): string {
  const shown = findings.slice(0, maxFindings);
  const sections = breakingCategories.flatMap((category) => section(category, shown));
  const rest = findings.length - shown.length;
  const lines = [
    '<!-- soapwright breaking -->',
    `### ${heading(findings)} against \`${against}\``,
    '',
    '| | |',
    '|---|---|',
    ...verdictTexts(verdicts).map(([concern, text]) => `| ${concern} | ${text} |`),
    ...sections,
    ...(rest > 0 ? ['', `… and ${rest} more.`] : []),
    ...(findings.length > 0 ? ['', '`npx soapwright explain RULE` describes a rule.'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function heading({ length }: readonly BreakingFinding[]): string {
  if (length === 0) return 'No breaking change';
  return length === 1 ? '1 breaking change' : `${length} breaking changes`;
}

function section(category: Category, findings: readonly BreakingFinding[]): readonly string[] {
  const own = findings.filter((finding) => finding.category === category);
  if (own.length === 0) return [];
  return [
    '',
    `#### ${titles[category]}`,
    '',
    '| where | change | what to do instead |',
    '|---|---|---|',
    ...own.map((finding) => `| ${placeText(finding)} | ${changeText(finding)} | ${cell(finding.remedy ?? '')} |`),
  ];
}

function changeText({ rule, message, severity }: BreakingFinding): string {
  const word = severity === 'error' ? '' : ` (${severity})`;
  return `${cell(message)}<br>${rule}${word}`;
}

function placeText(finding: BreakingFinding): string {
  const [old] = finding.related ?? [];
  const places = [locationText(finding), ...(old === undefined ? [] : [`before: ${locationText(old)}`])];
  return places.filter((text) => text !== '').join('<br>');
}

function locationText({ file, line }: SourceLocation | Related): string {
  if (file === undefined) return '';
  return `\`${line === undefined ? file : `${file}:${line}`}\``.replaceAll('|', '\\|');
}

/** Text in a cell of a table, as it is. */
function cell(text: string): string {
  return text.replace(/[\\*_<>[\]|#~]/g, '\\$&').replaceAll('\n', ' ');
}
