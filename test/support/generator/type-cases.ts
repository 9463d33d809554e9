import { element, type SampleCase } from './sample-parts.ts';
import { bareOperation } from './wsdl-contract.ts';

const deep = Array.from(
  { length: 20 },
  (_, depth) =>
    `<xs:complexType name="L${depth}"><xs:sequence><xs:element name="e" type="${depth === 19 ? 'xs:int' : `t:L${depth + 1}`}"/></xs:sequence></xs:complexType>`,
).join('');

/** Types derived from each other, abstract and recursive ones. */
export const typeCases: readonly SampleCase[] = [
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
  [
    'recursion that a later case of a choice ends',
    element(
      '<xs:sequence><xs:element name="a" type="t:A"/></xs:sequence>',
      '<xs:complexType name="A"><xs:choice><xs:element name="not" type="t:N"/><xs:element name="and" type="t:N" minOccurs="2" maxOccurs="2"/><xs:element name="is" type="xs:int"/></xs:choice></xs:complexType><xs:complexType name="N"><xs:sequence><xs:element name="of" type="t:A"/></xs:sequence></xs:complexType>',
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
    'extended and restricted types with attributes',
    element(
      '<xs:sequence><xs:element name="a" type="t:B" maxOccurs="3"/><xs:element name="r" type="t:R"/></xs:sequence>',
      '<xs:complexType name="A"><xs:sequence><xs:element name="x" type="xs:int"/><xs:element name="y" type="xs:int" minOccurs="0"/></xs:sequence><xs:attribute name="k" type="xs:int"/></xs:complexType><xs:complexType name="B"><xs:complexContent><xs:extension base="t:A"><xs:sequence><xs:element name="z" type="xs:int"/></xs:sequence><xs:attributeGroup ref="t:AG"/></xs:extension></xs:complexContent></xs:complexType><xs:attributeGroup name="AG"><xs:attribute name="m" type="xs:int" use="required"/></xs:attributeGroup><xs:complexType name="R"><xs:complexContent><xs:restriction base="t:A"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence><xs:attribute name="k" use="prohibited"/></xs:restriction></xs:complexContent></xs:complexType>',
    ),
  ],
  [
    'bodies of abstract types',
    {
      schema:
        '<xs:element name="Do" type="t:A"/><xs:complexType name="A" abstract="true"/><xs:complexType name="B"><xs:complexContent><xs:extension base="t:A"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>',
      ...bareOperation('Do', 't:Do'),
    },
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
    'recursive types through lists, hierarchies and groups',
    element(
      '<xs:sequence><xs:element name="n" type="t:Node"/></xs:sequence>',
      '<xs:complexType name="Node" abstract="true"><xs:sequence/></xs:complexType><xs:complexType name="Leaf"><xs:complexContent><xs:extension base="t:Node"><xs:sequence><xs:element name="v" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType><xs:complexType name="Branch"><xs:complexContent><xs:extension base="t:Node"><xs:sequence><xs:group ref="t:Two"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType><xs:group name="Two"><xs:sequence><xs:element name="l" type="t:Node"/><xs:element name="r" type="t:Node"/></xs:sequence></xs:group>',
    ),
  ],
];
