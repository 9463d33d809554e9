import { afterAll, describe, expect, it } from 'vitest';
import { compileErrors } from '../../../test/support/generator/compile-contracts.ts';
import { loadFilesInMemory, sequence, typeNamed, wsdlWithSchema } from '../../../test/support/generator/wsdl-files.ts';
import type { Contract } from '../model/index.ts';

const contracts: Record<string, Contract> = {};

/** A contract whose only diagnostics are warnings with one code. Its generated code is compiled at the end. */
function forgiven(code: string, content: string): Contract {
  const { contract, lines, diagnostics } = loadFilesInMemory({ 'main.wsdl': wsdlWithSchema(content) });
  expect(lines.map((line) => line.slice(0, 6))).toEqual(lines.map(() => code));
  expect(lines.length).toBeGreaterThan(0);
  for (const { severity, exit, line, column } of diagnostics) {
    expect({ severity, exit }).toEqual({ severity: 'warning', exit: 0 });
    expect(line).toBeGreaterThan(1);
    expect(column).toBeGreaterThan(0);
  }
  if (contract === undefined) throw new Error('There is no contract.');
  contracts[`c${Object.keys(contracts).length}`] = contract;
  return contract;
}

const simple = (base: string, facets: string): string =>
  `<xs:simpleType name="Code"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>
  ${sequence('Type', '<xs:element name="a" type="t:Code"/>')}`;
const field = (declaration: string): string => sequence('Type', declaration);
const facetsOf = (contract: Contract): unknown => {
  const type = typeNamed(contract, 'Code');
  return type?.kind === 'simple' && type.variety.kind === 'restriction' ? type.variety.facets : undefined;
};

afterAll(async () => {
  expect(await compileErrors(contracts)).toBe('');
});

describe('SW6331: a facet that contradicts its type or another one is ignored', () => {
  it('a length of a number', () => {
    expect(facetsOf(forgiven('SW6331', simple('xs:int', '<xs:maxLength value="3"/>')))).toEqual({});
  });

  it('an enumeration of a boolean', () => {
    expect(facetsOf(forgiven('SW6331', simple('xs:boolean', '<xs:enumeration value="true"/>')))).toEqual({});
  });

  it('lengths that exclude each other', () => {
    const facets = '<xs:minLength value="5"/><xs:maxLength value="3"/><xs:pattern value="[a-z]*"/>';
    expect(facetsOf(forgiven('SW6331', simple('xs:string', facets)))).toEqual({ patterns: ['[a-z]*'] });
  });

  it('a length beside least and greatest lengths, which stays', () => {
    const facets = '<xs:length value="3"/><xs:maxLength value="3"/>';
    expect(facetsOf(forgiven('SW6331', simple('xs:string', facets)))).toEqual({ length: 3 });
  });

  it('bounds that exclude each other', () => {
    const facets = '<xs:minInclusive value="9"/><xs:maxInclusive value="1"/>';
    expect(facetsOf(forgiven('SW6331', simple('xs:int', facets)))).toEqual({});
  });

  it('bounds between which there is no number', () => {
    const facets = '<xs:minExclusive value="5"/><xs:maxExclusive value="6"/>';
    expect(facetsOf(forgiven('SW6331', simple('xs:int', facets)))).toEqual({});
  });

  it('an attribute of any type, which has a place', () => {
    const { lines } = loadFilesInMemory({
      'main.wsdl': wsdlWithSchema(
        '<xs:complexType name="Type"><xs:attribute name="a" type="xs:anyType"/></xs:complexType>',
      ),
    });
    expect(lines).toEqual([expect.stringMatching(/^SW1364 main\.wsdl:\d+:\d+ /)]);
  });

  it('more digits after the decimal point than in total', () => {
    const facets = '<xs:totalDigits value="2"/><xs:fractionDigits value="4"/>';
    expect(facetsOf(forgiven('SW6331', simple('xs:decimal', facets)))).toEqual({ totalDigits: 2 });
  });

  it('a length that the base type does not allow', () => {
    const base =
      '<xs:simpleType name="Short"><xs:restriction base="xs:string"><xs:maxLength value="3"/></xs:restriction></xs:simpleType>';
    expect(facetsOf(forgiven('SW6331', base + simple('t:Short', '<xs:maxLength value="9"/>')))).toEqual({});
  });
});

describe('SW6332: a value outside of its type is ignored', () => {
  it('a value of an enumeration', () => {
    const facets = '<xs:enumeration value="1"/><xs:enumeration value="many"/>';
    expect(facetsOf(forgiven('SW6332', simple('xs:int', facets)))).toMatchObject({ enumeration: [{ value: '1' }] });
  });

  it('all values of an enumeration', () => {
    expect(facetsOf(forgiven('SW6332', simple('xs:int', '<xs:enumeration value="many"/>')))).toEqual({});
  });

  it('a value that contradicts the pattern', () => {
    const facets = '<xs:pattern value="[A-Z]"/><xs:enumeration value="A"/><xs:enumeration value="b"/>';
    const found = facetsOf(forgiven('SW6332', simple('xs:string', facets)));
    expect(found).toMatchObject({ enumeration: [{ value: 'A' }], patterns: ['[A-Z]'] });
    expect((found as { enumeration: unknown[] }).enumeration).toHaveLength(1);
  });

  it('the pattern, if all values contradict it', () => {
    const facets = '<xs:pattern value="[0-9]"/><xs:enumeration value="A"/><xs:enumeration value="b"/>';
    const found = facetsOf(forgiven('SW6332', simple('xs:string', facets)));
    expect(found).toMatchObject({ enumeration: [{ value: 'A' }, { value: 'b' }] });
    expect(found).not.toHaveProperty('patterns');
  });

  it('a bound', () => {
    expect(facetsOf(forgiven('SW6332', simple('xs:int', '<xs:maxInclusive value="1.5"/>')))).toEqual({});
  });
});

describe('values of an enumeration', () => {
  it.each([
    ['xs:int', '007', '7'],
    ['xs:int', ' +7 ', '7'],
    ['xs:decimal', '.50', '0.50'],
    ['xs:decimal', '-0.0', '0.0'],
    ['xs:double', '1E2', '100'],
    ['xs:float', '0.10000000149011612', '0.1'],
    ['xs:token', ' a  b ', 'a b'],
    ['xs:string', ' a  b ', ' a  b '],
    ['xs:string', '', ''],
  ])('of %s: %j is %j, as a reader returns it', (base, value, expected) => {
    const content = simple(base, `<xs:enumeration value="${value}"/><xs:enumeration value="3"/>`);
    const { contract, lines } = loadFilesInMemory({ 'main.wsdl': wsdlWithSchema(content) });
    expect(lines).toEqual([]);
    if (contract === undefined) throw new Error('There is no contract.');
    expect(facetsOf(contract)).toMatchObject({ enumeration: [{ value: expected }, { value: '3' }] });
    contracts[`c${Object.keys(contracts).length}`] = contract;
  });

  it('a bound can have any form of its type', () => {
    const content = simple('xs:int', '<xs:minInclusive value="0000"/>');
    expect(loadFilesInMemory({ 'main.wsdl': wsdlWithSchema(content) }).lines).toEqual([]);
  });
});

describe('SW6333: a default or fixed value is ignored', () => {
  const elementOf = (contract: Contract): object => {
    const type = typeNamed(contract, 'Type');
    const particle = type?.kind === 'complex' && type.content.kind === 'elements' ? type.content.particle : undefined;
    const [first] = particle !== undefined && 'particles' in particle ? particle.particles : [];
    return first?.kind === 'element' ? first.element : {};
  };

  it.each([
    ['outside of its type', '<xs:element name="a" type="xs:int" default="" minOccurs="0"/>', 'default'],
    ['fixed outside of its type', '<xs:element name="a" type="xs:boolean" fixed="maybe"/>', 'fixed'],
    ['of a complex type', `<xs:element name="a" default="x"><xs:complexType/></xs:element>`, 'default'],
    ['of an ID', '<xs:element name="a" type="xs:ID" default="x"/>', 'default'],
    ['with a prefix', '<xs:element name="a" type="xs:QName" default="t:x"/>', 'default'],
  ])('%s', (_, declaration, key) => {
    expect(elementOf(forgiven('SW6333', field(declaration)))).not.toHaveProperty(key);
  });

  it('of an attribute', () => {
    const attribute = '<xs:attribute name="a" type="xs:int" default="x"/>';
    const type = typeNamed(forgiven('SW6333', `<xs:complexType name="Type">${attribute}</xs:complexType>`), 'Type');
    expect(type).toMatchObject({ attributes: [{ name: { local: 'a' } }] });
    expect(type).not.toHaveProperty('attributes.0.default');
  });
});

describe('SW6334: an abstract component that nothing concrete replaces', () => {
  it('a type is generated as if it were concrete, and stays abstract in the WSDL', () => {
    const shape = sequence('Shape', '<xs:element name="x" type="xs:int"/>').replace('">', '" abstract="true">');
    const contract = forgiven('SW6334', shape + field('<xs:element name="a" type="t:Shape" minOccurs="0"/>'));
    expect(typeNamed(contract, 'Shape')).toMatchObject({ abstract: true });
  });

  it('a hierarchy of abstract types', () => {
    const shapes =
      `${sequence('Shape', '<xs:element name="x" type="xs:int"/>')}<xs:complexType name="Circle"><xs:complexContent>
      <xs:extension base="t:Shape"/></xs:complexContent></xs:complexType>`.replace(
        /(name="(?:Shape|Circle)")/g,
        '$1 abstract="true"',
      );
    forgiven('SW6334', shapes + field('<xs:element name="a" type="t:Shape"/><xs:element name="b" type="t:Circle"/>'));
  });

  it('an element', () => {
    const head = '<xs:element name="Head" type="xs:string" abstract="true"/>';
    forgiven('SW6334', head + field('<xs:element ref="t:Head" minOccurs="0"/><xs:element name="b" type="xs:int"/>'));
    forgiven('SW6334', head + field('<xs:element ref="t:Head"/>'));
  });
});

describe('SW6335: ambiguous content', () => {
  it.each([
    [
      'of an element and a wildcard',
      '<xs:element name="a" type="xs:int" form="qualified" minOccurs="0"/><xs:any minOccurs="0" processContents="lax"/>',
    ],
    ['of two wildcards', '<xs:any minOccurs="0" maxOccurs="unbounded"/><xs:any/>'],
    ['of repeated elements', '<xs:element name="a" minOccurs="0"/><xs:element name="a"/>'],
    [
      'of elements of one name with two types',
      '<xs:element name="a" type="xs:int"/><xs:element name="a" type="xs:date"/>',
    ],
  ])('%s', (_, content) => {
    forgiven('SW6335', field(content));
  });
});

describe('SW6336: xs:all of XML Schema 1.1', () => {
  it.each([
    ['with repeated elements', '<xs:element name="a" type="xs:int" maxOccurs="unbounded"/><xs:element name="b"/>'],
    ['with a wildcard', '<xs:element name="a" type="xs:int"/><xs:any namespace="##other" minOccurs="0"/>'],
  ])('%s', (_, content) => {
    forgiven('SW6336', `<xs:complexType name="Type"><xs:all>${content}</xs:all></xs:complexType>`);
  });
});

describe('SW6337: an attribute that is declared twice', () => {
  it('in a type and in its base', () => {
    const base = '<xs:complexType name="Base"><xs:attribute name="id" type="xs:string"/></xs:complexType>';
    forgiven(
      'SW6337',
      `${base}<xs:complexType name="Type"><xs:complexContent><xs:extension base="t:Base">
        <xs:attribute name="id" type="xs:int"/></xs:extension></xs:complexContent></xs:complexType>`,
    );
  });

  it('in a type and in its group', () => {
    const group = '<xs:attributeGroup name="G"><xs:attribute name="id" type="xs:string"/></xs:attributeGroup>';
    forgiven(
      'SW6337',
      `${group}<xs:complexType name="Type"><xs:attribute name="id"/><xs:attributeGroup ref="t:G"/></xs:complexType>`,
    );
  });

  it('two IDs', () => {
    forgiven(
      'SW6337',
      `<xs:complexType name="Type"><xs:attribute name="a" type="xs:ID"/><xs:attribute name="b" type="xs:ID"/></xs:complexType>`,
    );
  });
});

describe('SW6338: a type that is not derived as it must be', () => {
  const base = sequence('Base', '<xs:element name="a" type="xs:int"/>');
  const derived = (method: string, content: string, attributes = ''): string =>
    `<xs:complexType name="Type"><xs:complexContent ${attributes}><xs:${method} base="t:Base">${content}</xs:${method}></xs:complexContent></xs:complexType>`;

  it.each([
    [
      'a restriction with a new element',
      base + derived('restriction', '<xs:sequence><xs:element name="b"/></xs:sequence>'),
    ],
    ['a restriction with a new attribute', base + derived('restriction', '<xs:attribute name="b"/>')],
    [
      'a mixed extension',
      base + derived('extension', '<xs:sequence><xs:element name="b"/></xs:sequence>', 'mixed="true"'),
    ],
    [
      'an extension of xs:all',
      `<xs:complexType name="Base"><xs:all><xs:element name="a"/></xs:all></xs:complexType>${derived('extension', '<xs:sequence><xs:element name="b"/></xs:sequence>')}`,
    ],
    [
      'a substitute of another type',
      `<xs:element name="Head" type="xs:int"/><xs:element name="Other" type="xs:string" substitutionGroup="t:Head"/>${field('<xs:element ref="t:Head"/>')}`,
    ],
  ])('%s', (_, content) => {
    forgiven('SW6338', content);
  });

  it('an extension of text says nothing', () => {
    const content = `<xs:complexType name="Base"><xs:simpleContent><xs:extension base="xs:decimal"/></xs:simpleContent></xs:complexType>
      <xs:complexType name="Type"><xs:simpleContent><xs:extension base="t:Base"><xs:attribute name="a"/></xs:extension></xs:simpleContent></xs:complexType>`;
    expect(loadFilesInMemory({ 'main.wsdl': wsdlWithSchema(content) }).lines).toEqual([]);
  });
});

describe('other content that no message or few tools can have', () => {
  it('SW6339: a type that requires itself', () => {
    forgiven('SW6339', field('<xs:element name="a" type="t:Type"/>'));
  });

  it('SW6340: very many positions', () => {
    forgiven('SW6340', field('<xs:element name="a" type="xs:int" maxOccurs="1000000"/>'));
  });

  it('SW6341: patterns that are not regular expressions of XML Schema', () => {
    const facets = '<xs:pattern value="(?i)[a-z]+"/><xs:pattern value="[0-9]+"/><xs:maxLength value="9"/>';
    expect(facetsOf(forgiven('SW6341', simple('xs:string', facets)))).toEqual({ maxLength: 9 });
  });
});
