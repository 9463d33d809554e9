import { describe, expect, it } from 'vitest';
import {
  declarations,
  elementNamed,
  type Files,
  fieldsOf,
  type LoadedFiles,
  loadFilesInMemory,
  schema,
  sequence,
  serviceOf,
  typeNamed,
  wsdlWith,
} from '../../../test/support/generator/wsdl-files.ts';

const root = '<xs:element name="Root" type="own:Type"/>';
const type = sequence('Type', '<xs:element name="a" type="xs:int"/>');
const good = schema(root + type, 'urn:test');

function load(files: Files): LoadedFiles {
  return loadFilesInMemory(files);
}

/** Loads files without any diagnostic. */
function loaded(files: Files): LoadedFiles {
  const result = load(files);
  expect(result.lines).toEqual([]);
  expect(result.contract).toBeDefined();
  return result;
}

describe('wsdl:import', () => {
  const abstract = `<wsdl:definitions targetNamespace="urn:test" ${declarations}><wsdl:types>${good}</wsdl:types>
    <wsdl:message name="M"><wsdl:part name="body" element="t:Root"/></wsdl:message>
    <wsdl:portType name="P"><wsdl:operation name="Do"><wsdl:input message="t:M"/></wsdl:operation></wsdl:portType>
  </wsdl:definitions>`;
  const concrete = (reference: string): string => {
    const service = serviceOf('t:Root');
    return `<wsdl:definitions name="Test" targetNamespace="urn:test" ${declarations}>${reference}${service.slice(service.indexOf('<wsdl:binding'))}</wsdl:definitions>`;
  };

  it('brings types, messages and port types', () => {
    const { contract } = loaded({
      'main.wsdl': concrete('<wsdl:import namespace="urn:test" location="parts/abstract.wsdl"/>'),
      'parts/abstract.wsdl': abstract,
    });
    expect(contract?.portTypes[0]?.operations.map(({ name }) => name)).toEqual(['Do']);
    expect(fieldsOf(contract, 'Type')).toEqual(['a']);
  });

  it('SW6304: with schemaLocation instead of location', () => {
    const reference = '<wsdl:import namespace="urn:test" schemaLocation="abstract.wsdl"/>';
    const { lines, contract } = load({ 'main.wsdl': concrete(reference), 'abstract.wsdl': abstract });
    expect(lines).toEqual([expect.stringMatching(/^SW6304 main\.wsdl:2:\d+ .*schemaLocation.*location/)]);
    expect(contract).toBeDefined();
  });

  it('SW6305: without location', () => {
    const text = concrete('<wsdl:import namespace="urn:test" location="a.wsdl"/><wsdl:import namespace="urn:other"/>');
    const { codes, contract } = load({ 'main.wsdl': text, 'a.wsdl': abstract });
    expect(codes).toEqual(['SW6305']);
    expect(contract).toBeDefined();
  });

  it('SW6306: of an XML Schema', () => {
    const text = `<wsdl:definitions name="Test" targetNamespace="urn:test" ${declarations}>
      <wsdl:import namespace="urn:test" location="types.xsd"/>${serviceOf('t:Root')}</wsdl:definitions>`;
    const { codes, contract } = load({ 'main.wsdl': text, 'types.xsd': good });
    expect(codes).toEqual(['SW6306']);
    expect(fieldsOf(contract, 'Type')).toEqual(['a']);
  });

  it('in a circle, and of the file itself', () => {
    loaded({
      'main.wsdl': concrete(
        '<wsdl:import namespace="urn:test" location="abstract.wsdl"/><wsdl:import namespace="urn:test" location="main.wsdl"/>',
      ),
      'abstract.wsdl': abstract.replace(
        '<wsdl:types>',
        '<wsdl:import namespace="urn:test" location="./main.wsdl"/><wsdl:types>',
      ),
    });
  });

  it('SW6006: of a file that is missing has a place', () => {
    const { lines, contract } = load({
      'main.wsdl': concrete('<wsdl:import namespace="urn:test" location="gone.wsdl"/>'),
    });
    expect(lines[0]).toMatch(/^SW6006 main\.wsdl:2:\d+ There is no file gone\.wsdl/);
    expect(contract).toBeUndefined();
  });

  it('SW6004: of something else', () => {
    const { codes } = load({
      'main.wsdl': concrete('<wsdl:import namespace="urn:test" location="page.html"/>'),
      'page.html': '<html xmlns="http://www.w3.org/1999/xhtml"/>',
    });
    expect(codes).toContain('SW6004');
  });
});

describe('xs:import', () => {
  const other = schema(sequence('Other', '<xs:element name="b" type="xs:int"/>'), 'urn:other');
  const using = sequence('Type', '<xs:element name="a" type="o:Other"/>');
  const main = (reference: string, more = ''): string =>
    wsdlWith(schema(reference + root + using, 'urn:test', 'xmlns:o="urn:other"') + more);

  it('of a file of another namespace, in another folder', () => {
    const { contract } = loaded({
      'a/main.wsdl': main('<xs:import namespace="urn:other" schemaLocation="../b/other.xsd"/>'),
      'b/other.xsd': other,
    });
    expect(fieldsOf(contract, 'Other')).toEqual(['b']);
  });

  it('without location, of an inline schema', () => {
    loaded({ 'main.wsdl': main('<xs:import namespace="urn:other"/>', other) });
  });

  it('without location, of a well-known schema', () => {
    const text = wsdlWith(
      schema(
        `<xs:import namespace="http://www.w3.org/2005/08/addressing"/>${root}${sequence('Type', '<xs:element ref="wsa:To" xmlns:wsa="http://www.w3.org/2005/08/addressing"/>')}`,
        'urn:test',
      ),
    );
    const { contract } = loaded({ 'main.wsdl': text });
    expect(elementNamed(contract, 'To')?.name.namespace).toBe('http://www.w3.org/2005/08/addressing');
  });

  it('of a well-known schema by its address', () => {
    loaded({
      'main.wsdl': wsdlWith(
        schema(
          `<xs:import namespace="http://www.w3.org/XML/1998/namespace" schemaLocation="http://www.w3.org/2001/xml.xsd"/>${root}
          <xs:complexType name="Type"><xs:attribute ref="xml:lang"/></xs:complexType>`,
          'urn:test',
        ),
      ),
    });
  });

  it('SW6309: is missing', () => {
    const { lines, contract } = load({ 'main.wsdl': main('', other) });
    expect(lines).toEqual([expect.stringMatching(/^SW6309 main\.wsdl:\d+:\d+ o:Other is used without an import/)]);
    expect(contract).toBeDefined();
  });

  it('SW6303: directly in wsdl:types', () => {
    const text = wsdlWith(`<xs:import namespace="urn:test" schemaLocation="types.xsd"/>`);
    const { codes, contract } = load({ 'main.wsdl': text, 'types.xsd': good });
    expect(codes).toEqual(['SW6303']);
    expect(fieldsOf(contract, 'Type')).toEqual(['a']);
  });

  it('SW6304: with location instead of schemaLocation', () => {
    const { codes, contract } = load({
      'main.wsdl': main('<xs:import namespace="urn:other" location="other.xsd"/>'),
      'other.xsd': other,
    });
    expect(codes).toEqual(['SW6304']);
    expect(fieldsOf(contract, 'Other')).toEqual(['b']);
  });

  it('SW6307: of another namespace than the file has', () => {
    const { codes, contract } = load({
      'main.wsdl': main('<xs:import namespace="urn:wrong" schemaLocation="other.xsd"/>'),
      'other.xsd': other,
    });
    expect(codes).toEqual(['SW6307']);
    expect(fieldsOf(contract, 'Other')).toEqual(['b']);
  });

  it('SW6308: of an address that nothing is needed from', () => {
    const text = wsdlWith(
      schema(`<xs:import namespace="urn:x" schemaLocation="https://example.com/x.xsd"/>${root}${type}`, 'urn:test'),
    );
    expect(load({ 'main.wsdl': text }).codes).toEqual(['SW6308']);
  });

  it('SW6007: of an address that something is needed from', () => {
    const { diagnostics, contract } = load({
      'main.wsdl': main('<xs:import namespace="urn:other" schemaLocation="https://example.com/x.xsd"/>'),
    });
    const found = diagnostics.find(({ code }) => code === 'SW6007');
    expect(found?.remedy).toContain('soapwright fetch');
    expect(found?.line).toBeGreaterThan(0);
    expect(contract).toBeUndefined();
  });

  it('SW6008: of a file other than a schema', () => {
    const { codes } = load({
      'main.wsdl': main('<xs:import namespace="urn:other" schemaLocation="other.xsd"/>', other),
      'other.xsd': '<html/>',
    });
    expect(codes).toEqual(['SW6008']);
  });

  it('in a circle of three files, each read once', () => {
    const part = (own: string, next: string): string =>
      schema(
        `<xs:import namespace="urn:${next}" schemaLocation="${next}.xsd"/>${sequence(own, `<xs:element name="x" type="n:${next}" minOccurs="0"/>`)}`,
        `urn:${own}`,
        `xmlns:n="urn:${next}"`,
      );
    const { reads, contract } = loaded({
      'main.wsdl': wsdlWith(
        schema(
          `<xs:import namespace="urn:a" schemaLocation="a.xsd"/>${root}${sequence('Type', '<xs:element name="a" type="n:a"/>')}`,
          'urn:test',
          'xmlns:n="urn:a"',
        ),
      ),
      'a.xsd': part('a', 'b'),
      'b.xsd': part('b', 'c'),
      'c.xsd': part('c', 'a'),
    });
    expect(reads).toEqual(['a.xsd', 'b.xsd', 'c.xsd']);
    expect(fieldsOf(contract, 'c')).toEqual(['x']);
  });
});

describe('xs:include', () => {
  it('of the same file by two ways declares its components once', () => {
    const { reads } = loaded({
      'main.wsdl': wsdlWith(
        schema('<xs:include schemaLocation="a/x.xsd"/><xs:include schemaLocation="./b/../a/x.xsd"/>', 'urn:test') +
          schema('<xs:include schemaLocation="a/./x.xsd"/>', 'urn:test'),
      ),
      'a/x.xsd': good,
    });
    expect(reads).toEqual(['a/x.xsd']);
  });

  it('of the file itself, and in circles', () => {
    loaded({
      'main.wsdl': wsdlWith(schema('<xs:include schemaLocation="x.xsd"/>', 'urn:test')),
      'x.xsd': schema(
        `<xs:include schemaLocation="x.xsd"/><xs:include schemaLocation="y.xsd"/>${root}${type}`,
        'urn:test',
      ),
      'y.xsd': schema('<xs:include schemaLocation="x.xsd"/>', 'urn:test'),
    });
  });

  it('gives a chameleon the namespace of each of its includers', () => {
    const item = `${sequence('Item', '<xs:element name="x" type="Code"/>')}<xs:simpleType name="Code"><xs:restriction base="xs:string"/></xs:simpleType>`;
    const { contract } = loaded({
      'main.wsdl': wsdlWith(
        schema(
          `<xs:include schemaLocation="item.xsd"/><xs:import namespace="urn:other"/>${root}
          ${sequence('Type', '<xs:element name="a" type="own:Item"/><xs:element name="b" type="o:Item"/>')}`,
          'urn:test',
          'xmlns:o="urn:other"',
        ) + schema('<xs:include schemaLocation="item.xsd"/>', 'urn:other', 'elementFormDefault="qualified"'),
      ),
      'item.xsd': schema(item, undefined, 'elementFormDefault="qualified"'),
    });
    const items = contract?.schemas.flatMap(({ types }) => types).filter(({ name }) => name.local === 'Item');
    expect(items?.map(({ name }) => name.namespace)).toEqual(['urn:test', 'urn:other']);
    expect(JSON.stringify(items?.[1])).toContain('{"namespace":"urn:other","local":"Code"}');
    expect(fieldsOf(contract, 'Item')).toEqual(['{urn:test}x']);
  });

  it('keeps the forms of each file of a namespace', () => {
    const part = (name: string, form: string): string =>
      schema(
        `<xs:complexType name="${name}"><xs:sequence><xs:element name="x"/></xs:sequence><xs:attribute name="y"/></xs:complexType>`,
        'urn:test',
        `elementFormDefault="${form}" attributeFormDefault="${form}"`,
      );
    const fields = ['A', 'B', 'C'].map((name) => `<xs:element name="${name}" type="own:${name}"/>`);
    const { contract } = loaded({
      'main.wsdl': wsdlWith(
        schema(
          `<xs:include schemaLocation="a.xsd"/>${root}${sequence('Type', fields.join(''))}`,
          'urn:test',
          'elementFormDefault="qualified"',
        ) +
          part('B', 'unqualified') +
          part('C', 'qualified'),
      ),
      'a.xsd': part('A', 'unqualified'),
    });
    expect([fieldsOf(contract, 'A'), fieldsOf(contract, 'B'), fieldsOf(contract, 'C')]).toEqual([
      ['x'],
      ['x'],
      ['{urn:test}x'],
    ]);
    expect(fieldsOf(contract, 'Type')).toEqual(['{urn:test}A', '{urn:test}B', '{urn:test}C']);
    expect(typeNamed(contract, 'C')).toMatchObject({ attributes: [{ name: { namespace: 'urn:test', local: 'y' } }] });
    expect(typeNamed(contract, 'A')).toMatchObject({ attributes: [{ name: { namespace: '', local: 'y' } }] });
  });

  it('SW6006: of a file that is missing', () => {
    const { lines } = load({
      'main.wsdl': wsdlWith(schema(`<xs:include schemaLocation="gone.xsd"/>${root}${type}`, 'urn:test')),
    });
    expect(lines).toEqual([expect.stringMatching(/^SW6006 main\.wsdl:\d+:\d+ There is no file gone\.xsd/)]);
  });

  it('SW6002: of a file other than XML, with the place in that file', () => {
    const { lines } = load({
      'main.wsdl': wsdlWith(schema(`<xs:include schemaLocation="bad.xsd"/>${root}${type}`, 'urn:test')),
      'bad.xsd': '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">\n  <xs:element>\n</xs:schema>',
    });
    expect(lines).toContainEqual(expect.stringMatching(/^SW6002 bad\.xsd:3:\d+ The XML is not well-formed here/));
  });
});

describe('declarations of one name', () => {
  const twice = (one: string, other: string, attributes = ''): LoadedFiles =>
    load({
      'main.wsdl': wsdlWith(
        schema(root + one, 'urn:test') + schema(other, 'urn:test', attributes),
        't:Root',
        'xmlns:p="urn:p"',
      ),
    });

  it('SW6302: that are equal are a warning that shows both', () => {
    const { diagnostics, contract } = twice(type, type.replace('xs:int', ' xs:int '));
    expect(diagnostics).toMatchObject([{ code: 'SW6302', severity: 'warning', related: [{ file: 'main.wsdl' }] }]);
    expect(contract).toBeDefined();
  });

  it('SW6302: whatever prefixes they are written with', () => {
    const own = sequence('Type', '<xs:element name="a" type="own:Type" minOccurs="0"/>');
    expect(twice(own, own.replace('own:', 't:')).codes).toEqual(['SW6302']);
  });

  it.each([
    ['other types', type.replace('xs:int', 'xs:date'), ''],
    ['other elements', type.replace('name="a"', 'name="b"'), ''],
    ['other forms', type, 'elementFormDefault="qualified"'],
    ['types of other namespaces', type.replace('xs:int', 'p:int'), ''],
  ])('SW6103: with %s are an error that shows both', (_, other, attributes) => {
    const { diagnostics, contract } = twice(type, other, attributes);
    const found = diagnostics.find(({ code }) => code === 'SW6103');
    expect(found).toMatchObject({ severity: 'error', file: 'main.wsdl', related: [{ file: 'main.wsdl' }] });
    expect(found?.related?.[0]?.line).toBeGreaterThan(0);
    expect(contract).toBeUndefined();
  });

  it('SW6343: in the WSDL itself are a warning that shows both, and the first one is used', () => {
    const text = wsdlWith(good).replace(
      '<wsdl:portType',
      '<wsdl:message name="M"><wsdl:part name="other" element="t:Root"/></wsdl:message><wsdl:portType',
    );
    const { diagnostics } = load({ 'main.wsdl': text });
    expect(diagnostics).toMatchObject([{ code: 'SW6343', severity: 'warning', related: [{ file: 'main.wsdl' }] }]);
  });
});

describe('a prefix without a declaration', () => {
  const included = (text: string): LoadedFiles =>
    load({
      'main.wsdl': wsdlWith(schema(`<xs:include schemaLocation="a.xsd"/>`, 'urn:test')),
      'a.xsd': `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:test">${text}</schema>`,
    });

  it('SW6352: is that of XML Schema, if it is called so', () => {
    const { contract, lines } = included('<xsd:element name="Root" type="xsd:int"/>');
    expect(lines).toEqual(['SW6352 a.xsd:1:78 The prefix xsd is not declared: it is taken for that of XML Schema.']);
    expect(contract && elementNamed(contract, 'Root')).toMatchObject({ type: { name: { local: 'int' } } });
  });

  it('is an error otherwise', () => {
    expect(included('<x:element name="Root"/>').codes).toContain('SW6002');
  });
});
