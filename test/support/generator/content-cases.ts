import { element, rpcOperation, type SampleCase, withEmptyOutput } from './sample-parts.ts';
import { bareOperation, type WsdlParts } from './wsdl-contract.ts';

const withHeader = bareOperation('Do', 't:Do');
const headerPart: Partial<WsdlParts> = {
  ...withHeader,
  messages: `${withHeader.messages}<wsdl:message name="H"><wsdl:part name="ticket" type="xs:string"/></wsdl:message>`,
  bound: withHeader.bound.replace(
    '<wsdl:input>',
    '<wsdl:input><soap:header message="t:H" part="ticket" use="literal"/>',
  ),
};

/** Content models, attributes, wildcards and messages. */
export const contentCases: readonly SampleCase[] = [
  ['rpc wrappers in a namespace without a schema', rpcOperation('urn:wrappers', 'type="xs:int"')],
  ['header blocks of parts with types', headerPart],
  ['attributes of the XML namespace', element('<xs:attribute ref="xml:lang" use="required"/>')],
  ['required strict wildcards', withEmptyOutput('<xs:sequence><xs:any/></xs:sequence>')],
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
    'bodies that are simple, nillable and of any type',
    { schema: '<xs:element name="Do" type="xs:dateTime" nillable="true"/>', ...bareOperation('Do', 't:Do') },
  ],
  ['bodies of any type', { schema: '<xs:element name="Do" type="xs:anyType"/>', ...bareOperation('Do', 't:Do') }],
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
  ['optional strict wildcards', element('<xs:sequence><xs:any minOccurs="0" namespace="##other"/></xs:sequence>')],
  [
    'lax wildcards for elements and for those of other namespaces',
    element('<xs:sequence><xs:any processContents="lax" namespace="##other" maxOccurs="2"/></xs:sequence>'),
  ],
];
