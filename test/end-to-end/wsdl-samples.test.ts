import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emit } from '../../src/emit/index.ts';
import { catalogued } from '../../src/wsdl/catalogue/catalogue.ts';
import { checkSamples } from '../corpus/samples/check-samples.ts';
import { OriginalSchemas } from '../corpus/samples/original-schemas.ts';
import { hasXmllint } from '../interop/schemas.ts';
import { bareOperation, contractOfWsdl, type WsdlParts, wsdlText } from '../support/generator/wsdl-contract.ts';

/** An operation in rpc style with one part in a namespace. */
function rpcOperation(namespace: string, part: string): Partial<WsdlParts> {
  const body = `<soap:body use="literal" namespace="${namespace}"/>`;
  return {
    style: 'rpc',
    messages: `<wsdl:message name="Do"><wsdl:part name="x" ${part}/></wsdl:message>`,
    operations: '<wsdl:operation name="Do"><wsdl:input message="t:Do"/><wsdl:output message="t:Do"/></wsdl:operation>',
    bound: `<wsdl:operation name="Do"><soap:operation soapAction=""/><wsdl:input>${body}</wsdl:input><wsdl:output>${body}</wsdl:output></wsdl:operation>`,
  };
}

const withHeader = bareOperation('Do', 't:Do');
const headerPart: Partial<WsdlParts> = {
  ...withHeader,
  messages: `${withHeader.messages}<wsdl:message name="H"><wsdl:part name="ticket" type="xs:string"/></wsdl:message>`,
  bound: withHeader.bound.replace(
    '<wsdl:input>',
    '<wsdl:input><soap:header message="t:H" part="ticket" use="literal"/>',
  ),
};

function element(content: string, more = ''): Partial<WsdlParts> {
  const schema = `<xs:element name="Do"><xs:complexType>${content}</xs:complexType></xs:element>${more}`;
  return { schema, ...bareOperation('Do', 't:Do') };
}

/** With an element that a strict wildcard admits. */
function withEmptyOutput(content: string): Partial<WsdlParts> {
  const parts = element(content, '<xs:element name="Empty"><xs:complexType/></xs:element>');
  const message = '<wsdl:message name="Empty"><wsdl:part name="body" element="t:Empty"/></wsdl:message>';
  return {
    ...parts,
    messages: `${parts.messages}${message}`,
    operations: parts.operations?.replace('output message="t:Do"', 'output message="t:Empty"') ?? '',
  };
}

/** An element and an attribute of a simple type. */
function simple(definition: string, more = ''): Partial<WsdlParts> {
  const type = `<xs:simpleType name="S">${definition}</xs:simpleType>`;
  return element(
    '<xs:sequence><xs:element name="a" type="t:S"/></xs:sequence><xs:attribute name="b" type="t:S"/>',
    type + more,
  );
}

const deep = Array.from(
  { length: 20 },
  (_, depth) =>
    `<xs:complexType name="L${depth}"><xs:sequence><xs:element name="e" type="${depth === 19 ? 'xs:int' : `t:L${depth + 1}`}"/></xs:sequence></xs:complexType>`,
).join('');

const cases: readonly (readonly [what: string, parts: Partial<WsdlParts>])[] = [
  ['rpc wrappers in a namespace without a schema', rpcOperation('urn:wrappers', 'type="xs:int"')],
  ['header blocks of parts with types', headerPart],
  ['attributes of the XML namespace', element('<xs:attribute ref="xml:lang" use="required"/>')],
  [
    'required records twenty levels deep',
    element('<xs:sequence><xs:element name="a" type="t:L0"/></xs:sequence>', deep),
  ],
  [
    'optional elements of abstract types without derived ones',
    element(
      '<xs:sequence><xs:element name="a" type="t:A" minOccurs="0"/></xs:sequence>',
      '<xs:complexType name="A" abstract="true"/>',
    ),
  ],
  [
    'required records that have only abstract types in other optional ones',
    element(
      '<xs:sequence><xs:element name="a" type="t:A" minOccurs="0"/><xs:element name="n" type="xs:int" minOccurs="0"/></xs:sequence>',
      '<xs:complexType name="A"><xs:sequence><xs:element name="b" type="t:B"/></xs:sequence></xs:complexType><xs:complexType name="B" abstract="true"/>',
    ),
  ],
  [
    'abstract types among the derived ones',
    element(
      '<xs:sequence><xs:element name="a" type="t:A" maxOccurs="5"/></xs:sequence>',
      `<xs:complexType name="A" abstract="true"/>${['B', 'C', 'D']
        .map(
          (name) =>
            `<xs:complexType name="${name}" abstract="${name === 'B'}"><xs:complexContent><xs:extension base="t:A"/></xs:complexContent></xs:complexType>`,
        )
        .join('')}`,
    ),
  ],
  ['required strict wildcards', withEmptyOutput('<xs:sequence><xs:any/></xs:sequence>')],
  [
    'recursion that a later case of a choice ends',
    element(
      '<xs:sequence><xs:element name="a" type="t:A"/></xs:sequence>',
      '<xs:complexType name="A"><xs:choice><xs:element name="not" type="t:N"/><xs:element name="and" type="t:N" minOccurs="2" maxOccurs="2"/><xs:element name="is" type="xs:int"/></xs:choice></xs:complexType><xs:complexType name="N"><xs:sequence><xs:element name="of" type="t:A"/></xs:sequence></xs:complexType>',
    ),
  ],
  [
    'nil values and records',
    element(
      '<xs:sequence><xs:element name="a" type="xs:int" nillable="true"/><xs:element name="b" type="t:B" nillable="true" maxOccurs="2"/></xs:sequence>',
      '<xs:complexType name="B"><xs:sequence><xs:element name="c" type="xs:date"/></xs:sequence><xs:attribute name="d" type="xs:int"/></xs:complexType>',
    ),
  ],
  ['attributes of other namespaces', element('<xs:anyAttribute namespace="##other" processContents="lax"/>')],
  ['any attributes', element('<xs:sequence/><xs:anyAttribute processContents="skip"/>')],
  [
    'enumerations with other facets',
    simple(
      '<xs:restriction base="t:Base"><xs:enumeration value="AB"/><xs:enumeration value="CD"/></xs:restriction>',
      '<xs:simpleType name="Base"><xs:restriction base="xs:token"><xs:pattern value="[A-Z]{2}"/></xs:restriction></xs:simpleType>',
    ),
  ],
  [
    'several patterns of one step and of several',
    simple(
      '<xs:restriction base="t:Base"><xs:pattern value="\\d+"/><xs:pattern value="[a-f]+\\d*"/></xs:restriction>',
      '<xs:simpleType name="Base"><xs:restriction base="xs:string"><xs:pattern value=".{3,5}"/><xs:maxLength value="4"/></xs:restriction></xs:simpleType>',
    ),
  ],
  [
    'telephone numbers and codes',
    simple(
      '<xs:restriction base="xs:string"><xs:pattern value="(\\+\\d{1,3}( )?)?((\\(\\d{3}\\))|\\d{3})[- .]?\\d{3}[- .]?\\d{4}"/><xs:minLength value="12"/></xs:restriction>',
    ),
  ],
  [
    'UUIDs',
    simple(
      '<xs:restriction base="xs:string"><xs:pattern value="[\\da-fA-F]{8}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{12}"/></xs:restriction>',
    ),
  ],
  [
    'lists of enumerations with lengths',
    simple(
      '<xs:restriction base="t:L"><xs:minLength value="2"/><xs:maxLength value="3"/></xs:restriction>',
      '<xs:simpleType name="L"><xs:list itemType="t:E"/></xs:simpleType><xs:simpleType name="E"><xs:restriction base="xs:NMTOKEN"><xs:enumeration value="a"/><xs:enumeration value="b"/></xs:restriction></xs:simpleType>',
    ),
  ],
  [
    'unions of numbers and names',
    simple(
      '<xs:union memberTypes="xs:int t:E"><xs:simpleType><xs:restriction base="xs:date"/></xs:simpleType></xs:union>',
      '<xs:simpleType name="E"><xs:restriction base="xs:string"><xs:enumeration value="unbounded"/></xs:restriction></xs:simpleType>',
    ),
  ],
  [
    'enumerations of unions',
    simple(
      '<xs:restriction base="t:U"><xs:enumeration value="5"/><xs:enumeration value="x"/></xs:restriction>',
      '<xs:simpleType name="U"><xs:union memberTypes="xs:int xs:string"/></xs:simpleType>',
    ),
  ],
  ['QNames', simple('<xs:restriction base="xs:QName"/>')],
  [
    'numbers with digits and ranges',
    simple(
      '<xs:restriction base="xs:decimal"><xs:totalDigits value="5"/><xs:fractionDigits value="2"/><xs:minExclusive value="0"/><xs:maxInclusive value="0.75"/></xs:restriction>',
    ),
  ],
  [
    'large bounds',
    simple(
      '<xs:restriction base="xs:nonNegativeInteger"><xs:minInclusive value="18446744073709551616"/></xs:restriction>',
    ),
  ],
  [
    'times with bounds',
    simple(
      '<xs:restriction base="xs:dateTime"><xs:minInclusive value="2030-01-01T00:00:00Z"/><xs:maxExclusive value="2031-01-01T00:00:00Z"/></xs:restriction>',
    ),
  ],
  [
    'dates with patterns',
    simple('<xs:restriction base="xs:date"><xs:pattern value="[0-9]{4}-[0-9]{2}-[0-9]{2}"/></xs:restriction>'),
  ],
  [
    'numbers with patterns',
    simple('<xs:restriction base="xs:decimal"><xs:pattern value="\\d{1,5}\\.\\d{2}"/></xs:restriction>'),
  ],
  [
    'binary values of a length',
    simple('<xs:restriction base="xs:base64Binary"><xs:length value="20"/></xs:restriction>'),
  ],
  [
    'gregorian parts and durations',
    element(
      `<xs:sequence>${['gYear', 'gYearMonth', 'gMonth', 'gMonthDay', 'gDay', 'duration', 'time', 'hexBinary', 'language', 'Name', 'NMTOKENS', 'anyURI', 'float', 'double', 'unsignedLong', 'negativeInteger', 'normalizedString', 'NCName', 'byte'].map((type) => `<xs:element name="${type}" type="xs:${type}"/>`).join('')}</xs:sequence>`,
    ),
  ],
  [
    'fixed and default values',
    element(
      '<xs:sequence><xs:element name="a" type="xs:int" fixed="7"/><xs:element name="b" type="xs:string" default="x"/><xs:element name="c" type="xs:boolean" fixed="true" minOccurs="0"/></xs:sequence><xs:attribute name="d" type="xs:string" fixed="y"/><xs:attribute name="e" type="xs:int" default="4"/><xs:attribute name="f" type="xs:string" use="required" fixed="z"/>',
    ),
  ],
  [
    'IDs and references to them',
    element(
      '<xs:sequence><xs:element name="a" maxOccurs="3" minOccurs="2"><xs:complexType><xs:attribute name="id" type="xs:ID" use="required"/></xs:complexType></xs:element><xs:element name="r" type="xs:IDREF"/></xs:sequence>',
    ),
  ],
  [
    'uniqueness and keys',
    element(
      '<xs:sequence><xs:element name="a" minOccurs="1" maxOccurs="3"><xs:complexType><xs:attribute name="k" type="xs:string" use="required"/></xs:complexType></xs:element></xs:sequence>',
    ),
  ],
  [
    'substitution groups with an abstract head',
    element(
      '<xs:sequence><xs:element ref="t:Head" maxOccurs="4"/></xs:sequence>',
      '<xs:element name="Head" abstract="true" type="xs:string"/><xs:element name="A" substitutionGroup="t:Head" type="xs:string"/><xs:element name="B" substitutionGroup="t:Head" type="t:Short"/><xs:simpleType name="Short"><xs:restriction base="xs:string"><xs:maxLength value="2"/></xs:restriction></xs:simpleType>',
    ),
  ],
  [
    'named groups, choices in sequences and repeated sequences',
    element(
      '<xs:sequence><xs:group ref="t:G" minOccurs="0" maxOccurs="2"/><xs:choice minOccurs="2" maxOccurs="4"><xs:element name="x" type="xs:int"/><xs:sequence><xs:element name="y" type="xs:int"/><xs:element name="z" type="xs:int" minOccurs="0"/></xs:sequence></xs:choice><xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:element name="p" type="xs:int"/><xs:element name="q" type="xs:int"/></xs:sequence></xs:sequence>',
      '<xs:group name="G"><xs:choice><xs:element name="m" type="xs:int"/><xs:element name="n" type="xs:int" maxOccurs="2"/></xs:choice></xs:group>',
    ),
  ],
  [
    'content of all',
    element('<xs:all><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int" minOccurs="0"/></xs:all>'),
  ],
  [
    'mixed content with choices',
    {
      schema:
        '<xs:element name="Do"><xs:complexType mixed="true"><xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="b" type="xs:string"/><xs:element ref="t:i"/></xs:choice></xs:complexType></xs:element><xs:element name="i" type="xs:token"/>',
      ...bareOperation('Do', 't:Do'),
    },
  ],
  [
    'extended and restricted types with attributes',
    element(
      '<xs:sequence><xs:element name="a" type="t:B" maxOccurs="3"/><xs:element name="r" type="t:R"/></xs:sequence>',
      '<xs:complexType name="A"><xs:sequence><xs:element name="x" type="xs:int"/><xs:element name="y" type="xs:int" minOccurs="0"/></xs:sequence><xs:attribute name="k" type="xs:int"/></xs:complexType><xs:complexType name="B"><xs:complexContent><xs:extension base="t:A"><xs:sequence><xs:element name="z" type="xs:int"/></xs:sequence><xs:attributeGroup ref="t:AG"/></xs:extension></xs:complexContent></xs:complexType><xs:attributeGroup name="AG"><xs:attribute name="m" type="xs:int" use="required"/></xs:attributeGroup><xs:complexType name="R"><xs:complexContent><xs:restriction base="t:A"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence><xs:attribute name="k" use="prohibited"/></xs:restriction></xs:complexContent></xs:complexType>',
    ),
  ],
  [
    'text with attributes, restricted',
    element(
      '<xs:sequence><xs:element name="p" type="t:Q"/></xs:sequence>',
      '<xs:complexType name="P"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="c" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType><xs:complexType name="Q"><xs:simpleContent><xs:restriction base="t:P"><xs:maxInclusive value="-5"/><xs:attribute name="c" use="required" type="xs:string"/></xs:restriction></xs:simpleContent></xs:complexType>',
    ),
  ],
  [
    'content of any type',
    element(
      '<xs:sequence><xs:element name="a" type="xs:anyType"/><xs:element name="b"/><xs:element name="c" type="xs:anySimpleType"/></xs:sequence>',
    ),
  ],
  [
    'wildcards of several kinds',
    element(
      '<xs:sequence><xs:element name="a" type="xs:int"/><xs:any namespace="##local" processContents="skip" minOccurs="0"/><xs:any namespace="urn:x urn:y" processContents="lax" maxOccurs="2"/></xs:sequence>',
    ),
  ],
  [
    'lax wildcards of the target namespace',
    element('<xs:sequence><xs:any namespace="##targetNamespace" processContents="lax"/></xs:sequence>'),
  ],
  [
    'unqualified elements among qualified ones',
    element(
      '<xs:sequence><xs:element name="a" form="unqualified" type="xs:int"/><xs:element name="b" type="t:U"/></xs:sequence>',
      '<xs:complexType name="U"><xs:sequence><xs:element name="c" form="unqualified" type="xs:QName"/></xs:sequence><xs:attribute name="q" form="qualified" type="xs:int" use="required"/></xs:complexType>',
    ),
  ],
  [
    'choices that may be empty and required choices of one',
    element(
      '<xs:sequence><xs:choice><xs:element name="a" minOccurs="0" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice><xs:choice><xs:element name="c" type="xs:int"/></xs:choice><xs:choice minOccurs="0"/><xs:sequence><xs:choice><xs:element name="d" maxOccurs="0" minOccurs="0" type="xs:int"/></xs:choice></xs:sequence></xs:sequence>',
    ),
  ],
  [
    'strings that keep their white space',
    simple(
      '<xs:restriction base="xs:string"><xs:whiteSpace value="preserve"/><xs:length value="3"/><xs:pattern value=" \\S "/></xs:restriction>',
    ),
  ],
  [
    'bodies that are simple, nillable and of any type',
    { schema: '<xs:element name="Do" type="xs:dateTime" nillable="true"/>', ...bareOperation('Do', 't:Do') },
  ],
  ['bodies of any type', { schema: '<xs:element name="Do" type="xs:anyType"/>', ...bareOperation('Do', 't:Do') }],
  [
    'bodies of abstract types',
    {
      schema:
        '<xs:element name="Do" type="t:A"/><xs:complexType name="A" abstract="true"/><xs:complexType name="B"><xs:complexContent><xs:extension base="t:A"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>',
      ...bareOperation('Do', 't:Do'),
    },
  ],
  [
    'lists in attributes, and of dates',
    element(
      '<xs:attribute name="a" use="required"><xs:simpleType><xs:list itemType="xs:date"/></xs:simpleType></xs:attribute><xs:attribute name="b" type="xs:NMTOKENS"/>',
    ),
  ],
  [
    'rpc parts that are elements and records',
    {
      ...rpcOperation('urn:test', 'type="t:R"'),
      schema:
        '<xs:complexType name="R"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>',
    },
  ],
  [
    'names with dots, dashes and reserved words',
    element(
      '<xs:sequence><xs:element name="a.b" type="xs:int"/><xs:element name="a-b" type="xs:int"/><xs:element name="class" type="xs:int"/><xs:element name="constructor" type="xs:int"/><xs:element name="__proto__" type="xs:int"/></xs:sequence>',
    ),
  ],
  [
    'the same element in several places',
    element(
      '<xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence>',
    ),
  ],
  [
    'named groups without elements',
    element(
      '<xs:sequence><xs:group ref="t:G"/><xs:element name="a" type="xs:int"/></xs:sequence>',
      '<xs:group name="G"><xs:sequence/></xs:group>',
    ),
  ],
  [
    'attribute groups in groups, and attributes of other names',
    element(
      '<xs:sequence/><xs:attributeGroup ref="t:A"/>',
      '<xs:attributeGroup name="A"><xs:attributeGroup ref="t:B"/><xs:attribute name="x" type="xs:boolean" use="required"/></xs:attributeGroup><xs:attributeGroup name="B"><xs:attribute ref="t:y" use="required"/></xs:attributeGroup><xs:attribute name="y" type="xs:time"/>',
    ),
  ],
  [
    'extended text with enumerations',
    element(
      '<xs:sequence><xs:element name="a" type="t:C"/></xs:sequence>',
      '<xs:simpleType name="E"><xs:restriction base="xs:string"><xs:enumeration value="a b"/><xs:enumeration value=""/></xs:restriction></xs:simpleType><xs:complexType name="C"><xs:simpleContent><xs:extension base="t:E"><xs:attribute name="k" type="t:E" use="required"/></xs:extension></xs:simpleContent></xs:complexType>',
    ),
  ],
  [
    'a hierarchy of three levels in a choice',
    element(
      '<xs:choice><xs:element name="a" type="t:A"/><xs:element name="b" type="t:B" nillable="true"/></xs:choice>',
      '<xs:complexType name="A"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType><xs:complexType name="B"><xs:complexContent><xs:extension base="t:A"><xs:sequence><xs:element name="y" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType><xs:complexType name="C" abstract="true"><xs:complexContent><xs:extension base="t:B"><xs:choice><xs:element name="z" type="xs:int"/><xs:element name="w" type="t:A"/></xs:choice></xs:extension></xs:complexContent></xs:complexType><xs:complexType name="D"><xs:complexContent><xs:extension base="t:C"/></xs:complexContent></xs:complexType>',
    ),
  ],
  [
    'text types with derived ones',
    element(
      '<xs:sequence><xs:element name="a" type="t:A" maxOccurs="2"/></xs:sequence>',
      '<xs:complexType name="A"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="k" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType><xs:complexType name="B"><xs:simpleContent><xs:extension base="t:A"><xs:attribute name="m" type="xs:int" use="required"/></xs:extension></xs:simpleContent></xs:complexType>',
    ),
  ],
  [
    'mixed content with derived types and attributes',
    element(
      '<xs:sequence><xs:element name="a" type="t:M"/></xs:sequence>',
      '<xs:complexType name="M" mixed="true"><xs:sequence><xs:element name="b" type="xs:int" minOccurs="0"/></xs:sequence><xs:attribute name="k" type="xs:int" use="required"/></xs:complexType><xs:complexType name="N" mixed="true"><xs:complexContent><xs:extension base="t:M"><xs:sequence><xs:element name="c" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>',
    ),
  ],
  [
    'substitution groups with hierarchies of types',
    element(
      '<xs:sequence><xs:element ref="t:Shape" maxOccurs="unbounded"/></xs:sequence>',
      '<xs:element name="Shape" type="t:S" abstract="true"/><xs:element name="Circle" type="t:C" substitutionGroup="t:Shape"/><xs:element name="Any" type="t:S" substitutionGroup="t:Shape"/><xs:complexType name="S"><xs:sequence/></xs:complexType><xs:complexType name="C"><xs:complexContent><xs:extension base="t:S"><xs:sequence><xs:element name="r" type="xs:double"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>',
    ),
  ],
  [
    'references to elements that are nillable, fixed and simple',
    element(
      '<xs:sequence><xs:element ref="t:N"/><xs:element ref="t:F" minOccurs="0"/></xs:sequence>',
      '<xs:element name="N" type="xs:int" nillable="true"/><xs:element name="F" type="xs:token" fixed="x y"/>',
    ),
  ],
  [
    'lists with many required items and choices that repeat',
    element(
      '<xs:sequence><xs:element name="a" type="xs:int" minOccurs="30" maxOccurs="40"/><xs:choice minOccurs="3" maxOccurs="3"><xs:element name="b" type="xs:int"/><xs:element name="c" type="xs:int"/></xs:choice></xs:sequence>',
    ),
  ],
  [
    'sequences that repeat with wildcards at their end',
    element(
      '<xs:sequence><xs:sequence maxOccurs="3"><xs:element name="a" type="xs:int"/></xs:sequence><xs:any namespace="##other" processContents="skip" minOccurs="2" maxOccurs="unbounded"/></xs:sequence>',
    ),
  ],
  [
    'patterns with classes of characters and alternatives',
    simple(
      '<xs:restriction base="xs:string"><xs:pattern value="[\\p{Lu}-[A-Y]]{2}(foo|bar){1,2}[^a-z\\s]"/></xs:restriction>',
    ),
  ],
  [
    'patterns with bounds of length far apart',
    simple(
      '<xs:restriction base="xs:string"><xs:pattern value="[A-Z0-9]*"/><xs:minLength value="100"/><xs:maxLength value="120"/></xs:restriction>',
    ),
  ],
  [
    'integers with patterns and bounds',
    simple(
      '<xs:restriction base="xs:integer"><xs:pattern value="[1-9][0-9]{3}"/><xs:minInclusive value="2000"/></xs:restriction>',
    ),
  ],
  [
    'e-mail addresses and host names',
    simple(
      '<xs:restriction base="xs:string"><xs:pattern value="([a-zA-Z0-9_\\-\\.]+)@((\\[[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}\\.)|(([a-zA-Z0-9\\-]+\\.)+))([a-zA-Z]{2,4}|[0-9]{1,3})(\\]?)"/></xs:restriction>',
    ),
  ],
  [
    'durations and times with bounds and patterns',
    element(
      '<xs:sequence><xs:element name="a" type="t:D"/><xs:element name="b" type="t:T"/></xs:sequence>',
      '<xs:simpleType name="D"><xs:restriction base="xs:duration"><xs:minExclusive value="P1D"/></xs:restriction></xs:simpleType><xs:simpleType name="T"><xs:restriction base="xs:dateTime"><xs:pattern value=".*Z"/></xs:restriction></xs:simpleType>',
    ),
  ],
  [
    'unions with patterns',
    simple(
      '<xs:restriction base="t:U"><xs:pattern value="\\d{3}"/></xs:restriction>',
      '<xs:simpleType name="U"><xs:union memberTypes="xs:int xs:token"/></xs:simpleType>',
    ),
  ],
  [
    'lists with patterns and enumerations',
    element(
      '<xs:attribute name="a" type="t:P" use="required"/><xs:attribute name="b" type="t:Q" use="required"/>',
      '<xs:simpleType name="L"><xs:list itemType="xs:int"/></xs:simpleType><xs:simpleType name="P"><xs:restriction base="t:L"><xs:length value="2"/><xs:pattern value="\\d \\d"/></xs:restriction></xs:simpleType><xs:simpleType name="Q"><xs:restriction base="t:L"><xs:enumeration value="1 2"/></xs:restriction></xs:simpleType>',
    ),
  ],
  [
    'totals of digits with negative bounds',
    simple(
      '<xs:restriction base="xs:decimal"><xs:totalDigits value="3"/><xs:fractionDigits value="1"/><xs:minInclusive value="-9.9"/><xs:maxExclusive value="-1"/></xs:restriction>',
    ),
  ],
  [
    'doubles with bounds',
    simple(
      '<xs:restriction base="xs:double"><xs:minExclusive value="-90.0"/><xs:maxInclusive value="-45.5"/></xs:restriction>',
    ),
  ],
  [
    'notations and ENTITY',
    element('<xs:attribute name="a" type="xs:NMTOKEN" use="required"/><xs:attribute name="b" type="xs:Name"/>'),
  ],
  [
    'recursive types through lists, hierarchies and groups',
    element(
      '<xs:sequence><xs:element name="n" type="t:Node"/></xs:sequence>',
      '<xs:complexType name="Node" abstract="true"><xs:sequence/></xs:complexType><xs:complexType name="Leaf"><xs:complexContent><xs:extension base="t:Node"><xs:sequence><xs:element name="v" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType><xs:complexType name="Branch"><xs:complexContent><xs:extension base="t:Node"><xs:sequence><xs:group ref="t:Two"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType><xs:group name="Two"><xs:sequence><xs:element name="l" type="t:Node"/><xs:element name="r" type="t:Node"/></xs:sequence></xs:group>',
    ),
  ],
  ['optional strict wildcards', element('<xs:sequence><xs:any minOccurs="0" namespace="##other"/></xs:sequence>')],
  [
    'lax wildcards for elements and for those of other namespaces',
    element('<xs:sequence><xs:any processContents="lax" namespace="##other" maxOccurs="2"/></xs:sequence>'),
  ],
];

describe.skipIf(!hasXmllint)('samples of messages are valid, and the same after they were read and written', () => {
  let folder: string;
  let count = 0;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-wsdl-samples-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(cases)('P3: %s', async (_, parts) => {
    const text = wsdlText({
      schema: '<xs:element name="Do" type="xs:int"/>',
      ...bareOperation('Do', 't:Do'),
      ...parts,
    });
    const contract = contractOfWsdl(text);
    const emitted = await emit(contract, { source: 'test.wsdl', importExtension: 'ts' });
    const file = { location: 'test.wsdl', name: 'test.wsdl', bytes: new TextEncoder().encode(text) };
    const own = join(folder, String(count++));
    const schemas = new OriginalSchemas(own, file, { wellKnown: catalogued });
    const files = new Map(emitted.map((one) => [one.path, one.text]));
    const { failures, schemaError } = await checkSamples({ folder: own, schemas, contract, files });
    expect([schemaError, failures]).toEqual([undefined, []]);
  });
});
