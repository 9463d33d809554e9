import { element, type SampleCase, simple } from './sample-parts.ts';

/** Simple types, defaults and fixed values. */
export const valueCases: readonly SampleCase[] = [
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
    'strings that keep their white space',
    simple(
      '<xs:restriction base="xs:string"><xs:whiteSpace value="preserve"/><xs:length value="3"/><xs:pattern value=" \\S "/></xs:restriction>',
    ),
  ],
  [
    'lists in attributes, and of dates',
    element(
      '<xs:attribute name="a" use="required"><xs:simpleType><xs:list itemType="xs:date"/></xs:simpleType></xs:attribute><xs:attribute name="b" type="xs:NMTOKENS"/>',
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
];
