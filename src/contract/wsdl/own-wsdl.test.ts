import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fullContract } from '../../../test/support/generator/full-contract.ts';
import { contractFile, remoteFileService } from '../../../test/support/generator/load-contracts.ts';
import { emit, emitHandlers } from '../../emit/index.ts';
import { wsdlText } from '../../emit/wsdl.ts';
import type { Contract } from '../model/index.ts';
import { componentDifferences } from './component-differences.ts';
import { loadWsdl } from './load-wsdl.ts';
import { readWsdl } from './read-wsdl.ts';

const source = 'contract.yaml';

function ownFile(contract: Contract) {
  const bytes = new TextEncoder().encode(wsdlText(contract, { source }));
  return { location: 'own.wsdl', name: 'own.wsdl', bytes };
}

it('reads every component that soapwright writes', () => {
  const { contract, diagnostics } = readWsdl(ownFile(fullContract));
  expect(diagnostics()).toEqual([]);
  expect(contract && componentDifferences(fullContract, contract)).toEqual([]);
});

const golden = fileURLToPath(new URL('../../../test/golden/', import.meta.url));

/** All generated files by path; they do not name their source. */
async function filesOf(contract: Contract): Promise<Readonly<Record<string, string>>> {
  const { handlers, index, context } = emitHandlers(contract, { importExtension: 'ts', server: '../server.ts' });
  const files = await emit(contract, { source, importExtension: 'ts' });
  return Object.fromEntries([...files, ...handlers, index, context].map(({ path, text }) => [path, text]));
}

describe('the WSDL of a contract in YAML generates the same files', () => {
  const names = ['library', 'everything', 'legacy', 'streams'];
  const contracts = new Map<string, () => Contract>([
    ...names.map((name): [string, () => Contract] => [name, () => contractFile(`${golden}${name}/contract.yaml`)]),
    ['remote file service', remoteFileService],
  ]);

  it.each([...contracts])('%s', async (_name, contractOf) => {
    const contract = contractOf();
    const { contract: found, diagnostics } = loadWsdl(ownFile(contract));
    expect(diagnostics).toEqual([]);
    if (found === undefined) return;
    const expected = await filesOf(contract);
    const files = await filesOf(found);
    expect(Object.keys(files)).toEqual(Object.keys(expected));
    for (const [path, text] of Object.entries(expected)) expect(files[path], path).toBe(text);
  });
});
