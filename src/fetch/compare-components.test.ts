import { describe, expect, it } from 'vitest';
import { readDocument } from '../contract/wsdl/document.ts';
import { affectedOperations } from './affected-operations.ts';
import { type ComponentChange, compareComponents } from './compare-components.ts';
import { componentsOf } from './wsdl-components.ts';

function components(...texts: readonly string[]) {
  return texts.flatMap((text) => {
    const { document } = readDocument({ location: 'a', name: 'a', bytes: Buffer.from(text) });
    if (document === undefined) throw new Error('It is not XML.');
    return componentsOf(document);
  });
}

function compare(before: string | readonly string[], after: string | readonly string[]): readonly string[] {
  const changes = compareComponents(components(...[before].flat()), components(...[after].flat()));
  return changes.map(({ kind, component, where }: ComponentChange) =>
    [kind, component, ...(where.length === 0 ? [] : [`(${where.join('; ')})`])].join(' '),
  );
}

const xs = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
const schema = (content: string, attributes = 'targetNamespace="urn:a"'): string =>
  `<xs:schema ${xs} xmlns:a="urn:a" ${attributes}>${content}</xs:schema>`;

const order = schema(`<xs:complexType name="Order"><xs:sequence>
  <xs:element name="Number" type="xs:int"/>
  <xs:element name="lines" maxOccurs="unbounded"><xs:complexType><xs:sequence>
    <xs:element name="amount" type="a:Amount"/>
  </xs:sequence><xs:attribute name="currency"/></xs:complexType></xs:element>
</xs:sequence></xs:complexType>
<xs:simpleType name="Colour"><xs:restriction base="xs:string"><xs:enumeration value="red"/></xs:restriction></xs:simpleType>`);

const wsdl = `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:b" targetNamespace="urn:b">
  <w:message name="In"><w:part name="parameters" element="t:In"/></w:message>
  <w:portType name="Billing"><w:operation name="Find"><w:input message="t:In"/></w:operation></w:portType>
  <w:binding name="Soap" type="t:Billing"><s:binding style="document"/><w:operation name="Find"><s:operation soapAction="urn:Find"/></w:operation></w:binding>
  <w:service name="Service"><w:port name="Soap" binding="t:Soap"><s:address location="http://h/"/></w:port></w:service>
</w:definitions>`;

describe('what does not count', () => {
  it.each<[string, string, string | readonly string[]]>([
    [
      'white space and comments',
      order,
      order.replaceAll('><', '>\n\n<!-- text --><').replaceAll(' type=', '\n  type='),
    ],
    [
      'prefixes',
      order,
      order
        .replaceAll('xs:', 'xsd:')
        .replace(xs, xs.replace('xs=', 'xsd='))
        .replaceAll('a:Amount', 'b:Amount')
        .replace('xmlns:a', 'xmlns:b'),
    ],
    ['the order of attributes', order, order.replace('name="Number" type="xs:int"', 'type="xs:int" name="Number"')],
    [
      'documentation',
      order,
      order.replace(
        '<xs:sequence>',
        '<xs:annotation><xs:documentation>Text.</xs:documentation></xs:annotation><xs:sequence>',
      ),
    ],
    [
      'defaults that are written out',
      order,
      order.replace('name="Number"', 'name="Number" minOccurs="1" nillable="0"'),
    ],
    ['ids', order, order.replace('name="Number"', 'name="Number" id="n"')],
    ['a form that is the default', order, order.replace('name="Number"', 'name="Number" form="unqualified"')],
    ['the order of components', `${wsdl}`, wsdl.replace(/( {2}<w:message.*\n)( {2}<w:portType.*\n)/, '$2$1')],
    [
      'locations of imports',
      schema('<xs:import namespace="urn:b" schemaLocation="a.xsd"/>'),
      schema('<xs:import namespace="urn:b" schemaLocation="b.xsd"/>'),
    ],
    [
      'the file that a component is in',
      schema('<xs:element name="a"/><xs:element name="b"/>'),
      [schema('<xs:element name="a"/>'), schema('<xs:element name="b"/>')],
    ],
    ['the same file twice', order, [order, order]],
    [
      'the draft of XML Schema that a namespace names',
      order,
      order.replace('http://www.w3.org/2001/XMLSchema', 'http://www.w3.org/2000/10/XMLSchema'),
    ],
  ])('%s', (_, before, after) => expect(compare(before, after)).toEqual([]));

  it('the order of documentation of a WSDL', () => {
    expect(compare(wsdl, wsdl.replace('<w:message', '<w:documentation>Text</w:documentation><w:message'))).toEqual([]);
  });
});

describe('components that were added or removed', () => {
  it.each([
    ['<xs:element name="A"/>', 'element A (urn:a)'],
    ['<xs:complexType name="A"/>', 'type A (urn:a)'],
    ['<xs:simpleType name="A"><xs:list itemType="xs:int"/></xs:simpleType>', 'type A (urn:a)'],
    ['<xs:attribute name="A"/>', 'attribute A (urn:a)'],
    ['<xs:group name="A"><xs:sequence/></xs:group>', 'group A (urn:a)'],
    ['<xs:attributeGroup name="A"/>', 'attribute group A (urn:a)'],
    ['<xs:notation name="A" public="a"/>', 'notation A (urn:a)'],
    ['<xs:redefine schemaLocation="b.xsd"><xs:complexType name="A"/></xs:redefine>', 'redefined type A (urn:a)'],
  ])('%s is %s', (text, name) => {
    expect(compare(schema(''), schema(text))).toEqual([`added ${name}`]);
    expect(compare(schema(text), schema(''))).toEqual([`removed ${name}`]);
  });

  it('are named as WSDL names them', () => {
    const text = wsdl
      .replace('<w:portType', '<w:message name="Out"/><w:portType')
      .replace('</w:portType>', '<w:operation name="Refund"/></w:portType><w:portType name="Other"/>')
      .replace('</w:binding>', '<w:operation name="Refund"/></w:binding><w:binding name="Soap12" type="t:Billing"/>')
      .replace('</w:service>', '<w:port name="Soap12" binding="t:Soap12"/></w:service><w:service name="More"/>')
      .replace(
        '</w:definitions>',
        '<p:Policy xmlns:p="http://www.w3.org/ns/ws-policy" xmlns:u="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" u:Id="P"/></w:definitions>',
      );
    expect(compare(wsdl, text)).toEqual([
      'added message Out',
      'added operation Billing.Refund',
      'added port type Other',
      'added binding of operation Soap.Refund',
      'added binding Soap12',
      'added port Service.Soap12',
      'added service More',
      'added policy P',
    ]);
  });
});

describe('components that were changed', () => {
  it.each<[string, string, readonly string[]]>([
    ['type="xs:int"', 'type="xs:long"', ['changed type Order (urn:a) (Number)']],
    ['name="Number"', 'name="Nr"', ['changed type Order (urn:a) (Nr (added); Number (removed))']],
    ['type="a:Amount"', 'type="a:Money"', ['changed type Order (urn:a) (lines/amount)']],
    ['name="currency"', 'name="currency" use="required"', ['changed type Order (urn:a) (lines/currency)']],
    ['maxOccurs="unbounded"', 'maxOccurs="9"', ['changed type Order (urn:a) (lines)']],
    ['name="Number"', 'name="Number" fixed="0"', ['changed type Order (urn:a) (Number)']],
    ['name="Order"', 'name="Order" mixed="true"', ['changed type Order (urn:a) (itself)']],
    ['value="red"', 'value="red "', ['changed type Colour (urn:a) ("red " (added); "red" (removed))']],
    ['urn:a"', 'urn:b"', []],
    [
      'targetNamespace="urn:a"',
      'targetNamespace="urn:a" elementFormDefault="qualified"',
      ['changed type Order (urn:a) (Number; lines; lines/amount)'],
    ],
    ['xs:string', 'xs:token', ['changed type Colour (urn:a) (itself)']],
  ])('%s to %s', (from, to, expected) => {
    if (expected.length > 0) expect(compare(order, order.replace(from, to))).toEqual(expected);
    else expect(compare(order, order.replaceAll(from, to))).toHaveLength(4);
  });

  it('in the order of their members', () => {
    const [first, second] = ['<xs:element name="a"/>', '<xs:element name="b"/>'];
    const group = (content: string): string =>
      schema(`<xs:group name="G"><xs:sequence>${content}</xs:sequence></xs:group>`);
    expect(compare(group(`${first}${second}`), group(`${second}${first}`))).toEqual([
      'changed group G (urn:a) (the order of its members)',
    ]);
  });

  it('in many members, naming some of them', () => {
    const all = (type: string): string =>
      schema(
        `<xs:group name="G"><xs:sequence>${Array.from({ length: 20 }, (_, index) => `<xs:element name="e${index}" type="xs:${type}"/>`).join('')}</xs:sequence></xs:group>`,
      );
    expect(compare(all('int'), all('long')).join()).toMatch(/e0; e1; .*e11; 8 more\)$/);
  });

  it('in the parts of a WSDL', () => {
    expect(compare(wsdl, wsdl.replace('element="t:In"', 'element="t:Other"'))).toEqual([
      'changed message In (parameters)',
    ]);
    expect(compare(wsdl, wsdl.replace('<w:input message="t:In"/>', '<w:input message="t:Other"/>'))).toEqual([
      'changed operation Billing.Find (itself)',
    ]);
    expect(compare(wsdl, wsdl.replace('urn:Find', 'urn:find'))).toEqual([
      'changed binding of operation Soap.Find (itself)',
    ]);
    expect(compare(wsdl, wsdl.replace('http://h/', 'http://i/'))).toEqual(['changed port Service.Soap (itself)']);
  });
});

describe('operations that use what changed', () => {
  const parts = (
    type: string,
  ): string => `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:b" xmlns:a="urn:a" targetNamespace="urn:b">
  <w:types>${schema(type)}</w:types>
  <w:message name="In"><w:part name="parameters" element="a:In"/></w:message>
  <w:message name="Rpc"><w:part name="value" type="a:Colour"/></w:message>
  <w:message name="Head"><w:part name="head" element="a:Head"/></w:message>
  <w:portType name="P">
    <w:operation name="Find"><w:input message="t:In"/></w:operation>
    <w:operation name="Paint"><w:input message="t:Rpc"/></w:operation>
    <w:operation name="Ping"/>
  </w:portType>
  <w:binding name="B" type="t:P">
    <w:operation name="Ping"><w:input><s:header message="t:Head" part="head" use="literal"/></w:input></w:operation>
  </w:binding>
</w:definitions>`;
  const types = `<xs:element name="In" type="a:Order"/><xs:element name="Head" type="xs:string"/>
<xs:complexType name="Order"><xs:complexContent><xs:extension base="a:Base"><xs:attributeGroup ref="a:G"/></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Base"><xs:sequence><xs:element ref="a:Item"/><xs:group ref="a:Particles"/></xs:sequence></xs:complexType>
<xs:element name="Item" type="xs:string"/><xs:element name="Special" substitutionGroup="a:Item" type="xs:string"/>
<xs:group name="Particles"><xs:sequence><xs:element name="n" type="xs:int"/></xs:sequence></xs:group>
<xs:attributeGroup name="G"><xs:attribute ref="a:at"/></xs:attributeGroup><xs:attribute name="at" type="xs:int"/>
<xs:simpleType name="Colour"><xs:union memberTypes="a:Red a:Blue"/></xs:simpleType>
<xs:simpleType name="Red"><xs:list itemType="a:One"/></xs:simpleType><xs:simpleType name="Blue"><xs:restriction base="xs:string"/></xs:simpleType>
<xs:simpleType name="One"><xs:restriction base="xs:int"/></xs:simpleType><xs:complexType name="Unused"/>`;

  it.each<[string, string, readonly string[]]>([
    ['name="n" type="xs:int"', 'name="n" type="xs:long"', ['P.Find']],
    ['name="at" type="xs:int"', 'name="at" type="xs:long"', ['P.Find']],
    ['name="Special"', 'name="Other"', ['P.Find']],
    ['name="Item" type="xs:string"', 'name="Item" type="xs:token"', ['P.Find']],
    ['<xs:restriction base="xs:int"/>', '<xs:restriction base="xs:long"/>', ['P.Paint']],
    ['name="Head" type="xs:string"', 'name="Head" type="xs:token"', ['P.Ping']],
    ['name="Unused"', 'name="Unused" abstract="true"', []],
  ])('%s to %s: %j', (from, to, expected) => {
    const before = components(parts(types));
    const after = components(parts(types.replace(from, to)));
    expect(affectedOperations([...before, ...after], compareComponents(before, after))).toEqual(expected);
  });

  it('are not named if they changed themselves', () => {
    const before = components(parts(types));
    const after = components(
      parts(types).replace(
        '<w:operation name="Ping"/>',
        '<w:operation name="Ping"><w:input message="t:In"/></w:operation>',
      ),
    );
    expect(affectedOperations([...before, ...after], compareComponents(before, after))).toEqual([]);
  });
});
