import { loadInput, openInput } from '../../../src/contract/index.ts';
import { inputClashes } from '../../../src/contract/model/index.ts';
import { checkedImport } from '../../../src/project/generate/checked-import.ts';
import { defaultSettings, lint } from '../../../src/rules/index.ts';
import { withoutPlace } from '../../support/generator/diagnostic-places.ts';
import type { LoadedEntry } from './loaded-entry.ts';

/** Diagnostics without a place that loading, linting and importing a contract gives; and errors in the imported YAML. */
export function mistakes(
  path: string,
  opened: LoadedEntry['opened'],
  loaded: LoadedEntry['loaded'] = opened.input && loadInput(opened.input),
): readonly string[] {
  const { input, diagnostics } = opened;
  if (input === undefined || loaded === undefined) return said(path, withoutPlace(diagnostics));
  const { contract } = loaded;
  // A server has one service, in which no two operations may have the same request.
  const isServed = contract !== undefined && contract.services.length === 1 && inputClashes(contract).length === 0;
  const served = isServed ? [] : loadInput(input, { server: true }).diagnostics;
  const found = [...diagnostics, ...loaded.diagnostics, ...served];
  if (contract === undefined) return said(path, withoutPlace(found));
  // A contract in YAML has one port type.
  const isOne = contract.services.length === 1 && contract.portTypes.length === 1;
  const { contract: ofOne = contract } = isOne ? { contract } : loadInput(input, { choice: { extent: 'port type' } });
  const imported = input.wsdl === undefined ? [] : checkedImport(ofOne, path).diagnostics;
  const errors = imported.filter(({ code }) => code === 'SW5208').map(({ code, message }) => `${code} ${message}`);
  return said(path, [...withoutPlace([...found, ...lint(contract, defaultSettings).findings, ...imported]), ...errors]);
}

export function mistakesIn(path: string, current: string): readonly string[] {
  return mistakes(path, openInput(path, { current }));
}

const said = (path: string, mistakes: readonly string[]): readonly string[] =>
  [...new Set(mistakes)].map((mistake) => `${path}: ${mistake}`);
