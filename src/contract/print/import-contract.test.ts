import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { contractFile } from '../../../test/support/generator/load-contracts.ts';
import { wsdlText } from '../../emit/wsdl.ts';
import { componentDifferences } from '../wsdl/component-differences.ts';
import { loadWsdl } from '../wsdl/index.ts';
import { loadContract } from '../yaml/index.ts';
import { importContract } from './index.ts';

const wsdl = new URL('../../../generated/remote-file-service/remote-file-service.wsdl', import.meta.url);
const byHand = new URL('../../../schema/remote-file-service.yaml', import.meta.url);

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

it('keeps the soapAction of each SOAP version, whichever port is the first', () => {
  const contract = contractFile(fileURLToPath(byHand));
  const versions = ['1.2', '1.1'].flatMap((version) =>
    contract.bindings.filter(({ soapVersion }) => soapVersion === version),
  );
  const bindings = versions.map((binding) => ({
    ...binding,
    operations: binding.operations.map((one) => ({ ...one, soapAction: `urn:${binding.soapVersion}:${one.name}` })),
  }));
  const turned = { ...contract, bindings };
  const [{ text }] = importContract(turned).files;
  const loaded = loadContract({ file: 'contract.yaml', text });
  const differences = loaded.contract && componentDifferences(turned, loaded.contract, { names: false });
  expect(bindings).toHaveLength(2);
  expect(differences?.filter(({ path }) => path.endsWith('soapAction'))).toEqual([]);
});

it('keeps which operations have no soapAction, and which an empty one', () => {
  const contract = contractFile(fileURLToPath(byHand));
  const bindings = contract.bindings.map((binding) => ({
    ...binding,
    operations: binding.operations.map((one, index) => {
      const omit = binding.soapVersion === '1.1' ? index > 0 : index < 2;
      return { ...one, soapAction: '', ...(omit && { omitSoapAction: true }) };
    }),
  }));
  const changed = { ...contract, bindings };
  const [{ text }] = importContract(changed).files;
  const loaded = loadContract({ file: 'contract.yaml', text });
  expect(loaded.contract && componentDifferences(changed, loaded.contract)).toEqual([]);
  expect(text.match(/omitSoapAction: true/g)).toHaveLength(3);
});

/** For people to read: the contracts of three WSDLs. */
const folder = fileURLToPath(new URL('../../../test/fixtures/imports/', import.meta.url));

function importedText(name: string, bytes: Uint8Array): string {
  const location = `${name}.wsdl`;
  const { contract, diagnostics } = loadWsdl({ location, name: location, bytes });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (contract === undefined) throw new Error('The WSDL was not read.');
  const { files, gaps } = importContract(contract);
  expect(gaps).toEqual([]);
  const loaded = loadContract({ file: 'contract.yaml', text: files[0].text });
  expect(loaded.contract && componentDifferences(contract, loaded.contract, { names: false })).toEqual([]);
  return files[0].text;
}

describe('the text of a contract', () => {
  it('of an ASP.NET service of nine operations', async () => {
    const text = importedText('remote-file-service', readFileSync(wsdl));
    await expect(text).toMatchFileSnapshot(`${folder}remote-file-service.yaml`);
  });

  it.each(['library', 'legacy'])('with headers, faults and namespaces: %s', async (name) => {
    const contract = contractFile(
      fileURLToPath(new URL(`../../../test/golden/${name}/contract.yaml`, import.meta.url)),
    );
    const bytes = new TextEncoder().encode(wsdlText(contract, { source: 'contract.yaml' }));
    await expect(importedText(name, bytes)).toMatchFileSnapshot(`${folder}${name}.yaml`);
  });
});
