/** Mistakes of schemas that would be errors in a contract, and are forgiven in a WSDL (SW633x, SW634x). */
export const forgivenSchemaMessages = {
  ignoredFacet: {
    code: 'SW6331',
    severity: 'warning',
    exit: 0,
    message: 'A facet is ignored: {problem}',
    meaning:
      'The facet contradicts its type or another facet, so that nobody can have meant it. The generated code has the type without the facet.',
    example: '<xs:restriction base="xs:int"><xs:maxLength value="3"/></xs:restriction>',
  },
  ignoredValue: {
    code: 'SW6332',
    severity: 'warning',
    exit: 0,
    message: 'A value is ignored: {problem}',
    meaning:
      'A bound or a value of an enumeration is outside of its type, so that no valid message has it. Where all values of an enumeration contradict the pattern, the pattern is ignored in their place.',
    example: '<xs:restriction base="xs:int"><xs:enumeration value="many"/></xs:restriction>',
  },
  ignoredDefault: {
    code: 'SW6333',
    severity: 'warning',
    exit: 0,
    message: 'A default or fixed value is ignored: {problem}',
    meaning: 'A reader would supply a value that the type rejects. Without the default, an absent value stays absent.',
    example: '<xs:element name="Count" type="xs:int" default=""/>',
  },
  plainName: {
    code: 'SW6356',
    severity: 'warning',
    exit: 0,
    message: 'An enumeration of names has one that few messages can hold: {problem}',
    meaning:
      'A QName without a prefix is in the default namespace of the message, which most messages declare. The value stays: it is read where a message declares none.',
    example: '<xs:restriction base="xs:QName"><xs:enumeration value="red"/></xs:restriction>',
  },
  abstractAlone: {
    code: 'SW6334',
    severity: 'warning',
    exit: 0,
    message: 'Nothing concrete replaces an abstract component: {problem}',
    meaning:
      'The concrete types may be in a schema that the service did not publish. A message with the component can neither be written nor read by its type; everything else can.',
    example: '<xs:complexType name="Shape" abstract="true"/>  without a type that extends it',
  },
  ambiguousContent: {
    code: 'SW6335',
    severity: 'warning',
    exit: 0,
    message: 'A content model is ambiguous: {problem}',
    meaning:
      'XML Schema requires that the name of an element determines its particle (part 1, 3.8.6). An element is read as the first particle that can have it.',
    example: '<xs:sequence><xs:element name="a" minOccurs="0"/><xs:any minOccurs="0"/></xs:sequence>',
  },
  wideAll: {
    code: 'SW6336',
    severity: 'warning',
    exit: 0,
    message: 'An xs:all is wider than XML Schema 1.0 allows: {problem}',
    meaning: 'XML Schema 1.1 allows repeated elements in xs:all. They are read in any order.',
    example: '<xs:all><xs:element name="a" maxOccurs="unbounded"/></xs:all>',
  },
  repeatedAttribute: {
    code: 'SW6337',
    severity: 'warning',
    exit: 0,
    message: 'An attribute contradicts another one: {problem}',
    meaning: 'An element has each attribute once, and one ID at most. The last declaration of an attribute counts.',
    example: '<xs:attribute name="id" type="xs:ID"/> in a type and in the type that it extends',
  },
  looseDerivation: {
    code: 'SW6338',
    severity: 'warning',
    exit: 0,
    message: 'A type is not derived as XML Schema requires: {problem}',
    meaning:
      'A restriction must allow less than its base, and an extension must fit it (part 1, 3.4.6). The derived type is used as it is declared.',
    example: '<xs:restriction base="t:Order"><xs:sequence><xs:element name="new"/></xs:sequence></xs:restriction>',
  },
  infiniteType: {
    code: 'SW6339',
    severity: 'warning',
    exit: 0,
    message: 'A type requires itself: {problem}',
    meaning: 'No finite message has the type. It is generated, for it may be that nothing uses it.',
    example: '<xs:complexType name="A"><xs:sequence><xs:element name="a" type="t:A"/></xs:sequence></xs:complexType>',
  },
  deepArray: {
    code: 'SW6360',
    severity: 'warning',
    exit: 0,
    message: 'The innermost items of an array have any type: {problem}',
    meaning: 'An array of arrays is a list of lists in TypeScript, which ends somewhere.',
    example: '<xs:attribute ref="soapenc:arrayType" wsdl:arrayType="t:Tree[]"/> in the type Tree',
  },
  largeContent: {
    code: 'SW6340',
    severity: 'warning',
    exit: 0,
    message: 'Other tools may not read the schema: {problem}',
    meaning:
      'Many parsers expand a content model to one position for each possible element, and need minutes and gigabytes. The generated code counts instead.',
    example: '<xs:element name="a" maxOccurs="1000000"/>',
  },
  badPattern: {
    code: 'SW6341',
    severity: 'warning',
    exit: 0,
    message: 'The pattern is ignored: {reason}.',
    meaning:
      'A pattern is a regular expression of XML Schema (part 2, appendix F), which differs from those of programming languages. Without the pattern, the type allows more values.',
    example: '<xs:pattern value="(?i)[a-z]+"/>',
  },
  replacedByCatalogue: {
    code: 'SW6342',
    severity: 'warning',
    exit: 0,
    message:
      'The file has a document type declaration; the schema of {namespace} in the catalogue is read in its place.',
    meaning:
      'A document type declaration is not read, since it can make a small file expand without end. The schema of a standard is the same everywhere, and the package contains many of them.',
    example: '<!DOCTYPE schema PUBLIC "-//W3C//DTD XMLSchema 200102//EN" "http://www.w3.org/2001/XMLSchema.dtd">',
  },
  unknownExtension: {
    code: 'SW6344',
    severity: 'warning',
    exit: 0,
    message: 'The message requires the extension {element} of {namespace}, which is not known.',
    remedy: 'The service may reject the message without the extension.',
    meaning:
      'wsdl:required="true" in wsdl:input, wsdl:output or wsdl:fault is about this message, such as its attachments (WSDL 1.1, 2.1.3). All else of the WSDL can be used.',
    example: '<wsdl:input><dime:message layout="…" wsdl:required="true"/></wsdl:input>',
  },
  otherComponent: {
    code: 'SW6343',
    severity: 'warning',
    exit: 0,
    message: 'The {kind} {name} is declared with another content in {other}, which is used.',
    generalMessage: 'A component is declared twice, with different content; the first is used.',
    remedy: 'Remove one of the two declarations.',
    meaning: 'A name has one declaration in its namespace (WSDL 1.1, 2.1). Toolkits take the first or the last one.',
    example: '<wsdl:binding name="B" type="t:P">…</wsdl:binding> … <wsdl:binding name="B" type="t:Q">…</wsdl:binding>',
  },
} as const;
