import { describe, expect, it } from 'vitest';
import { cpuMilliseconds } from '../../../test/support/cpu-time.ts';
import {
  billing,
  importing,
  inside,
  propertiesOf,
  serviceOf,
  typeNamesOf,
} from '../../../test/support/generator/named-wsdl.ts';
import { bareOperation, contractOfWsdl, wsdlText } from '../../../test/support/generator/wsdl-contract.ts';
import { emit } from '../../emit/index.ts';
import { resolveService } from '../model/index.ts';
import { assignNames } from './assign-names.ts';

describe('properties of one type', () => {
  it('are numbered where an element occurs again', () => {
    const service = serviceOf(
      inside('Go', ['a', 'b', 'a'].map((name) => `<xs:element name="${name}" type="xs:int"/>`).join('')),
    );
    expect(propertiesOf(service, 'Go')).toEqual(['a', 'b', 'a2']);
  });

  it('are numbered in linear time', () => {
    const count = 20_000;
    const element = (index: number) => ({
      name: { namespace: 'urn:test', local: 'a' },
      type: { kind: 'named', name: { namespace: 'urn:test', local: `T${index}` } } as const,
      ...{ nillable: false, sensitive: false, stream: false },
    });
    const particles = Array.from({ length: count }, (_, index) => ({
      ...({ kind: 'element', occurs: { min: 1, max: 1 } } as const),
      element: element(index),
    }));
    const drawn = contractOfWsdl(wsdlText({ schema: inside('Go'), ...bareOperation('Run', 't:Go') }));
    const schemas = drawn.schemas.map((schema) => ({
      ...schema,
      groups: [
        {
          name: { namespace: 'urn:test', local: 'G' },
          particle: { kind: 'sequence', occurs: { min: 1, max: 1 }, particles },
        } as const,
      ],
    }));
    const time = cpuMilliseconds(() => {
      const { contract } = assignNames({ ...drawn, schemas });
      expect(contract.schemas[0]?.groups[0]?.particle.particles.at(-1)).toMatchObject({
        element: { typeScriptName: `a${count}` },
      });
    });
    expect(time).toBeLessThan(5_000);
  });

  it('are told apart where an element and an attribute have one name', () => {
    const schema = `<xs:element name="Go"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence>
      <xs:attribute name="id" type="xs:int"/></xs:complexType></xs:element>`;
    expect(propertiesOf(serviceOf(schema), 'Go')).toEqual(['idAttribute', 'id']);
  });

  it('are numbered where several choices, sequences and wildcards have no name', () => {
    const pair = (name: string) =>
      `<xs:element name="${name}1" type="xs:int"/><xs:element name="${name}2" type="xs:int"/>`;
    const content = `<xs:choice>${pair('a')}</xs:choice><xs:choice>${pair('b')}</xs:choice>
      <xs:sequence minOccurs="0">${pair('c')}</xs:sequence><xs:sequence minOccurs="0">${pair('d')}</xs:sequence>
      <xs:any namespace="urn:x"/><xs:any namespace="urn:y"/>`;
    const service = serviceOf(inside('Go', content));
    expect(propertiesOf(service, 'Go')).toEqual(['$choice', '$choice2', '$sequence', '$sequence2', '$any', '$any2']);
    expect(typeNamesOf(service)).toEqual(['Go', 'Go_choice', 'Go_choice2', 'Go_sequence', 'Go_sequence2']);
  });

  it('are those of inner sequences and choices that add nothing', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `<xs:element name="${name}" type="xs:int" minOccurs="0"/>`);
    const content = `${a}<xs:sequence>${b}<xs:sequence minOccurs="0">${c}</xs:sequence></xs:sequence>`;
    expect(propertiesOf(serviceOf(inside('Go', content)), 'Go')).toEqual(['a', 'b', 'c']);
  });

  it('differ where the types of two of them would have one name', () => {
    const n = '<xs:element name="n" type="xs:int"/>';
    const service = serviceOf(inside('Go', `${inside('a', inside('b', n))}${inside('a_b', n)}`));
    expect(propertiesOf(service, 'Go')).toEqual(['a', 'a_b2']);
    expect(typeNamesOf(service)).toEqual(['Go', 'Go_a', 'Go_a_b', 'Go_a_b2']);
  });

  it('are parts of an rpc message that refer to elements of one name', () => {
    const parts = '<wsdl:part name="one" element="t:Go"/><wsdl:part name="two" element="b:Go"/>';
    const text = wsdlText({
      schema: '<xs:element name="Go" type="xs:int"/>',
      schemas: billing('<xs:element name="Go" type="xs:int"/>'),
      ...bareOperation('Run', 't:Go'),
      messages: `<wsdl:message name="Run">${parts}</wsdl:message>`,
      style: 'rpc',
    });
    expect(propertiesOf(resolveService(contractOfWsdl(text)), 'RunRequest')).toEqual(['Go', 'GoBilling']);
  });

  it('do not hide inherited ones', () => {
    const schema = `<xs:complexType name="Base"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType>
      <xs:complexType name="Derived"><xs:complexContent><xs:extension base="t:Base"><xs:sequence><xs:element name="y" type="xs:int"/>
      <xs:element name="x" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
      ${inside('Go', '<xs:element name="d" type="t:Derived"/>')}`;
    expect(propertiesOf(serviceOf(schema), 'Derived')).toEqual(['x', 'y', 'x2']);
  });

  it('have one name in all types with their attribute group', () => {
    const schema = `${importing}<xs:attributeGroup name="G"><xs:attribute name="kind" type="xs:int"/>
        <xs:attribute ref="b:kind"/></xs:attributeGroup>
      <xs:element name="Go"><xs:complexType><xs:sequence><xs:element name="kind" type="xs:int"/>
        <xs:element name="o"><xs:complexType><xs:attributeGroup ref="t:G"/></xs:complexType></xs:element></xs:sequence>
        <xs:attributeGroup ref="t:G"/></xs:complexType></xs:element>`;
    const service = serviceOf(schema, billing('<xs:attribute name="kind" type="xs:int"/>'));
    expect(propertiesOf(service, 'Go')).toEqual(['kind', 'kindBilling', 'kindElement', 'o']);
    expect(propertiesOf(service, 'Go_o')).toEqual(['kind', 'kindBilling']);
  });
});

it('elements of a namespace and those with its prefix in their names have different constants', async () => {
  const schema = `${importing}<xs:element name="Go"><xs:complexType><xs:sequence>
    <xs:element name="b_x" type="xs:int"/><xs:element xmlns:b="urn:test:billing" ref="b:x"/></xs:sequence></xs:complexType></xs:element>`;
  const text = wsdlText({
    schema,
    schemas: billing('<xs:element name="x" type="xs:int"/>').replace(
      '<xs:schema ',
      '<xs:schema xmlns:b="urn:test:billing" ',
    ),
    ...bareOperation('Run', 't:Go'),
  });
  const files = await emit(contractOfWsdl(text), { source: 'a.wsdl', importExtension: 'ts' });
  const codec = files.find(({ path }) => path === 'codec.ts')?.text ?? '';
  const tags = [...codec.matchAll(/const (\w+Tag_?) = .*soap\.tag\((.*)\);/g)].map(([, name, args]) => [name, args]);
  expect(tags.map(([name]) => name)).toEqual(expect.arrayContaining(['b_xTag', 'b_xTag_']));
  expect(tags.map(([, args]) => args).join()).toMatch(/'b_x'.*'x'|'x'.*'b_x'/);
});
