import { describe, expect, it } from 'vitest';
import {
  fieldsOf,
  type LoadedFiles,
  loadFilesInMemory,
  schema,
  sequence,
  typeNamed,
  wsdlWith,
} from '../../../test/support/generator/wsdl-files.ts';

/** A redefinition of components of `base.xsd`. */
function redefined(base: string, redefinition: string, more = ''): LoadedFiles {
  const root = '<xs:element name="Root" type="t:Type"/>';
  const main = schema(
    `<xs:redefine schemaLocation="base.xsd">${redefinition}</xs:redefine>${root}${more}`,
    'urn:test',
    'xmlns:t="urn:test"',
  );
  return loadFilesInMemory({
    'main.wsdl': wsdlWith(main),
    'base.xsd': schema(base, 'urn:test', 'xmlns:t="urn:test"'),
  });
}

const type = sequence('Type', '<xs:element name="a" type="xs:int"/>');

describe('xs:redefine', () => {
  it('puts the extension of a complex type behind its previous content', () => {
    const { contract, lines } = redefined(
      type,
      `<xs:complexType name="Type"><xs:complexContent><xs:extension base="t:Type">
        <xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence><xs:attribute name="c"/>
      </xs:extension></xs:complexContent></xs:complexType>`,
    );
    expect(lines).toEqual([]);
    expect(fieldsOf(contract, 'Type')).toEqual(['a', 'b']);
    expect(typeNamed(contract, 'Type')).toMatchObject({ attributes: [{ name: { local: 'c' } }] });
    expect(typeNamed(contract, 'Type')).not.toHaveProperty('derivation.base');
  });

  it('keeps the attributes of a complex type that it restricts', () => {
    const { contract, lines } = redefined(
      `<xs:complexType name="Type"><xs:sequence><xs:element name="a"/><xs:element name="b" minOccurs="0"/></xs:sequence>
        <xs:attribute name="x"/><xs:attribute name="y"/></xs:complexType>`,
      `<xs:complexType name="Type"><xs:complexContent><xs:restriction base="t:Type">
        <xs:sequence><xs:element name="a"/></xs:sequence>
        <xs:attribute name="x" use="prohibited"/>
      </xs:restriction></xs:complexContent></xs:complexType>`,
    );
    expect(lines).toEqual([]);
    expect(fieldsOf(contract, 'Type')).toEqual(['a']);
    expect(typeNamed(contract, 'Type')).toMatchObject({ attributes: [{ name: { local: 'y' } }] });
  });

  it('extends simple content', () => {
    const { contract, lines } = redefined(
      `<xs:complexType name="Type"><xs:simpleContent><xs:extension base="xs:int">
        <xs:attribute name="x"/></xs:extension></xs:simpleContent></xs:complexType>`,
      `<xs:complexType name="Type"><xs:simpleContent><xs:extension base="t:Type">
        <xs:attribute name="y"/></xs:extension></xs:simpleContent></xs:complexType>`,
    );
    expect(lines).toEqual([]);
    expect(typeNamed(contract, 'Type')).toMatchObject({
      content: { kind: 'simple', type: { name: { local: 'int' } } },
      attributes: [{ name: { local: 'x' } }, { name: { local: 'y' } }],
    });
  });

  it('restricts simple content', () => {
    const { contract, lines } = redefined(
      `<xs:complexType name="Type"><xs:simpleContent><xs:extension base="xs:string"/></xs:simpleContent></xs:complexType>`,
      `<xs:complexType name="Type"><xs:simpleContent><xs:restriction base="t:Type">
        <xs:maxLength value="3"/></xs:restriction></xs:simpleContent></xs:complexType>`,
    );
    expect(lines).toEqual([]);
    expect(typeNamed(contract, 'Type')).toMatchObject({
      content: { type: { type: { variety: { base: { name: { local: 'string' } }, facets: { maxLength: 3 } } } } },
    });
  });

  it('restricts a simple type by the type that it was', () => {
    const { contract, lines } = redefined(
      `<xs:simpleType name="Code"><xs:restriction base="xs:string"><xs:maxLength value="5"/></xs:restriction></xs:simpleType>
      ${sequence('Type', '<xs:element name="a" type="t:Code"/>')}`,
      `<xs:simpleType name="Code"><xs:restriction base="t:Code"><xs:minLength value="2"/></xs:restriction></xs:simpleType>`,
    );
    expect(lines).toEqual([]);
    expect(typeNamed(contract, 'Code')).toMatchObject({
      variety: {
        base: { type: { variety: { base: { name: { local: 'string' } }, facets: { maxLength: 5 } } } },
        facets: { minLength: 2 },
      },
    });
  });

  it('replaces the reference of a group to itself with its previous content', () => {
    const { contract, lines } = redefined(
      `<xs:group name="G"><xs:sequence><xs:element name="a"/></xs:sequence></xs:group>
      <xs:complexType name="Type"><xs:group ref="t:G"/></xs:complexType>`,
      '<xs:group name="G"><xs:sequence><xs:group ref="t:G"/><xs:element name="b"/></xs:sequence></xs:group>',
    );
    expect(lines).toEqual([]);
    const group = contract?.schemas.flatMap(({ groups }) => groups)[0];
    expect(group).toMatchObject({
      particle: {
        particles: [{ particles: [{ element: { name: { local: 'a' } } }] }, { element: { name: { local: 'b' } } }],
      },
    });
  });

  it('replaces a group that does not refer to itself', () => {
    const { contract, lines } = redefined(
      `<xs:group name="G"><xs:sequence><xs:element name="a" minOccurs="0"/><xs:element name="b"/></xs:sequence></xs:group>
      <xs:complexType name="Type"><xs:group ref="t:G"/></xs:complexType>`,
      '<xs:group name="G"><xs:sequence><xs:element name="b"/></xs:sequence></xs:group>',
    );
    expect(lines).toEqual([]);
    const group = contract?.schemas.flatMap(({ groups }) => groups)[0];
    expect(group?.particle.particles).toMatchObject([{ element: { name: { local: 'b' } } }]);
  });

  it('adds to an attribute group that refers to itself', () => {
    const { contract, lines } = redefined(
      `<xs:attributeGroup name="A"><xs:attribute name="x"/></xs:attributeGroup>
      <xs:complexType name="Type"><xs:attributeGroup ref="t:A"/></xs:complexType>`,
      '<xs:attributeGroup name="A"><xs:attributeGroup ref="t:A"/><xs:attribute name="y"/></xs:attributeGroup>',
    );
    expect(lines).toEqual([]);
    const group = contract?.schemas.flatMap(({ attributeGroups }) => attributeGroups)[0];
    expect(group?.attributes.map(({ name }) => name.local)).toEqual(['x', 'y']);
    expect(group?.attributeGroups).toEqual([]);
  });

  it('can be redefined again', () => {
    const again = (name: string): string =>
      `<xs:complexType name="Type"><xs:complexContent><xs:extension base="t:Type">
        <xs:sequence><xs:element name="${name}"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;
    const root = '<xs:element name="Root" type="t:Type"/>';
    const { contract, lines } = loadFilesInMemory({
      'main.wsdl': wsdlWith(
        schema(`<xs:redefine schemaLocation="second.xsd">${again('c')}</xs:redefine>${root}`, 'urn:test'),
      ),
      'second.xsd': schema(
        `<xs:redefine schemaLocation="first.xsd">${again('b')}</xs:redefine>`,
        'urn:test',
        'xmlns:t="urn:test"',
      ),
      'first.xsd': schema(type, 'urn:test'),
    });
    expect(lines).toEqual([]);
    expect(fieldsOf(contract, 'Type')).toEqual(['a', 'b', 'c']);
  });

  it('redefines a chameleon', () => {
    const { contract, lines } = loadFilesInMemory({
      'main.wsdl': wsdlWith(
        schema(
          `<xs:redefine schemaLocation="base.xsd"><xs:complexType name="Type"><xs:complexContent>
            <xs:extension base="t:Type"><xs:sequence><xs:element name="b"/></xs:sequence></xs:extension>
          </xs:complexContent></xs:complexType></xs:redefine><xs:element name="Root" type="t:Type"/>`,
          'urn:test',
        ),
      ),
      'base.xsd': schema(type),
    });
    expect(lines).toEqual([]);
    expect(fieldsOf(contract, 'Type')).toEqual(['a', 'b']);
  });
});
