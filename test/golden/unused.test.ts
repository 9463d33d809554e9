import { describe, expect, it } from 'vitest';
import type { Contract } from '../../src/contract/index.ts';
import { compileErrors } from '../support/generator/compile-contracts.ts';
import { contractOf } from '../support/generator/load-contracts.ts';
import { contractOfWsdl, wsdlText } from '../support/generator/wsdl-contract.ts';

const enumeration = `<xs:simpleType name="Colour"><xs:restriction base="xs:string"><xs:enumeration value="red"/></xs:restriction></xs:simpleType>
<xs:complexType name="Car"><xs:sequence><xs:element name="colour" type="t:Colour"/></xs:sequence></xs:complexType>`;

const lowerCase = (more: string): string => `soapwright: 1
service: Shop
namespace: http://shop.example/
address: http://localhost/shop
${more}types: { Colour: [red, green], Unread: { list: Colour }, Base: { base: string, maxLength: 5 } }
records:
  Order: { colour: Colour? }
  order: { a: int? }
operations:
  getAll: { result: Order }
  GetOther: { request: { o: order }, result: { type: Base, as: R } }
  ping: { oneWay: true }
`;

describe('generated code declares nothing that is not used', () => {
  it('and compiles under noUnusedLocals and noUnusedParameters', async () => {
    const contracts: Readonly<Record<string, Contract>> = {
      'without-operations': contractOfWsdl(wsdlText({ schema: enumeration, messages: '', operations: '', bound: '' })),
      literal: contractOf(lowerCase('')),
      encoded: contractOf(lowerCase('style: rpc\nuse: encoded\n')),
    };
    expect(await compileErrors(contracts)).toBe('');
  });
});
