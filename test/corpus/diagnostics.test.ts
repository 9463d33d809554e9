import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadInput, openInput } from '../../src/contract/index.ts';
import { inputClashes } from '../../src/contract/model/index.ts';
import { checkedImport } from '../../src/project/generate/checked-import.ts';
import { defaultSettings, lint } from '../../src/rules/index.ts';
import { withoutPlace } from '../support/generator/diagnostic-places.ts';
import { corpusEntries, corpusFolder } from './entries.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = corpusFolder();
const entries = folder === undefined ? [] : corpusEntries(folder);

/** Diagnostics without a place that loading, linting and importing a contract gives; and errors in the imported YAML. */
function mistakes(path: string, current: string): readonly string[] {
  const { input, diagnostics } = openInput(path, { current });
  if (input === undefined) return withoutPlace(diagnostics);
  const { contract, diagnostics: loaded } = loadInput(input);
  // A server has one service, in which no two operations may have the same request.
  const isServed = contract !== undefined && contract.services.length === 1 && inputClashes(contract).length === 0;
  const served = isServed ? [] : loadInput(input, { server: true }).diagnostics;
  const found = [...diagnostics, ...loaded, ...served];
  if (contract === undefined) return withoutPlace(found);
  // A contract in YAML has one port type.
  const isOne = contract.services.length === 1 && contract.portTypes.length === 1;
  const { contract: ofOne = contract } = isOne ? { contract } : loadInput(input, { choice: { extent: 'port type' } });
  const imported = input.wsdl === undefined ? [] : checkedImport(ofOne, path).diagnostics;
  const errors = imported.filter(({ code }) => code === 'SW5208').map(({ code, message }) => `${code} ${message}`);
  return [...withoutPlace([...found, ...lint(contract, defaultSettings).findings, ...imported]), ...errors];
}

function mistakesOf(paths: readonly string[], current: string): readonly string[] {
  return paths.flatMap((path) => [...new Set(mistakes(path, current))].map((mistake) => `${path}: ${mistake}`));
}

function* contractsIn(parent: string): Iterable<string> {
  for (const entry of readdirSync(parent, { withFileTypes: true })) {
    const path = join(parent, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* contractsIn(path);
    else if (/\.(?:wsdl|ya?ml)$/.test(entry.name)) yield path;
  }
}

describe('each diagnostic has a place, and each import is read without an error', () => {
  it('in the fixtures of this repository', () => {
    const paths = [...contractsIn(join(root, 'test'))].map((path) => relative(root, path));
    expect(paths.length).toBeGreaterThan(80);
    expect(mistakesOf(paths, root)).toEqual([]);
  });

  // Each tenth on its own, so that a failure is found soon.
  const tenths = Array.from({ length: 10 }, (_, index) => index);

  it.skipIf(folder === undefined).each(tenths)('in WSDLs of others (tenth %i)', (tenth) => {
    const paths = entries.filter((_, index) => index % tenths.length === tenth).map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(30);
    expect(mistakesOf(paths, folder ?? '')).toEqual([]);
  });
});
