import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cpuMilliseconds } from '../../../test/support/cpu-time.ts';
import { Findings } from '../../diagnostics/index.ts';
import { readYaml } from './yaml.ts';
import type { YamlNode } from './yaml-node.ts';

function read(text: string): { readonly root: YamlNode | undefined; readonly codes: readonly string[] } {
  const findings = new Findings({ file: 'a.yaml', text });
  const root = readYaml(findings);
  return { root, codes: findings.diagnostics.map(({ code }) => code) };
}

/** The source text that each node is placed at. */
function placed(node: YamlNode, text: string): unknown {
  const own = text.slice(node.at.start, node.at.end);
  if (node.kind === 'text') return own;
  if (node.kind === 'list') return node.items.map((item) => placed(item, text));
  return node.entries.map(({ key, value }) => [text.slice(key.at.start, key.at.end), placed(value, text)]);
}

it('reads keys and values as written: No, null and 1e3 remain names', () => {
  const { root } = read('No: yes\nnull: ~\n1e3: 0x10\ntrue: 1.10\n"": ""\n');
  expect(
    root?.kind === 'map' && root.entries.map(({ key, value }) => [key.text, value.kind === 'text' && value.text]),
  ).toEqual([
    ['No', 'yes'],
    ['null', '~'],
    ['1e3', '0x10'],
    ['true', '1.10'],
    ['', ''],
  ]);
});

it('gives every key and value a position', () => {
  const text = 'a: b\r\nc: { d: "e f", g: [h, \'i\'] }\r\nj:\r\n  - k\r\nl: |\r\n  m\r\n';
  const { root } = read(text);
  expect(root && placed(root, text)).toEqual([
    ['a', 'b'],
    [
      'c',
      [
        ['d', '"e f"'],
        ['g', ['h', "'i'"]],
      ],
    ],
    ['j', ['k']],
    ['l', '|\r\n  m\r\n'],
  ]);
});

it('follows aliases', () => {
  const { root, codes } = read('a: &x { b: c }\nd: *x\n');
  expect(codes).toEqual([]);
  expect(root?.kind === 'map' && root.entries[1]?.value).toEqual(root?.kind === 'map' && root.entries[0]?.value);
});

it('rejects alias bombs quickly', () => {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let i = 1; i < 30; i++)
    lines.push(`a${i}: &a${i} [${Array.from({ length: 10 }, () => `*a${i - 1}`).join(', ')}]`);
  const time = cpuMilliseconds(() => {
    expect(read(lines.join('\n'))).toEqual({ root: undefined, codes: ['SW1111'] });
  });
  expect(time).toBeLessThan(1000);
});

it('rejects excessive nesting before the stack runs out', () => {
  const { root, codes } = read(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
  expect(root).toBeUndefined();
  expect(codes).toEqual(['SW1112']);
});

it('reports an empty document', () => {
  expect(read('').codes).toEqual(['SW1012']);
  expect(read('# a comment\n').codes).toEqual(['SW1012']);
});

it('never throws, for any text', () => {
  const yamlish = fc.string({ unit: fc.constantFrom(...'{}[]:,-?&*!|>"\'#% \n\tab1<'.split('')), maxLength: 60 });
  fc.assert(
    fc.property(yamlish, (text) => {
      const { root, codes } = read(text);
      expect(root !== undefined || codes.length > 0).toBe(true);
    }),
    { numRuns: 500 },
  );
});
