import { expect, it } from 'vitest';
import { contractOfWsdl, wsdlText } from '../../test/support/generator/wsdl-contract.ts';
import { declaredSamples } from './declared-samples.ts';

/** Elements are in the contract if a message has them. */
const names = ['Pair', 'Text', 'Number', 'Bare', 'Optional', 'Either', 'Needy', 'Abstract', 'Fixed'];
const schema = `<xs:element name="Text" type="xs:string"/><xs:element name="Number" type="xs:int"/>
<xs:element name="Fixed" type="xs:string" fixed="x"/><xs:element name="Abstract" type="t:A"/>
<xs:element name="Bare"><xs:complexType/></xs:element>
<xs:element name="Optional"><xs:complexType><xs:sequence><xs:element name="a" minOccurs="0" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="Either"><xs:complexType><xs:choice><xs:element name="a" type="xs:int"/><xs:sequence/></xs:choice></xs:complexType></xs:element>
<xs:element name="Needy"><xs:complexType><xs:attribute name="a" use="required" type="xs:int"/></xs:complexType></xs:element>
<xs:element name="Pair"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int" minOccurs="2" maxOccurs="2"/></xs:sequence></xs:complexType></xs:element>
<xs:complexType name="A" abstract="true"/>`;

it('P3: elements with little content are samples for strict wildcards, the shortest first', () => {
  const each = (text: (name: string) => string): string => names.map(text).join('');
  const body = '<soap:body use="literal"/>';
  const contract = contractOfWsdl(
    wsdlText({
      schema,
      messages: each((name) => `<wsdl:message name="${name}"><wsdl:part name="b" element="t:${name}"/></wsdl:message>`),
      operations: each((name) => `<wsdl:operation name="Do${name}"><wsdl:input message="t:${name}"/></wsdl:operation>`),
      bound: each(
        (name) =>
          `<wsdl:operation name="Do${name}"><soap:operation soapAction=""/><wsdl:input>${body}</wsdl:input></wsdl:operation>`,
      ),
    }),
  );
  const found = declaredSamples(contract).map(({ text }) => text);
  expect(found).toEqual([
    ...['Text', 'Bare', 'Either', 'Optional'].map((name) => `<${name} xmlns="urn:test"/>`),
    '<Number xmlns="urn:test">0</Number>',
    '<Pair xmlns="urn:test"><a xmlns="urn:test">0</a><a xmlns="urn:test">0</a></Pair>',
  ]);
});
