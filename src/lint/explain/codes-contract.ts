import type { CodeText } from './code-text.ts';

/** Names and types (SW13…), namespace and address (SW14…), clashes (SW15…). */
export const contractCodes: Readonly<Record<string, CodeText>> = {
  SW1301: { meaning: 'A service without operations can be neither called nor generated.', example: 'operations: {}' },
  SW1302: {
    meaning: 'Names of operations, records and fields are names of XML elements and types (NCName).',
    example: 'records:\n  2fast: { Number: string }',
  },
  SW1303: {
    meaning:
      'A "name" gives something another name in TypeScript, and must be an identifier there. What is derived from XML names is encoded where needed.',
    example: 'Number: { type: string, name: order-number }',
  },
  SW1304: {
    meaning: 'The type is neither built in nor declared in the contract. Capitals count.',
    example: 'Number: String',
  },
  SW1305: { meaning: 'A prefix stands for another namespace, and this one does not.', example: 'Number: xs:string' },
  SW1306: {
    meaning: 'XML Schema has the type, and nothing can be generated for it.',
    example: 'Number: anySimpleType',
  },
  SW1307: { meaning: 'The short form is one name and at most one suffix.', example: 'Number: string or int' },
  SW1308: {
    meaning: 'A list that may be absent would be a second way to say that it is empty.',
    example: 'Line: "string[]?"',
  },
  SW1309: {
    meaning: 'Suffixes belong to the short form; the long one has keys for the same.',
    example: 'Number: { type: "string?" }',
  },
  SW1310: {
    meaning: 'A stream is a Blob of bytes, and only base64Binary is bytes of any length.',
    example: 'Text: { type: string, stream: true }',
  },
  SW1311: {
    meaning: 'Some types leave a choice of what they are in TypeScript; this one does not, or not this choice.',
    example: 'Number: { type: int, mapping: bigint }',
  },
  SW1312: {
    meaning: 'The element of a result is named after its type, and a built-in type is no name for an element.',
    example: 'Count: { result: int }',
  },
  SW1313: {
    meaning: 'The answer holds one element, whose value is the result.',
    example: 'Find: { result: "Order[]" }',
  },
  SW1314: {
    meaning: 'Names without a prefix are looked for among the built-in types first.',
    example: 'records:\n  string: { Text: int }',
  },
  SW1315: {
    meaning: 'Each value of the record would need another one inside of it, so that there is none at all.',
    example: 'records:\n  Folder: { Parent: Folder }',
  },
  SW1316: {
    meaning: 'The record is generated, and nothing can carry it. The rule unused-record says so too.',
    example: 'records:\n  Order: { Number: string }   # and no operation has an Order',
  },
  SW1317: {
    meaning: 'XML 1.0 has no way to write most control characters, not even by number.',
    example: 'doc: "A bell: \\u0007"',
  },
  SW1318: {
    meaning: 'SOAPAction is an HTTP header, and a header holds ASCII on one line.',
    example: 'FindOrder: { soapAction: "urn:my shop" }',
  },
  SW1319: {
    meaning: 'A type of your own restricts another simple type, which must be there.',
    example: 'types:\n  Code: { base: strng, maxLength: 3 }',
  },
  SW1320: { meaning: 'The type can be used, and not be restricted.', example: 'types:\n  Code: { base: anyType }' },
  SW1321: {
    meaning: 'Following what each is made of leads back to the first, and never to a built-in type.',
    example: 'types:\n  A: { base: B }\n  B: { base: A }',
  },
  SW1322: {
    meaning: 'Names without a prefix are looked for among the built-in types first.',
    example: 'types:\n  token: [a, b]',
  },
  SW1323: {
    meaning: 'Types and records share one space of names in XML Schema.',
    example: 'types:\n  Order: [a, b]\nrecords:\n  Order: { Number: string }',
  },
  SW1324: {
    meaning: 'Each kind of type has facets of its own: a number has no length, a text no largest value.',
    example: 'types:\n  Count: { base: int, maxLength: 3 }',
  },
  SW1325: {
    meaning:
      'A bound, a default or a value of an enumeration must itself be a value of the type, in the form in which it is written.',
    example: 'types:\n  Priority: { base: int, enum: ["01", high] }',
  },
  SW1326: {
    meaning: 'No value can have both lengths.',
    example: 'types:\n  Code: { base: string, minLength: 5, maxLength: 3 }',
  },
  SW1327: {
    meaning: 'Patterns are those of XML Schema, which know neither anchors nor look-ahead.',
    example: 'types:\n  Code: { base: string, pattern: "(?=A)[A-Z]+" }',
  },
  SW1328: {
    meaning: 'Lengths and numbers of digits are counted.',
    example: 'types:\n  Code: { base: string, maxLength: "ten" }',
  },
  SW1401: {
    meaning:
      'The namespace tells elements of this service from all others; it is compared letter by letter and never fetched.',
    example: 'namespace: my shop',
  },
  SW1402: {
    meaning: 'A soapAction that is not given is the namespace and the name of the operation, which would run together.',
    example: 'namespace: urn:shop\noperations:\n  Find: { result: Order }   # urn:shopFind',
  },
  SW1403: {
    meaning: 'The address is where clients call and servers listen unless told otherwise, and must be whole.',
    example: 'address: shop.example/soap',
  },
  SW1404: {
    meaning: 'A variable always has a default, so that what is generated is the same on every machine.',
    example: 'address: \u0024{SHOP_URL}/soap',
  },
  SW1410: {
    meaning: 'A base URL replaces what stands before the version in the address.',
    example: 'soapwright generate --base-url files.example',
  },
  SW1411: {
    meaning: 'A service file replaces the last segment of the address, without its suffix.',
    example: 'soapwright generate --service-file upload.asmx',
  },
  SW1501: {
    meaning:
      'Both become a name at the top of a generated file. Neither is renamed by itself: names must not change when something is added.',
    example: 'operations:\n  Find: { result: FindRequest }\nrecords:\n  FindRequest: { Number: string }',
  },
  SW1502: {
    meaning: 'Each operation has a handler file of its name, and Windows and macOS take both names for one file.',
    example: 'operations:\n  GetFile: { result: Order }\n  getFile: { result: Order }',
  },
  SW1503: {
    meaning: 'Each field becomes a property of one object, whose names must differ.',
    example: 'records:\n  Order:\n    Number: string\n    Nr: { type: string, name: Number }',
  },
  SW1504: {
    meaning: 'From "Find" come the elements Find and FindResponse, and no other operation can have these.',
    example: 'operations:\n  Find: { result: Order }\n  FindResponse: { result: Order }',
  },
};
