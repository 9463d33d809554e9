import { describe, expect, it } from 'vitest';
import { contractOf, field, record, ref } from '../../../test/support/generator/contract-parts.ts';
import { lint, loadSettings, presets, rules } from './index.ts';
import { activeRules, defaultSettings } from './lint-settings.ts';

function load(text: string) {
  return loadSettings({ file: 'soapwright.yaml', text: `soapwright: 1\ngenerate: []\n${text}` });
}

const ids = (text: string): readonly string[] => activeRules(load(text).settings).map(({ rule }) => rule.id);

describe('settings', () => {
  it('default to the recommended preset', () => {
    expect(load('')).toEqual({ settings: defaultSettings, diagnostics: [], ignored: [] });
    expect(ids('')).toEqual(rules.filter(({ preset }) => preset !== 'strict').map(({ id }) => id));
  });

  it('have presets that each contain the preceding one', () => {
    const [minimal = [], recommended = [], strict = []] = presets.map((preset) => ids(`lint: { use: [${preset}] }`));
    expect(strict).toEqual(rules.map(({ id }) => id));
    expect(recommended).toEqual(expect.arrayContaining([...minimal]));
    expect(minimal.length).toBeGreaterThan(2);
    expect(recommended.length).toBeGreaterThan(minimal.length);
    expect(strict.length).toBeGreaterThan(recommended.length);
  });

  it('add and remove categories and rules', () => {
    expect(ids('lint: { use: [docs, plain-http], except: [field-doc] }')).toEqual([
      'service-doc',
      'operation-doc',
      'record-doc',
      'deprecated-reason',
      'unmarked-error',
      'plain-http',
    ]);
    expect(ids('lint: { use: [minimal], except: [wsi] }')).toEqual(['needs-dtd']);
  });

  it('change severities, which enables or disables a rule', () => {
    const { settings, diagnostics } = load(
      'lint: { use: [docs], severity: { unbounded-list: warning, operation-doc: off } }',
    );
    expect(diagnostics).toEqual([]);
    expect(activeRules(settings).map(({ rule, severity }) => `${rule.id} ${severity}`)).toEqual([
      'service-doc info',
      'record-doc info',
      'field-doc info',
      'deprecated-reason warning',
      'unmarked-error info',
      'unbounded-list warning',
    ]);
  });

  it('report errors with position and suggestion', () => {
    const { diagnostics } = load(`lint:
  use: [recomended, docs]
  except: minimal
  severity: { operation-docs: error, field-doc: fatal }
  ignore: { nothing: [a], field-doc: b }
  extends: strict
`);
    expect(diagnostics.map(({ code, line, suggestion }) => `${code} ${line} ${suggestion ?? ''}`.trim())).toEqual([
      'SW7001 4 recommended',
      'SW1206 5',
      'SW7001 6 operation-doc',
      'SW1208 6',
      'SW7001 7',
      'SW1206 7',
      'SW1201 8',
    ]);
  });
});

describe('ignore', () => {
  const contract = contractOf({
    types: [record('Order', [field('A', ref('string')), field('B', ref('string'))]), record('Other', [])],
  });
  const paths = (ignored: readonly string[]) => {
    const { findings, unused } = lint(contract, {
      ...defaultSettings,
      use: ['field-doc', 'record-doc'],
      ignore: new Map([['field-doc', ignored]]),
    });
    return { paths: findings.map(({ code, path }) => `${code} ${path}`), unused };
  };
  const docs = ['record-doc records/Order', 'record-doc records/Other'];

  it('hides findings of one rule at a path or below it', () => {
    expect(paths(['records/Order/A']).paths.sort()).toEqual(['field-doc records/Order/B', ...docs]);
    expect(paths(['records/Order']).paths.sort()).toEqual(docs);
    expect(paths(['records/*/B']).paths.sort()).toEqual(['field-doc records/Order/A', ...docs]);
    expect(paths(['*']).paths.sort()).toEqual(docs);
    expect(paths(['records/Orde']).paths).toHaveLength(4);
    expect(paths(['records/Order/A.']).paths).toHaveLength(4);
  });

  it('reports unused paths', () => {
    expect(paths(['records/Order', 'records/Gone']).unused).toEqual([{ rule: 'field-doc', path: 'records/Gone' }]);
  });
});

it('findings are in file order, escaped and short', () => {
  const at = (line: number) => ({ origin: { file: 'shop.yaml', line, column: 3, length: 4 } });
  const types = [record('Zed', [], at(9)), record('Bad\u001B[31m', [], at(4)), record('x'.repeat(900), [], at(2))];
  const { findings } = lint(contractOf({ types }), { ...defaultSettings, use: ['record-doc'] });
  expect(findings.map(({ line }) => line)).toEqual([2, 4, 9]);
  expect(findings[0]?.message.length).toBeLessThan(610);
  expect(findings[1]?.message).toBe('The record "Bad\\u{1B}[31m" has no doc.');
  expect(findings[2]).toMatchObject({
    code: 'record-doc',
    severity: 'info',
    exit: 0,
    file: 'shop.yaml',
    column: 3,
    length: 4,
  });
});
