import { expect, it } from 'vitest';
import { bareOperation, contractOfWsdl, wsdlText } from '../../test/support/generator/wsdl-contract.ts';
import { emit } from './emit.ts';

const schema = `<xs:element name="Add" type="t:Add"/>
  <xs:complexType name="Add"><xs:sequence><xs:element name="Request" type="t:AddRequest"/></xs:sequence></xs:complexType>
  <xs:complexType name="AddRequest"><xs:sequence><xs:element name="Item" type="t:Item"/></xs:sequence></xs:complexType>
  <xs:complexType name="Item"><xs:sequence><xs:element name="Name" type="xs:string"/></xs:sequence></xs:complexType>
  <xs:element name="Anything"/>`;

async function codecOf(element: string, sides: 'client' | 'server'): Promise<string> {
  const contract = contractOfWsdl(wsdlText({ schema, ...bareOperation('Add', element) }));
  const files = await emit(contract, { source: 'test.wsdl', importExtension: 'ts', sides });
  return files.find(({ path }) => path === 'codec.ts')?.text ?? '';
}

it('reaches the content of a type with the name of a request', async () => {
  const codec = await codecOf('t:Add', 'client');
  expect(codec).toContain('export function writeAddRequest(');
  expect(codec).toContain('export function writeItem(');
});

it('declares the tag of any element only for its writer', async () => {
  expect((await codecOf('t:Anything', 'client')).match(/^const \w+RootTag/gm)).toEqual(['const AddRequestRootTag']);
  expect((await codecOf('t:Anything', 'server')).match(/^const \w+RootTag/gm)).toEqual(['const AddResponseRootTag']);
});
