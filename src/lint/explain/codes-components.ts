import type { CodeText } from './code-text.ts';

/** Prefixes, references and includes (SW133…), and what stands in a record or an operation (SW134…, SW135…). */
export const componentCodes: Readonly<Record<string, CodeText>> = {
  SW1013: {
    meaning: 'A path under "include" begins at the folder of the file that it stands in, not at that of the command.',
    example: 'include: [common.yaml]',
  },
  SW1330: {
    meaning: 'Each file declares the prefixes that it uses; those of a file that it includes are not its own.',
    example: 'records:\n  Order: { Address: c:Address }   # and no "namespaces: { c: … }"',
  },
  SW1331: {
    meaning:
      'Elements, attributes, groups, headers and faults are declared by name, each kind apart, and this one is not.',
    example: 'operations:\n  Find: { result: Order, faults: [NotFound] }   # and no "faults:"',
  },
  SW1332: {
    meaning: 'The name is there as something else: XML Schema keeps elements, types and groups apart.',
    example: 'elements: { Note: string }\nrecords:\n  Order: { $group note: Note }',
  },
  SW1333: {
    meaning: 'Two files, or two keys, declare the same name of one kind, and nobody can say which one counts.',
    example: 'include: [common.yaml]   # which has a record Order\nrecords:\n  Order: { Number: string }',
  },
  SW1334: {
    meaning: 'Prefixes such as "xs" and "soap" have one meaning for all who read XML.',
    example: 'namespaces: { xs: urn:shop }',
  },
  SW1335: {
    meaning: 'Contracts are committed, and what they include must be found on every machine.',
    example: 'include: [/home/me/common.yaml]',
  },
  SW1336: {
    meaning: 'A name under "$reserved" was in use once. Old callers may still send it with its old meaning.',
    example: 'records:\n  Order: { $reserved: [Price], Price: string }',
  },
  SW1340: {
    meaning: 'Each of the two keys alone makes sense, and together they contradict one another.',
    example: 'Size: { type: int, default: "5", fixed: "5" }',
  },
  SW1341: {
    meaning: 'The key means something elsewhere, and nothing for this kind of component.',
    example: 'Note: { element: c:Note, nillable: true }',
  },
  SW1342: {
    meaning: 'What is deprecated says what takes its place, which true or false cannot.',
    example: 'Find: { deprecated: true, result: Order }',
  },
  SW1343: {
    meaning: 'A group becomes a property in TypeScript, and has no name on the wire that it could be called by.',
    example: 'Payment:\n  $choice: { card: string, account: string }',
  },
  SW1344: {
    meaning: 'The key names what is referred to, so that there is nothing left to say but how it is used.',
    example: '$attributes:\n  $ref c:lang: yes',
  },
  SW1345: {
    meaning: 'Two numbers with two dots between them say how often a field repeats.',
    example: 'Line: { type: string, many: true, occurs: 3 }',
  },
  SW1346: {
    meaning: 'A group in which there is nothing would be a property without a value.',
    example: 'Payment:\n  $choice method: {}',
  },
  SW1347: {
    meaning: 'Attributes belong to an element as a whole, not to a part of its content.',
    example: 'Payment:\n  $choice method:\n    card: { type: string, attribute: true }',
  },
  SW1348: {
    meaning: 'XML Schema has one wildcard for the attributes of a type.',
    example: '$attributes:\n  $any a: true\n  $any b: true',
  },
  SW1349: {
    meaning: 'An element holds text, or elements; both together are mixed content.',
    example: 'Price: { $text: decimal, currency: string }',
  },
  SW1350: {
    meaning: 'A record extends or restricts another record.',
    example: 'records:\n  Price: { $extends: decimal }',
  },
  SW1351: {
    meaning: 'XML Schema 1.0 has xs:all for the whole content of a type and nowhere else.',
    example:
      'groups:\n  Contact: { $order: all, email: string }\nrecords:\n  Order: { $group contact: Contact, Number: string }',
  },
  SW1352: {
    meaning: 'A bare message is its element, without a wrapper around a number of fields.',
    example: 'Find: { style: bare, request: { Number: string, Name: string }, result: Order }',
  },
  SW1353: {
    meaning:
      'The parts of an rpc message are of named types, and WSDL has no way to say that one is optional, repeats or may be nil.',
    example: 'Find: { style: rpc, request: { Number: string? }, result: Order }',
  },
  SW1354: {
    meaning: 'Nothing comes back from a one-way operation, so that there is nothing to say about an answer.',
    example: 'Notify: { oneWay: true, request: { Text: string }, result: Order }',
  },
  SW1355: {
    meaning: 'A soapAction for all operations is a text in which the name of each is put.',
    example: 'soapAction: "urn:shop#{name}"',
  },
  SW1356: {
    meaning: 'A role says which of the programs on the way of a message a header is for.',
    example: 'headers:\n  Session: { type: string, role: next one }',
  },
};

/** What XML Schema does not allow (SW136…, SW137…), and operations that cannot be told apart. */
export const schemaCodes: Readonly<Record<string, CodeText>> = {
  SW1360: {
    meaning: 'Following what it is made of, or extends, leads back to it.',
    example: 'records:\n  A: { $extends: B, a: string }\n  B: { $extends: A, b: string }',
  },
  SW1361: {
    meaning:
      'XML Schema demands that an element is known by its name when it comes (unique particle attribution, 3.8.6); Xerces, .NET and libxml2 refuse a schema in which it could belong to two places.',
    example: 'Order:\n  Note: string?\n  $sequence again?: { Note: string, By: string }',
  },
  SW1362: {
    meaning:
      'XML Schema demands that elements of one name in one content are of one type (element declarations consistent), even where only one of them can be there.',
    example:
      'Payment:\n  $choice method:\n    $sequence card: { Number: string, Holder: string }\n    $sequence bank: { Bank: string, Number: long }',
  },
  SW1363: {
    meaning: 'In XML Schema 1.0 an xs:all holds elements alone, each at most once.',
    example: 'Order: { $order: all, Line: "string[]" }',
  },
  SW1364: {
    meaning: 'Attributes and texts are of simple types: there is no place for elements in them.',
    example: '$attributes: { customer: Customer }   # where Customer is a record',
  },
  SW1365: {
    meaning: 'An element has an attribute once.',
    example:
      'attributeGroups: { Audit: { by: string } }\nrecords:\n  Order:\n    $attributes: { by: string, $groups: [Audit] }',
  },
  SW1366: {
    meaning: 'An ID names its element, and an element has one name.',
    example: '$attributes: { id: ID, key: ID }',
  },
  SW1367: {
    meaning: 'What extends a record has its content first and then its own; the two must go together.',
    example: 'records:\n  Price: { $text: decimal }\n  Item: { $extends: Price, Sku: string }',
  },
  SW1368: {
    meaning: 'Where a record restricts another, all that it allows must be allowed by the other too.',
    example: 'records:\n  Order: { Number: string }\n  Draft: { $restricts: Order, Number: string? }',
  },
  SW1369: {
    meaning: 'A reader would fill in a value that the type refuses.',
    example: 'Count: { type: int, default: "many" }',
  },
  SW1370: {
    meaning: 'A default or fixed value is a text, and a record has fields.',
    example: 'Address: { type: Address, default: "here" }',
  },
  SW1371: {
    meaning: 'Items are parted by white space, so that nothing could part the items of the items.',
    example: 'types:\n  Row: { list: int }\n  Table: { list: Row }',
  },
  SW1372: {
    meaning: 'A type that restricts another cannot let in what the other does not.',
    example: 'types:\n  Short: { base: string, maxLength: 5 }\n  Long: { base: Short, maxLength: 10 }',
  },
  SW1373: {
    meaning: 'Who expects the one element must be able to read the other as one.',
    example: 'elements:\n  Shape: { type: Shape, abstract: true }\n  Note: { type: string, substitutes: Shape }',
  },
  SW1374: {
    meaning: 'A type that no value fits is a mistake; XML Schema does not allow one either.',
    example: 'types:\n  Percent: { base: int, min: 100, max: 0 }',
  },
  SW1375: {
    meaning:
      'What is made of others is followed step by step, here and in every other tool: nobody reads chains of fifty types, and groups that hold each other twice grow without end.',
    example: 'groups:\n  A: { $group b: B, $group c: B }\n  B: { $group b: C, $group c: C }   # and so on',
  },
  SW1376: {
    meaning: 'Each operation has a file for its handler, and file systems end names at 255 bytes.',
    example: `operations:\n  Get${'Very'.repeat(3)}…: { result: Order }   # 252 letters and more`,
  },
  SW1377: {
    meaning:
      'Each element is a place as often as it may occur, and what repeats multiplies what is in it: parsers lay all of them out, and a large number takes them minutes and gigabytes.',
    example: 'records:\n  Order:\n    Line: { type: string, occurs: 0..1000000 }',
  },
  SW1505: {
    meaning: 'Bare operations may share a request, if the SOAPAction says which of them is meant.',
    example:
      'Find: { style: bare, soapAction: "", request: { element: Query }, result: Order }\nCount: { style: bare, soapAction: "", request: { element: Query }, result: Order }',
  },
};
