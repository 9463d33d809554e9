import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../schema/index.ts';
import { componentDifferences } from '../wsdl/component-differences.ts';
import { loadWsdl } from '../wsdl/index.ts';
import { importContract } from './index.ts';

const wsdl = new URL('../../generated/remote-file-service/remote-file-service.wsdl', import.meta.url);
const byHand = new URL('../../schema/remote-file-service.yaml', import.meta.url);

describe('the WSDL of the Remote File Service', () => {
  const { contract } = loadWsdl({ location: 'a.wsdl', name: 'a.wsdl', bytes: readFileSync(wsdl) });
  if (contract === undefined) throw new Error('The WSDL was not read.');
  const { files, gaps } = importContract(contract);
  const [{ text }] = files;

  it('is a contract with the same components', () => {
    const loaded = loadContract({ file: 'contract.yaml', text });
    expect(loaded.diagnostics).toEqual([]);
    expect(gaps).toEqual([]);
    expect(loaded.contract && componentDifferences(contract, loaded.contract)).toEqual([]);
  });

  it('is about as long as the contract that was written by hand', () => {
    const lines = (all: string): number => all.split('\n').filter((line) => line.trim() !== '').length;
    expect(lines(text)).toBeLessThan(lines(readFileSync(byHand, 'utf8')) * 1.05);
  });
});
