/** References between components (SW133…), the keys of a component (SW134…) and their values (SW135…). */
export const componentMessages = {
  unknownPrefix: {
    code: 'SW1330',
    message: 'The prefix "{prefix}" of "{name}" is not declared.',
    remedy: 'Declare it under "namespaces", in this file.',
    meaning: 'Each file declares the prefixes that it uses; those of an included file do not apply to it.',
    example: 'records:\n  Order: { Address: c:Address }   # and no "namespaces: { c: … }"',
  },
  unknownName: {
    code: 'SW1331',
    message: 'There is no {kind} "{name}".',
    remedy: 'Declare it under {section}.',
    generalRemedy: 'Declare it in the section of its kind, such as "faults" for a fault.',
    meaning:
      'Elements, attributes, groups, headers and faults are declared by name, each in its own symbol space; this one is not.',
    example: 'operations:\n  Find: { result: Order, faults: [NotFound] }   # and no "faults:"',
  },
  otherKind: {
    code: 'SW1332',
    message: 'There is no {kind} "{name}", but there is the {other} "{name}".',
    remedy: 'Refer to the {other} with its own key, or declare the {kind} under {section}.',
    generalRemedy:
      'Refer to the component that exists with the key of its own kind, or declare one of the kind that is missing.',
    meaning:
      'The name belongs to another kind of component: XML Schema has separate symbol spaces for elements, types and groups.',
    example: 'elements: { Note: string }\nrecords:\n  Order: { $group note: Note }',
  },
  declaredTwice: {
    code: 'SW1333',
    message: 'The {kind} "{name}" is already declared{where}.',
    remedy: 'Rename or remove one of them.',
    meaning: 'Two files, or two keys, declare the same name of one kind.',
    example: 'include: [common.yaml]   # which has a record Order\nrecords:\n  Order: { Number: string }',
  },
  reservedPrefix: {
    code: 'SW1334',
    message: 'The prefix "{prefix}" is reserved for a standard.',
    remedy: 'Choose another one; "xml" needs no declaration.',
    meaning: 'Prefixes such as "xs" and "soap" have a fixed meaning for readers of XML.',
    example: 'namespaces: { xs: urn:shop }',
  },
  badInclude: {
    code: 'SW1335',
    message: '"{path}" cannot be included: it is not a relative path.',
    remedy: 'Write a path relative to the folder of this file, with "/", such as "../shared/types.yaml".',
    meaning: 'Contracts are committed, and included files must be found on every machine.',
    example: 'include: [/home/me/common.yaml]',
  },
  reservedAgain: {
    code: 'SW1336',
    message: '"{name}" is reserved in {where}: it had another meaning in the past.',
    remedy: 'Choose another name, so that old messages are not misread.',
    meaning: 'Names under "$reserved" were in use in the past. Old clients can still send them with the old meaning.',
    example: 'records:\n  Order: { $reserved: [Price], Price: string }',
  },
  oneOfKeys: {
    code: 'SW1340',
    message: '"{one}" and "{other}" exclude each other.',
    remedy: 'Remove one of them.',
    meaning: 'Each of the two keys is valid, but they contradict each other.',
    example: 'Size: { type: int, default: "5", fixed: "5" }',
  },
  keyDoesNotFit: {
    code: 'SW1341',
    message: '{what} cannot have "{key}".',
    remedy: 'Remove it.',
    meaning: 'The key exists for other kinds of components, but not for this one.',
    example: 'Note: { element: c:Note, nillable: true }',
  },
  saysNothing: {
    code: 'SW1342',
    message: '"{key}" must be a text for people, not "{value}".',
    remedy: 'Write the replacement, the version or the name of the group.',
    meaning: '"deprecated" names the replacement, which true or false cannot.',
    example: 'Find: { deprecated: true, result: Order }',
  },
  wordWithoutName: {
    code: 'SW1343',
    message: '"{word}" has no name.',
    remedy: 'Add the name of its property, such as "{example}".',
    generalRemedy: 'Add the name of its property, such as "$choice method".',
    meaning:
      'A group is a property in TypeScript, but has no name on the wire from which the property could get its name.',
    example: 'Payment:\n  $choice: { card: string, account: string }',
  },
  trueOrMap: {
    code: 'SW1344',
    message: '"{key}" must be true, or a map with further keys.',
    remedy: 'Write "{key}: true".',
    meaning: 'The key contains the reference already; its value can only change how it is used.',
    example: '$attributes:\n  $ref c:lang: yes',
  },
  badOccurs: {
    code: 'SW1345',
    message: '"{occurs}" is not a number of occurrences.',
    remedy:
      'Write the minimum and the maximum, such as "1..10" or "1..*"; the maximum is greater than 1. For at most one occurrence write "optional".',
    meaning: 'Two numbers with two dots between them are the minimum and the maximum number of occurrences.',
    example: 'Line: { type: string, many: true, occurs: 3 }',
  },
  emptyGroup: {
    code: 'SW1346',
    message: 'The group "{group}" is empty.',
    remedy: 'Add fields to it, or remove it.',
    meaning: 'An empty group would be a property without a value.',
    example: 'Payment:\n  $choice method: {}',
  },
  attributeInGroup: {
    code: 'SW1347',
    message: '"{attribute}" cannot be an attribute here: groups have no attributes.',
    remedy: 'Move it to the fields of the record, or to its "$attributes".',
    meaning: 'Attributes belong to an element, not to a part of its content.',
    example: 'Payment:\n  $choice method:\n    card: { type: string, attribute: true }',
  },
  secondAnyAttribute: {
    code: 'SW1348',
    message: 'There is already an "$any" for attributes.',
    remedy: 'List all namespaces in one of them.',
    meaning: 'XML Schema allows one wildcard for the attributes of a type.',
    example: '$attributes:\n  $any a: true\n  $any b: true',
  },
  textBeside: {
    code: 'SW1349',
    message: 'A record with text has no fields: "{key}" cannot be combined with "$text".',
    remedy: 'Move it to "$attributes", or write "$mixed: true" instead of "$text".',
    meaning: 'An element contains either text or elements; both together are mixed content.',
    example: 'Price: { $text: decimal, currency: string }',
  },
  baseIsSimple: {
    code: 'SW1350',
    message: '"{base}" is a simple type, not a record.',
    remedy: 'For a record with text of that type write "$text: {base}".',
    meaning: 'A record extends or restricts another record.',
    example: 'records:\n  Price: { $extends: decimal }',
  },
  allInGroup: {
    code: 'SW1351',
    message: 'A group cannot have the order "all": only the outermost group of a record can.',
    remedy: 'Write "$order: sequence" or "$order: choice" here, or move the fields to the record.',
    meaning: 'XML Schema 1.0 allows xs:all only as the complete content of a type.',
    example:
      'groups:\n  Contact: { $order: all, email: string }\nrecords:\n  Order: { $group contact: Contact, Number: string }',
  },
  bareNeedsOne: {
    code: 'SW1352',
    message: '{what} of the bare operation "{operation}" must be one element.',
    remedy: 'Write "request: { type: … }" and "result: { type: … }", or name a global element: "{ element: … }".',
    meaning: 'A bare message is one element, without a wrapper around several fields.',
    example: 'Find: { style: bare, request: { Number: string, Name: string }, result: Order }',
  },
  notAPart: {
    code: 'SW1353',
    message: '"{part}" cannot be a part of an rpc message: each part occurs once and has a named type.',
    remedy: 'Declare a record or a type, and use it for the part.',
    meaning:
      'Parts of an rpc message have named types, and WSDL cannot describe a part as optional, repeated or nillable.',
    example: 'Find: { style: rpc, request: { Number: string? }, result: Order }',
  },
  oneWayAnswers: {
    code: 'SW1354',
    message: 'The operation "{operation}" is one-way: it cannot have "{key}".',
    remedy: 'Remove one of them.',
    meaning: 'A one-way operation has no response, and therefore no keys for one.',
    example: 'Notify: { oneWay: true, request: { Text: string }, result: Order }',
  },
  badPlaceholder: {
    code: 'SW1355',
    message: '"{placeholder}" is not a placeholder of "{key}".',
    remedy:
      'A placeholder is the word operation in braces, for the name of the operation; in names of messages and parts also the word name in braces, for that of a header or a fault.',
    meaning:
      'The soapAction of a contract, and names of its WSDL, are templates that contain the name of each operation.',
    example: 'soapAction: "urn:shop#{name}"',
  },
  badRole: {
    code: 'SW1356',
    message: '"{role}" cannot be the role of a header: {reason}.',
    remedy: 'A role is a URI, such as "http://schemas.xmlsoap.org/soap/actor/next".',
    meaning: 'A role selects the SOAP nodes that process a header.',
    example: 'headers:\n  Session: { type: string, role: next one }',
  },
} as const;
