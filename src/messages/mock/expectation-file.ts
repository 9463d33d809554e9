import type { YamlNode } from '../../contract/index.ts';
import { type Findings, mock as kinds } from '../../diagnostics/index.ts';
import type { Expectation } from './expectation.ts';
import { knownEntries } from './known-entries.ts';

const expectKeys = ['status', 'path', 'equals', 'exists', 'matches'];

/** What a probe expects under `expect`; undefined where it says nothing. What is wrong is among the findings. */
export function readExpectations(example: YamlNode, findings: Findings): readonly Expectation[] | undefined {
  const entries = example.kind === 'map' ? example.entries : [];
  const node = entries.find(({ key }) => key.text === 'expect')?.value;
  if (node === undefined) return undefined;
  if (node.kind !== 'list') {
    findings.add(kinds.exampleShape, { what: 'What a probe expects is a list' }, node.at);
    return undefined;
  }
  return node.items.flatMap((item) => readExpectation(item, findings) ?? []);
}

function readExpectation(node: YamlNode, findings: Findings): Expectation | undefined {
  const entries = knownEntries(node, expectKeys, 'What a probe expects', findings);
  if (entries === undefined) return undefined;
  const expectation = expectationOf(new Map(entries.map(({ key, value }) => [key.text, textOfNode(value)])));
  if (expectation === undefined) {
    const what = 'A probe expects a status, or a path that equals, exists or matches';
    findings.add(kinds.exampleShape, { what }, node.at);
  }
  return expectation;
}

function expectationOf(texts: ReadonlyMap<string, string | undefined>): Expectation | undefined {
  const [path, equals, exists, pattern, status] = ['path', 'equals', 'exists', 'matches', 'status'].map((key) =>
    texts.get(key),
  );
  if (status !== undefined && texts.size === 1 && /^[1-5]\d\d$/.test(status)) {
    return { kind: 'status', status: Number(status) };
  }
  if (path === undefined || texts.size !== 2) return undefined;
  if (equals !== undefined) return { kind: 'equals', path, text: equals };
  if (exists === 'true' || exists === 'false') return { kind: 'exists', path, exists: exists === 'true' };
  const known = pattern === undefined ? undefined : patternOf(pattern);
  return known && { kind: 'matches', path, pattern: known };
}

function textOfNode(node: YamlNode): string | undefined {
  return node.kind === 'text' ? node.text : undefined;
}

/** A regular expression of JavaScript; undefined for another text. */
function patternOf(text: string): RegExp | undefined {
  try {
    return new RegExp(text, 'u');
  } catch {
    return undefined;
  }
}
