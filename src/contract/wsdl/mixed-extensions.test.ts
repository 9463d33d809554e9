import { describe, expect, it } from 'vitest';
import { bareOperation, contractOfWsdl, wsdlText } from '../../../test/support/generator/wsdl-contract.ts';
import { type ComplexType, resolveService } from '../model/index.ts';

const typesOf = (schema: string) => {
  const contract = contractOfWsdl(
    wsdlText({ schema: `${schema}<xs:element name="A" type="t:T"/>`, ...bareOperation('A', 't:A') }),
  );
  resolveService(contract);
  const types = contract.schemas.flatMap((one) => one.types);
  return (name: string): ComplexType => types.find((one) => one.name.local === name) as ComplexType;
};

const base = (mixed: string) =>
  `<xs:complexType name="Base" ${mixed}><xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:any/></xs:sequence></xs:complexType>`;
const extension = (of: string) =>
  `<xs:complexType name="T"><xs:complexContent><xs:extension base="${of}"><xs:attribute name="a"/></xs:extension></xs:complexContent></xs:complexType>`;

describe('an extension', () => {
  it('has mixed content if its base has, also where it does not say so', () => {
    expect(typesOf(base('mixed="true"') + extension('t:Base'))('T').mixed).toBe(true);
    expect(typesOf(base('') + extension('t:Base'))('T').mixed).toBe(false);
  });

  it('of anyType has any elements, attributes and text', () => {
    const type = typesOf(extension('xs:anyType'))('T');
    expect(type).toMatchObject({
      mixed: true,
      content: { particle: { particles: [{ kind: 'any', occurs: { min: 0, max: 'unbounded' } }] } },
      anyAttribute: { namespaces: '##any', processContents: 'lax' },
    });
    expect(type.attributes).toHaveLength(1);
  });
});
