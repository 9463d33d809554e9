import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wsdlText } from '../../src/emit/wsdl.ts';
import { checkedImport } from '../../src/project/generate/checked-import.ts';
import { corpusEntries, corpusFolder } from '../corpus/entries.ts';
import { loaderOf } from '../corpus/load-entry.ts';
import { php, required, zeep } from './foreign.ts';
import { componentsByZeep, readByPhp } from './wsdl-readers.ts';

/** WSDLs of others are imported as YAML; zeep and PHP read the WSDL that is written from it as they read the other. */

/**
 * Of all styles. Each has one service in one namespace with one SOAP port of each version, which a contract can have, its
 * parts are those that SOAP allows, and all its schemas are there.
 */
const sample =
  `e0024 e0025 e0026 e0028 e0029 e0032 e0034 e0055 e0056 e0057 e0059 e0061 e0062 e0077 e0081 e0083 e0086 e0087 e0088 e0089 e0096 e0099 e0107 e0113 e0114 e0117 e0120 e0145 e0146 e0171 e0179 e0180 e0184 e0185 e0187 e0190 e0210 e0239 e0899 e0900`.split(
    /\s+/,
  );

const corpus = corpusFolder();

let folder: string;
/** Paths of the WSDLs of others, and of ours in the same order. */
let theirs: readonly string[];
let ours: readonly string[];

beforeAll(() => {
  if (corpus === undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'soapwright-imported-'));
  const entries = corpusEntries(corpus).filter(({ id }) => sample.includes(id));
  theirs = entries.map(({ path }) => join(corpus, path));
  ours = entries.map(({ id, path }) => {
    const file = join(folder, `${id}.wsdl`);
    writeFileSync(file, importedText(path, corpus));
    return file;
  });
});

afterAll(() => {
  if (corpus !== undefined) rmSync(folder, { recursive: true, force: true });
});

/** The WSDL that is written from the YAML of another one. */
function importedText(path: string, from: string): string {
  const { contract } = loaderOf(from)(path);
  if (contract === undefined) throw new Error(`${path} cannot be read.`);
  const { imported, loaded } = checkedImport(contract, path);
  expect(imported.gaps, path).toEqual([]);
  if (loaded === undefined) throw new Error(`${path} has no contract in YAML.`);
  return wsdlText(loaded, { source: 'contract.yaml' });
}

/** The results of a reader in pairs, for those of the others' WSDLs that it can read. */
function pairs<Read extends { readonly error?: string }>(
  read: (paths: readonly string[]) => readonly Read[],
): readonly { readonly path: string; readonly before: Read; readonly after: Read }[] {
  const results = read([...theirs, ...ours]);
  return theirs.flatMap((path, index) => {
    const [before, after] = [results[index], results[index + theirs.length]];
    return before === undefined || after === undefined || before.error !== undefined ? [] : [{ path, before, after }];
  });
}

describe.skipIf(corpus === undefined)('WSDLs of others that were imported', () => {
  it.skipIf(!zeep.available && !required)('have the same operations and types for zeep', () => {
    const read = pairs(componentsByZeep);
    expect(read).toHaveLength(40);
    for (const { path, before, after } of read) {
      expect(after, path).toEqual(before);
    }
  });

  // The order of types follows the YAML, and means nothing.
  it.skipIf(!php.available && !required)('have the same operations and types for PHP', () => {
    const read = pairs(readByPhp);
    expect(read).toHaveLength(37);
    for (const { path, before, after } of read) {
      expect([...(after.functions ?? [])].sort(), path).toEqual([...(before.functions ?? [])].sort());
      expect([...(after.types ?? [])].sort(), path).toEqual([...(before.types ?? [])].sort());
    }
  });
});
