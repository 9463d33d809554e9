import { expect } from 'vitest';
import type { Contract } from '../../../src/contract/model/index.ts';
import { componentDifferences } from '../../../src/contract/wsdl/component-differences.ts';
import { loadWsdl } from '../../../src/contract/wsdl/load-wsdl.ts';
import { loadContract } from '../../../src/contract/yaml/load.ts';
import { wsdlText } from '../../../src/emit/wsdl.ts';

/** How a contract of the service Shop is loaded. */
interface ShopOptions {
  /** The address, as YAML. */
  readonly address?: string;
  /** Whether a server is generated. */
  readonly server?: boolean;
}

/** Loads a contract of the service Shop. */
export function loadShop(
  text: string,
  { address = 'http://localhost/shop', server }: ShopOptions = {},
): ReturnType<typeof loadContract> {
  const head = `soapwright: 1\nservice: Shop\nnamespace: urn:shop/\naddress: ${address}\n`;
  return loadContract(
    { file: 'contract.yaml', text: `${head}${text}` },
    { ...(server === undefined ? {} : { server }) },
  );
}

/** The contract of the service Shop, after a check that its WSDL has the same components. */
export function keptContract(text: string): Contract {
  const { contract, diagnostics } = loadShop(text);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (contract === undefined) throw new Error('There is no contract.');
  const bytes = new TextEncoder().encode(wsdlText(contract, { source: 'contract.yaml' }));
  const again = loadWsdl({ location: 'a.wsdl', name: 'a.wsdl', bytes });
  expect(again.contract && componentDifferences(contract, again.contract)).toEqual([]);
  return contract;
}
