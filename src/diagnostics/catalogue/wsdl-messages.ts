import { forgivenSchemaMessages } from './forgiven-schema-messages.ts';
import { forgivenWsdlMessages } from './forgiven-wsdl-messages.ts';

/** Errors in a WSDL: of its files (SW60…), of references and declarations (SW61…), and of its constructs (SW62…). */
const wsdlMessages = {
  badEncoding: {
    code: 'SW6001',
    message: 'The file is not valid in its encoding, {encoding}, or the encoding is unknown.',
    remedy: 'Save the file as UTF-8 and declare no other encoding.',
    meaning:
      'A byte order mark or the XML declaration names the encoding of the file. UTF-8, UTF-16, ISO-8859-x and Windows-125x are read.',
    example: '<?xml version="1.0" encoding="EBCDIC-CP-US"?>',
  },
  illFormed: {
    code: 'SW6002',
    message: 'The XML is not well-formed here: {reason}.',
    remedy: 'Ask the provider of the file for a well-formed one, or correct it.',
    meaning: 'The file is not XML 1.0 with namespaces, so that nothing in it can be relied on.',
    example: '<wsdl:message name="In"><wsdl:part/>  without </wsdl:message>',
  },
  doctype: {
    code: 'SW6003',
    message: 'The file has a document type declaration, which is not read.',
    remedy: 'Remove the DOCTYPE and write what its entities contain in their place, or give --internal-entities.',
    meaning:
      'A document type declaration can make a small file expand without end, or read other files of the machine. WSDL and XML Schema need none.',
    example: '<!DOCTYPE definitions [ <!ENTITY a "aaaa"> ]>',
  },
  notWsdl: {
    code: 'SW6004',
    message: 'The file is not a WSDL 1.1 document: its root element is {element} of {namespace}.',
    remedy: 'Name the file whose root element is definitions of http://schemas.xmlsoap.org/wsdl/.',
    meaning: 'An XML Schema alone describes no operations, and a page of HTML is often an error page of the server.',
    example: 'schema: types.xsd',
  },
  wsdl20: {
    code: 'SW6005',
    message: 'The file is WSDL 2.0, which is not read.',
    remedy: 'Ask the provider for WSDL 1.1, often at the same address with ?wsdl.',
    meaning: 'WSDL 2.0 is another language, which very few services offer, and those that do offer WSDL 1.1 as well.',
    example: '<description xmlns="http://www.w3.org/ns/wsdl">',
  },
  missingFile: {
    code: 'SW6006',
    message: 'There is no file {location}, which is referred to here for {namespace}.',
    remedy: 'Copy the file beside the WSDL, or bring all files with "soapwright fetch".',
    meaning: 'A location in a WSDL or schema is relative to the file that contains it.',
    example: '<xs:include schemaLocation="types.xsd"/>',
  },
  notFetched: {
    code: 'SW6007',
    message: '{location} is not on this machine, and its namespace, {namespace}, is needed.',
    remedy: 'Bring the WSDL and everything it imports with "soapwright fetch".',
    meaning: 'Only "soapwright fetch" fetches the imports of a WSDL. Commands that read a contract read files.',
    example: '<xs:import namespace="urn:types" schemaLocation="https://example.com/types.xsd"/>',
  },
  notSchema: {
    code: 'SW6008',
    message: '{location} is not an XML Schema: its root element is {element}.',
    remedy: 'Correct the location.',
    meaning: 'Import, include and redefine refer to files whose root element is xs:schema.',
    example: '<xs:include schemaLocation="index.html"/>',
  },
  outsideFolder: {
    code: 'SW6009',
    message: '{location} is outside of the project and of the folder of the WSDL.',
    remedy: 'Move the file into the project, or allow its folder with "allowPaths" in soapwright.yaml.',
    meaning:
      'A WSDL of others could name any file of the machine, and diagnostics quote lines of the files that they concern.',
    example: '<xs:include schemaLocation="../../../home/user/.ssh/config"/>',
  },
  limitReached: {
    code: 'SW6010',
    message: 'The WSDL or one of its files reaches the limit {limit} ({value}).',
    remedy: 'Leave out the parts that the service does not need, or divide the file.',
    meaning:
      'Limits keep hostile files from taking all memory or time. They are far above those of known WSDLs: docs/reference/wsdl.md has all of them.',
    example: 'A file with 300 levels of nested elements.',
  },
  badEntity: {
    code: 'SW6011',
    message: 'The document type declaration cannot be expanded: {reason}.',
    remedy: 'Replace the entities with their content.',
    meaning:
      '--internal-entities expands entities that the file itself declares, with texts without markup, such as the names of namespaces. It opens no other file.',
    example: '<!DOCTYPE definitions [ <!ENTITY passwords SYSTEM "file:///etc/passwd"> ]>',
  },
  unknownPrefix: {
    code: 'SW6101',
    severity: 'warning',
    message: 'The prefix of {name} is not declared; {instead}.',
    generalMessage: 'The prefix of a name is not declared.',
    remedy: 'Declare it with xmlns:prefix="…".',
    meaning:
      'References to components are qualified names; the prefix stands for a namespace (Namespaces in XML 1.0, 5). A component is taken if it is the only one of its name.',
    example: '<xs:element name="a" type="tns:A"/>  without xmlns:tns',
  },
  dangling: {
    code: 'SW6102',
    severity: 'warning',
    message: 'There is no {kind} {name} in {namespace}; {instead}.',
    generalMessage: 'A name in the WSDL names nothing.',
    remedy: 'Correct the name, or add the file that declares it.',
    meaning:
      'Every reference must lead to a declaration in the WSDL or in a file that it imports (XML Schema part 1, 3.1.3; WSDL 1.1, 2.1.1). An element or type that is declared nowhere is read and written as XML of any content; what cannot be sent without the missing component is left out.',
    example: '<wsdl:part name="parameters" element="tns:Getorder"/>',
  },
  contradictoryDeclaration: {
    code: 'SW6103',
    message: 'The {kind} {name} is declared with another content in {other}.',
    generalMessage: 'A component is declared twice, with different content.',
    remedy: 'Remove one of the two declarations.',
    meaning: 'A name has one declaration in its namespace. With two different ones a reader would have to guess.',
    example: '<xs:element name="Id" type="xs:int"/> … <xs:element name="Id" type="xs:string"/>',
  },
  missingAttribute: {
    code: 'SW6104',
    severity: 'warning',
    message: '{element} needs {attribute}; it is left out.',
    meaning: 'XML Schema part 1 and WSDL 1.1 require it: the component has no meaning without it.',
    example: '<xs:complexType> as a child of xs:schema, without a name',
  },
  badValue: {
    code: 'SW6105',
    message: '"{value}" is not a valid {what}.',
    meaning: 'XML Schema part 1 and WSDL 1.1 list the values of the attribute.',
    example: '<xs:element name="a" minOccurs="some"/>',
  },
  misplaced: {
    code: 'SW6107',
    message: '{element} is not allowed in {parent}.',
    meaning: 'XML Schema part 1 and WSDL 1.1 list the children of each element.',
    example: '<xs:sequence><xs:attribute name="a"/></xs:sequence>',
  },
  noService: {
    code: 'SW6201',
    message: 'The WSDL has no service with a SOAP port that has operations.',
    remedy: 'Name the WSDL that declares the service; it usually imports this one.',
    meaning:
      'A WSDL can be split: one file declares messages and port types, another one binding and service. Bindings to HTTP GET and POST and MIME are not generated.',
    example: 'A WSDL that ends after wsdl:portType.',
  },
  unknownChoice: {
    code: 'SW6202',
    message: 'The WSDL has no {kind} {name}.',
    generalMessage: 'The WSDL has no service, port or binding of the given name.',
    meaning: 'The configuration chooses what to generate from the WSDL by names in it.',
    example: 'service: BillingServce',
  },
  unsupportedRequired: {
    code: 'SW6203',
    message: 'The extension {element} of {namespace} is required, and not known.',
    remedy: 'Without the extension the service cannot be called.',
    meaning:
      'wsdl:required="true" means that nobody can use the binding who does not understand the extension (WSDL 1.1, 2.1.3).',
    example: '<x:routing wsdl:required="true"/>',
  },
} as const;

export const wsdl: typeof wsdlMessages & typeof forgivenWsdlMessages & typeof forgivenSchemaMessages = {
  ...wsdlMessages,
  ...forgivenWsdlMessages,
  ...forgivenSchemaMessages,
};
