import { type KeyUse, usesOfKey } from '../../contract/index.ts';
import {
  type Diagnostic,
  type Entry,
  type ErrorEntry,
  exitOf,
  pageAddress,
  readableMessage,
  readableRemedy,
  runtimeErrors,
  themes,
} from '../../diagnostics/index.ts';
import { type Rule as BreakingRule, breakingCategories } from '../breaking/rule.ts';
import { breakingRules } from '../breaking/rule-catalogue.ts';
import { verdictTexts } from '../breaking/verdict-text.ts';
import { type Category, lintCategories, type Rule } from '../lint/rule.ts';
import { rules } from '../lint/rule-catalogue.ts';

/** Content of a page of `soapwright explain`. */
export type Page = CataloguePage | KeyPage;

/** A page of a rule, a diagnostic or an error, which is on the site too. */
export type CataloguePage = (RulePage | BreakingPage | CodePage | ErrorPage) & {
  /** Of its page on the site. */
  readonly address: string;
};

export interface RulePage
  extends Pick<Rule, 'category' | 'severity' | 'preset' | 'summary' | 'why' | 'example' | 'remedy'> {
  readonly kind: 'rule';
  readonly id: string;
  readonly source?: string;
}

/** A rule of `soapwright breaking`. */
export interface BreakingPage extends BreakingRule {
  readonly kind: 'breaking';
}

export interface CodePage
  extends Pick<Diagnostic, 'severity' | 'exit' | 'message'>,
    Pick<Entry, 'meaning' | 'example'> {
  readonly kind: 'code';
  readonly id: string;
  readonly remedy: string | undefined;
}

/** An error of the runtime: `ClientError.timeout`. */
export interface ErrorPage extends ErrorEntry {
  readonly kind: 'error';
  readonly id: string;
}

/** A key of the contract language or of soapwright.yaml. */
export interface KeyPage {
  readonly kind: 'key';
  readonly id: string;
  readonly uses: readonly KeyUse[];
}

/** All pages but those of keys: rules in the catalogues' order, diagnostics by code, errors of the runtime by class. */
export function pages(): readonly CataloguePage[] {
  const entries = themes.flatMap((theme) => Object.values(theme.entries));
  const all = [
    ...rules.map(rulePage),
    ...breakingRules.map((rule): BreakingPage => ({ kind: 'breaking', ...rule })),
    ...entries.map(codePage).sort((a, b) => (a.id < b.id ? -1 : 1)),
    ...errorPages(),
  ];
  return all.map((page) => ({ ...page, address: pageAddress(page.id) }));
}

/**
 * Ignores case, but for keys. WS-I rules are also found without their prefix, and errors of the runtime without their class,
 * unless a key has that name.
 */
export function pageOf(id: string): Page | undefined {
  const wanted = id.toLowerCase();
  const find = (...ids: readonly string[]): Page | undefined =>
    pages().find((page) => ids.includes(page.id.toLowerCase()));
  const uses = usesOfKey(id);
  return (
    find(wanted, `wsi-${wanted}`) ??
    (uses.length > 0
      ? { kind: 'key', id, uses }
      : find(...Object.keys(runtimeErrors).map((name) => `${name.toLowerCase()}.${wanted}`)))
  );
}

function errorPages(): readonly ErrorPage[] {
  return Object.entries(runtimeErrors).flatMap(([name, entries]) =>
    Object.entries(entries).map(([code, entry]) => ({ kind: 'error', id: `${name}.${code}`, ...entry }) as const),
  );
}

function rulePage({ check: _check, ...rule }: Rule): RulePage {
  return { kind: 'rule', ...rule };
}

function codePage(entry: Entry): CodePage {
  const { code, severity = 'error', meaning, example } = entry;
  const message = readableMessage(entry);
  return {
    kind: 'code',
    id: code,
    severity,
    exit: exitOf(entry),
    message,
    meaning,
    example,
    remedy: readableRemedy(entry),
  };
}

/** Maximum width of running text, in characters. */
const maxWidth = 92;

/** A page as plain text for a terminal. */
export function pageText(page: Page): string {
  if (page.kind === 'key') return keyText(page);
  return sections([...cataloguePage(page), ['On the site:', `  ${page.address}`]]);
}

type Sections = readonly (readonly string[])[];

function cataloguePage(page: CataloguePage): Sections {
  if (page.kind === 'error') return errorText(page);
  if (page.kind === 'breaking') return breakingText(page);
  return page.kind === 'rule' ? ruleText(page) : codeText(page);
}

function keyText({ id, uses }: KeyPage): string {
  const texts = uses.map(({ constructs, meaning }) => [`In ${constructs.join(', ')}:`, ...wrap(meaning, '  ')]);
  return sections([[`${id}: a key of the contract language`], ...texts]);
}

function ruleText({ id, category, severity, preset, summary, why, example, remedy, source }: RulePage): Sections {
  return [
    [`${id}: ${severity}, category ${category}, from the preset ${preset} on`],
    wrap(summary),
    ['Why:', ...wrap(why, '  ')],
    ['Found:', ...indent(example.before)],
    ['Fine:', ...indent(example.after)],
    ['What to do:', ...wrap(remedy, '  ')],
    source === undefined ? [] : ['Source:', `  ${source}`],
    ['In soapwright.yaml:', `  lint: { severity: { ${id}: off } }`, `  lint: { ignore: { ${id}: [records/Order] } }`],
  ];
}

function breakingText({ id, category, severity, summary, breaks, example, remedy, verdicts }: BreakingPage): Sections {
  return [
    [`${id}: ${severity}, category ${category}`],
    wrap(summary),
    ['What breaks:', ...wrap(breaks, '  ')],
    ['Before:', ...indent(example.before)],
    ['After:', ...indent(example.after)],
    ['What to do instead:', ...wrap(remedy, '  ')],
    ['Verdicts:', ...verdictTexts(verdicts).map(([concern, text]) => `  ${concern}: ${text}.`)],
    [
      'In soapwright.yaml:',
      `  breaking: { severity: { ${id}: off } }`,
      `  breaking: { ignore_only: { ${id}: [records/Order] } }`,
    ],
  ];
}

function codeText({ id, severity, exit, message, meaning, example, remedy }: CodePage): Sections {
  return [
    [`${id}: ${severity}, exit code ${exit}`],
    wrap(message),
    wrap(meaning),
    ['Example:', ...indent(example)],
    remedy === undefined ? [] : ['What to do:', ...wrap(remedy, '  ')],
  ];
}

function errorText({ id, meaning, example, remedy }: ErrorPage): Sections {
  return [
    [`${id}: an error of @soapwright/runtime`],
    wrap(meaning),
    ['Example:', ...indent(example)],
    ['What to do:', ...wrap(remedy, '  ')],
  ];
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

/** All rules by category, then all codes and errors, one line each. */
export function listText(pages: readonly Page[]): string {
  const rulePages = pages.filter((page) => page.kind === 'rule');
  const breakingPages = pages.filter((page) => page.kind === 'breaking');
  const codePages = pages.filter((page) => page.kind === 'code');
  const errors = pages.filter((page) => page.kind === 'error');
  const line = (id: string, width: number, text: string): string => `  ${id.padEnd(width)}  ${text}`;
  return sections([
    ...lintCategories.map((category) => [
      `${titles[category]} (${category}):`,
      ...rulePages
        .filter((rule) => rule.category === category)
        .map(({ id, severity, preset, summary }) =>
          line(id, 21, `${severity.padEnd(7)} ${preset.padEnd(11)} ${summary}`),
        ),
    ]),
    ...breakingCategories.map((category) => [
      `Breaking changes, category ${category}:`,
      ...breakingPages
        .filter((rule) => rule.category === category)
        .map(({ id, severity, summary }) => line(id, 33, `${severity.padEnd(5)} ${summary}`)),
    ]),
    ['Diagnostics:', ...codePages.map(({ id, severity, message }) => line(id, 6, `${severity.padEnd(7)} ${message}`))],
    ['Errors of the runtime:', ...errors.map(({ id, meaning }) => line(id, 27, firstSentence(meaning)))],
  ]);
}

function firstSentence(text: string): string {
  return text.replace(/\. .*/s, '.');
}

function sections(list: Sections): string {
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
    if (line.length > margin.length && line.length + 1 + word.length > maxWidth) {
      lines.push(line);
      line = margin;
    }
    line += line.length > margin.length ? ` ${word}` : word;
  }
  return [...lines, line];
}
