import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type CST, Parser } from 'yaml';
import { readFullYaml } from '../../src/contract/yaml/yaml.ts';
import type { YamlNode } from '../../src/contract/yaml/yaml-node.ts';
import { Findings } from '../../src/diagnostics/index.ts';
import { formatYaml } from '../../src/editor/format/format-yaml.ts';
import { untidyYaml } from '../support/generator/untidy-yaml.ts';
import { contracts } from './contracts.ts';
import { drawn } from './draw.ts';
import { again, runs, samples } from './runs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A document without positions; undefined for invalid YAML. */
function dataOf(text: string): string | undefined {
  const findings = new Findings({ file: 'contract.yaml', text });
  const node = readFullYaml(findings);
  return node && JSON.stringify(plain(node));
}

function plain(node: YamlNode): unknown {
  if (node.kind === 'map') return node.entries.map(({ key, value }) => [key.text, plain(value)]);
  if (node.kind === 'list') return { list: node.items.map(plain) };
  return { text: node.text, plain: node.plain };
}

/** The comments of a text, in their order. */
function commentsOf(text: string): readonly string[] {
  const found: string[] = [];
  const collect = (tokens: readonly CST.SourceToken[] = []): void => {
    for (const { type, source } of tokens) if (type === 'comment') found.push(source);
  };
  const visit = (token: CST.Token | null | undefined): void => {
    if (!token) return;
    if (token.type === 'comment') found.push(token.source);
    if ('start' in token && Array.isArray(token.start)) collect(token.start);
    if ('props' in token) for (const prop of token.props) visit(prop);
    if ('value' in token) visit(token.value);
    if ('items' in token) {
      for (const { start, key, sep, value } of token.items) {
        collect(start);
        visit(key);
        collect(sep);
        visit(value);
      }
    }
    if ('end' in token) collect(token.end);
  };
  for (const token of new Parser().parse(text)) visit(token);
  return found;
}

function expectSame(text: string, formatted: string, note: string): void {
  expect(dataOf(formatted), `${note}\n${text}\n---- became ----\n${formatted}`).toBe(dataOf(text));
  expect([...commentsOf(formatted)].sort(), `${note}\n${text}\n---- became ----\n${formatted}`).toEqual(
    [...commentsOf(text)].sort(),
  );
  expect(formatYaml(formatted), `${note}\n${text}`).toBe(formatted);
}

describe('formatted contracts', () => {
  it('have the same content and the same comments, and are formatted the same when formatted again', () => {
    const untidy = drawn((draw) =>
      [...draw.of(contracts).values()].map((text) => ({ text, untidy: untidyYaml(text, draw) })),
    );
    let comments = 0;
    let written = 0;
    let readable = 0;
    for (const [index, files] of samples(untidy, runs(24)).entries()) {
      for (const { text, untidy } of files) {
        expectSame(text, formatYaml(text), again(index));
        written++;
        // A comment at a column that no entry has can end a map.
        if (dataOf(untidy) === undefined) continue;
        readable++;
        comments += commentsOf(untidy).length;
        expectSame(untidy, formatYaml(untidy), again(index));
      }
    }
    expect(readable).toBeGreaterThan(written / 2);
    expect(comments).toBeGreaterThan(200);
  });

  const folders = ['schema', 'service', 'bench/contracts', 'test/golden', 'test/fixtures'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.yaml') && !file.includes('node_modules'))
      .map((file) => join(folder, file)),
  );

  it.each(files)('of the repository have the same content and the same comments: %s', (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    if (dataOf(text) !== undefined) expectSame(text, formatYaml(text), file);
  });
});
