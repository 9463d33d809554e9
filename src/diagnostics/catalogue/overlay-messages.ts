/** Mistakes in an overlay (SW16…), apart from its YAML. */
export const overlay = {
  unknownPath: {
    code: 'SW1601',
    message: 'The path "{path}" names no component: there is no {name} in {owner}.',
    remedy:
      'Write the names as the WSDL has them: Order/lines for an element, Order/@id for an attribute, Status/open for a value, operations/GetOrder for an operation.',
    meaning:
      'An overlay says something of components of a WSDL. A path that names none is a mistake, or the provider has removed the component.',
    example: 'components:\n  Order/lnies: { name: lines }',
  },
  pathThroughType: {
    code: 'SW1602',
    message: 'The path "{path}" leads through {element}, which has the named type {type}.',
    remedy: 'Write "{instead}", which applies wherever the type is used.',
    generalRemedy: 'Begin the path with the type. It then applies wherever the type is used.',
    meaning:
      'A component has one path, which begins at the global component that contains it. Elements of one named type share its components.',
    example: 'components:\n  Order/billTo/street: { doc: Without a number. }',
  },
  ambiguousPath: {
    code: 'SW1603',
    message: 'The path "{path}" names several components: {candidates}.',
    remedy:
      'Begin the path with types/, elements/, attributes/, groups/ or attributeGroups/, or the name with a prefix that "namespaces" declares.',
    meaning:
      'A type and an element can have the same name, and so can components of several namespaces. An overlay speaks of one of them.',
    example: 'components:\n  Order: { name: PurchaseOrder }',
  },
  unknownPrefix: {
    code: 'SW1604',
    message: 'The prefix of "{path}" is not declared.',
    remedy: 'Declare it in the overlay: namespaces: { {prefix}: "…" }.',
    generalRemedy: 'Declare it in the overlay, as in `namespaces: { o: "urn:orders" }`.',
    meaning: 'Prefixes of a WSDL are its own matter and may change. Those of an overlay are declared in the overlay.',
    example: 'components:\n  b:Order/lines: { doc: At least one. }',
  },
  saidTwice: {
    code: 'SW1605',
    message: 'Another path has set "{key}" of "{path}" already.',
    remedy: 'Keep one of the two.',
    meaning: 'Two paths can name the same component, for example with and without types/.',
    example: 'components:\n  Order: { name: A }\n  types/Order: { name: B }',
  },
  noSingleField: {
    code: 'SW1606',
    message:
      'The response of {operation} cannot be unwrapped: it is not an element of an anonymous type with one field.',
    remedy: 'Remove "unwrap".',
    meaning: 'Unwrapped, a method returns the only field of the response instead of an object with that field.',
    example: 'components:\n  operations/GetOrder: { unwrap: true }',
  },
  operationsTwice: {
    code: 'SW1607',
    message: 'Both the overlay and soapwright.yaml list operations.',
    remedy: 'Keep one of the two lists.',
    meaning: 'Each of the two lists names all operations to generate.',
    example: 'operations: [GetOrder]',
  },
  unknownHeader: {
    code: 'SW1608',
    message: 'There is no element {name} in the WSDL for a header block.',
    remedy: 'Correct the name, or say what is in the block: {key}: { record: { sessionId: string } }.',
    generalRemedy: 'Correct the name, or say what is in the block, by `record` or `type`.',
    meaning:
      'A header block is an element. An overlay names one that the schemas of the WSDL declare, or declares one itself.',
    example: 'headers:\n  tokenPasport: { required: true }',
  },
  knownHeader: {
    code: 'SW1609',
    message: 'The WSDL declares the element {name} already: "{key}" is its own matter.',
    remedy: 'Remove "{key}".',
    meaning:
      'A header block has the type that its element has in the WSDL. Components of it are described under "components".',
    example: 'headers:\n  tokenPassport: { record: { account: string } }',
  },
} as const;
