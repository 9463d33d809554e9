import type { Category } from '../rule.ts';
import { categories } from '../rule.ts';
import type { CodePage, Page, RulePage } from './pages.ts';

/** Widest line of running text, in characters. */
const widest = 92;

/** A page for a terminal, in plain text. */
export function pageText(page: Page): string {
  return page.kind === 'rule' ? ruleText(page) : codeText(page);
}

function ruleText({ id, category, severity, preset, summary, why, example, remedy, source }: RulePage): string {
  return sections([
    [`${id}: ${severity}, category ${category}, from the preset ${preset} on`],
    wrap(summary),
    ['Why:', ...wrap(why, '  ')],
    ['Found:', ...indent(example.before)],
    ['Fine:', ...indent(example.after)],
    ['What to do:', ...wrap(remedy, '  ')],
    source === undefined ? [] : ['Source:', `  ${source}`],
    ['In soapwright.yaml:', `  lint: { severity: { ${id}: off } }`, `  lint: { ignore: { ${id}: [records/Order] } }`],
  ]);
}

function codeText({ id, severity, exit, message, meaning, example, remedy }: CodePage): string {
  return sections([
    [`${id}: ${severity}, exit code ${exit}`],
    wrap(message),
    wrap(meaning),
    example === '' ? [] : ['Example:', ...indent(example)],
    remedy === undefined ? [] : ['What to do:', ...wrap(remedy, '  ')],
  ]);
}

const titles: Readonly<Record<Category, string>> = {
  naming: 'Names',
  docs: 'Docs',
  structure: 'Structure',
  wsi: 'WS-I Basic Profile 1.1',
  interop: 'Interoperability',
  security: 'Security',
  size: 'Size',
};

/** All rules by category, then all codes, one line each. */
export function listText(pages: readonly Page[]): string {
  const rules = pages.filter((page) => page.kind === 'rule');
  const codes = pages.filter((page) => page.kind === 'code');
  const line = (id: string, width: number, text: string): string => `  ${id.padEnd(width)}  ${text}`;
  return sections([
    ...categories.map((category) => [
      `${titles[category]} (${category}):`,
      ...rules
        .filter((rule) => rule.category === category)
        .map(({ id, severity, preset, summary }) =>
          line(id, 21, `${severity.padEnd(7)} ${preset.padEnd(11)} ${summary}`),
        ),
    ]),
    ['Diagnostics:', ...codes.map(({ id, severity, message }) => line(id, 6, `${severity.padEnd(7)} ${message}`))],
  ]);
}

function sections(list: readonly (readonly string[])[]): string {
  const filled = list.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function indent(text: string): readonly string[] {
  return text.split('\n').map((line) => (line === '' ? '' : `  ${line}`));
}

function wrap(text: string, margin = ''): readonly string[] {
  const lines: string[] = [];
  let line = margin;
  for (const word of text.split(/\s+/)) {
    if (line.length > margin.length && line.length + 1 + word.length > widest) {
      lines.push(line);
      line = margin;
    }
    line += line.length > margin.length ? ` ${word}` : word;
  }
  return [...lines, line];
}
