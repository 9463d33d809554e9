/** Tables of docs/reference/breaking-toolkits.md, from the cases. */
import { isDeepStrictEqual } from 'node:util';
import { type Category, ruleIds } from '../../src/rules/breaking/index.ts';
import { type BreakingCase, loadCases, type Outcome, type SimpleOutcome, type Toolkit, toolkits } from './case.ts';
import { comparable } from './outcome.ts';

/** The parts of the page between its marks, in their order: a table for each category of rules, and the safe changes. */
export function toolkitsTables(): readonly string[] {
  const cases = loadCases();
  const of = (category: Category): readonly BreakingCase[] =>
    ruleIds[category].flatMap((id) => cases.filter(({ rule }) => rule === id));
  return [
    outcomes(of('WIRE')),
    outcomes(of('WIRE_STRICT')),
    userCode([...of('CONTRACT'), ...of('SOURCE')]),
    cases.flatMap(({ rule, what }) => (rule === 'safe' ? [`- ${what}`] : [])).join('\n'),
  ];
}

function outcomes(cases: readonly BreakingCase[]): string {
  const rows = cases.map((one) => [
    `\`${one.rule}\``,
    one.what,
    ...toolkits.map((toolkit) => cell(one, one.outcomes?.[toolkit] ?? 'ok')),
  ]);
  return table(
    ['rule', 'change', 'Soapwright, strict', 'standard', 'zeep', 'PHP', 'JAX-WS, validating', 'JAX-WS'],
    rows,
  );
}

const words: Readonly<Record<SimpleOutcome, string>> = {
  ok: 'works',
  'server refuses': 'fault',
  'client refuses': 'error',
  'undeclared fault': 'undeclared',
};

function cell(one: BreakingCase, outcome: Outcome): string {
  if (typeof outcome === 'string') return words[outcome];
  if ('arrives' in outcome) return 'other value';
  const { call, oldKeys, expected, response, fault } = one;
  const fields =
    fault === undefined ? (oldKeys.operations[call?.operation ?? '']?.response ?? {}) : (fault.reads ?? fault.value);
  const promised = Object.keys(fields).filter((name) => name !== '$attributes');
  if (Object.keys(outcome.reads).length < promised.length) return 'no value';
  return expected === 'none' && isDeepStrictEqual(outcome.reads, comparable(response)) ? 'new value' : 'other value';
}

function userCode(cases: readonly BreakingCase[]): string {
  const columns: readonly Toolkit[] = ['ours', 'zeep', 'jaxws'];
  const rows = cases.map(({ rule, what, code }) => [
    `\`${rule}\``,
    what,
    ...columns.map((toolkit) => {
      const user = code?.[toolkit];
      if (user === undefined) return '';
      return user.error === undefined ? 'works' : 'breaks';
    }),
  ]);
  return table(['rule', 'change', 'TypeScript', 'Python with zeep', 'Java of wsimport'], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
