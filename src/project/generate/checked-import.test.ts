import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Contract } from '../../contract/model/index.ts';
import { loadWsdl } from '../../contract/wsdl/index.ts';
import { loadContract } from '../../contract/yaml/index.ts';
import { checkedImport } from './checked-import.ts';

const wsdl = readFileSync(
  new URL('../../../generated/remote-file-service/remote-file-service.wsdl', import.meta.url),
  'utf8',
);

function contractOf(text: string): Contract {
  const { contract } = loadWsdl({ location: 'a.wsdl', name: 'a.wsdl', bytes: new TextEncoder().encode(text) });
  if (contract === undefined) throw new Error('The WSDL was not read.');
  return contract;
}

function importOf(contract: Contract) {
  const { imported, diagnostics } = checkedImport(contract, 'a.wsdl');
  return { text: imported.files[0].text, messages: diagnostics.map(({ code, message }) => `${code} ${message}`) };
}

describe('a contract that import writes', () => {
  it('is forgiving only if it has errors otherwise', () => {
    const plain = importOf(contractOf(wsdl));
    expect([plain.messages, plain.text.includes('forgiving')]).toEqual([[], false]);
    const ambiguous = wsdl.replace(
      /<xs:sequence>/,
      '<xs:sequence><xs:element name="Twice" type="xs:int" minOccurs="0"/><xs:element name="Twice" type="xs:int"/>',
    );
    const other = importOf(contractOf(ambiguous));
    expect(other.messages).toEqual([]);
    expect(other.text).toContain('\nforgiving: true\n');
  });

  it('is read again with an enumeration of QNames that have no namespace, also for a server', () => {
    const values = (...names: readonly string[]) => names.map((name) => `<xs:enumeration value="${name}"/>`).join('');
    for (const names of [['plain'], ['plain', 'tns:Item']]) {
      const type = `<xs:simpleType name="Code"><xs:restriction base="xs:QName">${values(...names)}</xs:restriction></xs:simpleType>`;
      const contract = contractOf(wsdl.replace(/(<xs:schema [^>]*>)/, `$1${type}`));
      const { imported, loaded, diagnostics } = checkedImport(contract, 'a.wsdl');
      expect(diagnostics).toEqual([]);
      expect(imported.files[0].text).toMatch(/Code: \{ base: QName, enum: \[plain/);
      expect(loaded).toBeDefined();
      const again = loadContract(imported.files[0], { server: true });
      expect(again.contract).toBeDefined();
      expect(again.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    }
  });

  it('is compared with the WSDL', () => {
    const contract = contractOf(wsdl);
    const [service] = contract.services;
    if (service === undefined) throw new Error('There is no service.');
    const unsayable = { ...service, languages: 'none' };
    expect(importOf({ ...contract, services: [unsayable] }).messages).toEqual([
      'SW5207 The contract differs from the WSDL in service RemoteFileService: languages (removed).',
    ]);
  });

  it('is loaded, and each error in it is named', () => {
    const contract = contractOf(wsdl);
    const { messages } = importOf({ ...contract, senderFaultStatus: '401' as '400' });
    expect(messages).toEqual([expect.stringMatching(/^SW5208 The contract has an error, SW\d{4}: .*401/)]);
  });
});
