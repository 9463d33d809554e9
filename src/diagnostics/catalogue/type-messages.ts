/** Simple types (SW1319 to SW1328) and rules of XML Schema that a contract breaks (SW136…, SW137…). */
export const typeMessages = {
  unknownBase: {
    code: 'SW1319',
    message: 'There is no simple type "{type}" to derive from.',
    remedy: 'Name a built-in type such as string, or one declared under "types".',
    meaning: 'A declared type restricts another simple type, which must exist.',
    example: 'types:\n  Code: { base: strng, maxLength: 3 }',
  },
  notRestrictable: {
    code: 'SW1320',
    message: 'No simple type can be derived from {type}.',
    remedy: 'Use {type} itself.',
    meaning: 'The type can be used, but not restricted.',
    example: 'types:\n  Code: { base: anyType }',
  },
  endlessType: {
    code: 'SW1321',
    message: 'The type "{type}" is derived from itself.',
    remedy: 'Derive one of these types from a built-in one.',
    meaning: 'The chain of base types leads back to the type, and never to a built-in type.',
    example: 'types:\n  A: { base: B }\n  B: { base: A }',
  },
  typeNamedLikeBuiltIn: {
    code: 'SW1322',
    message: 'A type cannot be named "{name}": XML Schema has a built-in type of that name.',
    remedy: 'Rename the type.',
    meaning: 'A name without a prefix refers to a built-in type first.',
    example: 'types:\n  token: [a, b]',
  },
  typeNamedLikeRecord: {
    code: 'SW1323',
    message: 'A type cannot be named "{name}": there is a record of that name.',
    remedy: 'Rename one of them.',
    meaning: 'Types and records share one symbol space in XML Schema.',
    example: 'types:\n  Order: [a, b]\nrecords:\n  Order: { Number: string }',
  },
  facetDoesNotFit: {
    code: 'SW1324',
    message: '"{facet}" does not apply to the base type of "{type}".',
    remedy: 'Lengths apply to texts, lists and bytes, bounds to numbers and times, digits to decimals and integers.',
    meaning: 'Each kind of type has its own facets: a number has no length, and a text no greatest value.',
    example: 'types:\n  Count: { base: int, maxLength: 3 }',
  },
  badFacetValue: {
    code: 'SW1325',
    message: '"{value}" is not a value of the type "{type}".',
    remedy:
      'Use a value that the base type and all facets allow: numbers without "+" and leading zeros, texts without outer spaces.',
    meaning: 'A bound or an enumeration value must be a value of the type, in the form in which messages contain it.',
    example: 'types:\n  Priority: { base: int, enum: ["01", high] }',
  },
  lengthsExclude: {
    code: 'SW1326',
    message: 'The lengths of the type "{type}" exclude each other.',
    remedy: 'Give "length" only, or a "minLength" that is not greater than "maxLength".',
    meaning: 'No value has both lengths.',
    example: 'types:\n  Code: { base: string, minLength: 5, maxLength: 3 }',
  },
  badPattern: {
    code: 'SW1327',
    message: 'The pattern cannot be used: {reason}.',
    remedy:
      'A pattern matches the complete text, without "^" and "$". XML Schema part 2, appendix F describes the syntax.',
    meaning:
      'Patterns have the syntax of XML Schema, without anchors and look-ahead. They are matched in linear time, for which repeated groups are copied: no more than 1,000 steps. Repeated characters and sets are counted.',
    example: 'types:\n  Code: { base: string, pattern: "(?=A)[A-Z]+" }',
  },
  notACount: {
    code: 'SW1328',
    message: '"{key}" must be a whole number, at least 0, not "{value}".',
    remedy: 'Write digits only.',
    meaning: 'Lengths and numbers of digits are counts.',
    example: 'types:\n  Code: { base: string, maxLength: "ten" }',
  },
  circular: {
    code: 'SW1360',
    message: 'The {kind} "{name}" depends on itself: {path}.',
    remedy: 'Remove one of these references.',
    meaning: 'The definition of the component leads back to the component.',
    example: 'records:\n  A: { $extends: B, a: string }\n  B: { $extends: A, b: string }',
  },
  ambiguous: {
    code: 'SW1361',
    message: 'A parser cannot distinguish {one} from {other} at this position.',
    remedy: 'Put a required element between them, rename one of them, or join them in one group.',
    meaning:
      'XML Schema requires that the name of an element determines its particle (unique particle attribution, 3.8.6). Xerces, .NET and libxml2 reject a schema in which it could match two particles.',
    example: 'Order:\n  Note: string?\n  $sequence again?: { Note: string, By: string }',
  },
  otherType: {
    code: 'SW1362',
    message: '"{name}" occurs twice in one content model, with different types.',
    remedy: 'Give both the same named type, or rename one of them.',
    meaning:
      'XML Schema requires one type for all elements of one name in a content model (element declarations consistent), even if only one of them can occur.',
    example:
      'Payment:\n  $choice method:\n    $sequence card: { Number: string, Holder: string }\n    $sequence bank: { Bank: string, Number: long }',
  },
  allHolds: {
    code: 'SW1363',
    message: '"{field}" cannot be among fields in any order: only elements that occur at most once can.',
    remedy: 'Write "$order: sequence", or put it into another record.',
    meaning: 'In XML Schema 1.0 an xs:all contains only elements that occur at most once.',
    example: 'Order: { $order: all, Line: "string[]" }',
  },
  notSimple: {
    code: 'SW1364',
    message: '"{type}" is a record, which cannot be the type of {what}.',
    remedy: 'Use a built-in type, or one declared under "types".',
    meaning: 'Attributes and texts have simple types, which contain no elements.',
    example: '$attributes: { customer: Customer }   # where Customer is a record',
  },
  attributeTwice: {
    code: 'SW1365',
    message: 'The attribute "{attribute}" is in "{record}" twice, through its groups or an extended record.',
    remedy: 'Remove or rename one of them.',
    meaning: 'An element has each attribute once.',
    example:
      'attributeGroups: { Audit: { by: string } }\nrecords:\n  Order:\n    $attributes: { by: string, $groups: [Audit] }',
  },
  secondId: {
    code: 'SW1366',
    message: '"{record}" has two attributes of the type ID.',
    remedy: 'Change one of them to NCName.',
    meaning: 'An ID identifies its element, and an element has at most one.',
    example: '$attributes: { id: ID, key: ID }',
  },
  badExtension: {
    code: 'SW1367',
    message: '"{record}" cannot extend "{base}": {reason}.',
    remedy: 'Change one of them, or use the other as the type of a field.',
    meaning: 'An extension appends its content to that of the extended record; the two must be compatible.',
    example: 'records:\n  Price: { $text: decimal }\n  Item: { $extends: Price, Sku: string }',
  },
  badRestriction: {
    code: 'SW1368',
    message: '"{record}" is not a restriction of "{base}": {reason}.',
    remedy: 'Each value of the record must also be a value of the other. "$extends" adds fields.',
    meaning: 'A record that restricts another can only allow values that the other allows.',
    example: 'records:\n  Order: { Number: string }\n  Draft: { $restricts: Order, Number: string? }',
  },
  badFallback: {
    code: 'SW1369',
    message: 'The {key} value of "{field}" is not a value of its type.',
    remedy: 'Write it as a message would contain it.',
    meaning: 'A reader would supply a value that the type rejects.',
    example: 'Count: { type: int, default: "many" }',
  },
  fallbackOfRecord: {
    code: 'SW1370',
    message: '"{field}" is a record, which cannot have a {key} value.',
    remedy: 'Give {key} values to its fields.',
    meaning: 'A default or fixed value is a text, and a record has fields.',
    example: 'Address: { type: Address, default: "here" }',
  },
  listOfLists: {
    code: 'SW1371',
    message: 'The items of the list "{type}" are lists.',
    remedy: 'Use a type for the items that is neither a list nor a union with a list.',
    meaning: 'White space separates items, so that nothing could separate the items of an item.',
    example: 'types:\n  Row: { list: int }\n  Table: { list: Row }',
  },
  widerThanBase: {
    code: 'SW1372',
    message: 'The type "{type}" allows more than its base type.',
    remedy: 'Give lengths and digits that the base type allows, or another base type.',
    meaning: 'A restriction cannot allow values that its base type rejects.',
    example: 'types:\n  Short: { base: string, maxLength: 5 }\n  Long: { base: Short, maxLength: 10 }',
  },
  badSubstitution: {
    code: 'SW1373',
    message: 'The element "{element}" cannot substitute "{head}": its type is not derived from the type of "{head}".',
    remedy: 'Use the same type, or one that is derived from it.',
    meaning: 'A client that expects the head of a substitution group must be able to read each of its substitutes.',
    example: 'elements:\n  Shape: { type: Shape, abstract: true }\n  Note: { type: string, substitutes: Shape }',
  },
  boundsExclude: {
    code: 'SW1374',
    message: 'The bounds of the type "{type}" exclude each other.',
    remedy: 'Give one least and one greatest value, in this order.',
    meaning: 'No value satisfies both bounds, which XML Schema does not allow.',
    example: 'types:\n  Percent: { base: int, min: 100, max: 0 }',
  },
  madeOfTooMany: {
    code: 'SW1375',
    message: 'The {kind} "{name}" has too many dependencies, more than {limit}.',
    remedy: 'Derive it from a nearer base, or declare the fields that it uses from others here.',
    meaning:
      'Every tool follows dependencies step by step: a chain has at most fifty steps, and groups that contain each other twice grow exponentially.',
    example: 'groups:\n  A: { $group b: B, $group c: B }\n  B: { $group b: C, $group c: C }   # and so on',
  },
  nameTooLong: {
    code: 'SW1376',
    message: 'The file of the operation "{name}" would have a name of more than {limit} bytes.',
    remedy: 'Shorten its name, or give it a shorter "name" in TypeScript.',
    meaning: 'Each operation has a handler file, and file systems limit names to 255 bytes.',
    example: 'operations:\n  GetVeryVeryVery…: { result: Order }   # 252 letters and more',
  },
  tooManyPlaces: {
    code: 'SW1377',
    message: 'The content model of "{what}" has more than {limit} positions.',
    remedy: 'Give lists a lower maximum ("0..1000"), or none ("0..*"): the runtime limits the number of items anyway.',
    meaning:
      'Each element has a position for each possible occurrence, and a group that repeats multiplies them. Parsers expand all of them, and need minutes and gigabytes for a large number.',
    example: 'records:\n  Order:\n    Line: { type: string, occurs: 0..1000000 }',
  },
  abstractElement: {
    code: 'SW1378',
    message: 'The element "{element}" is abstract, and {reason}.',
    remedy: 'Declare an element with "substitutes: {element}", or remove "abstract".',
    meaning: 'A message never contains an abstract element, only an element that substitutes it.',
    example:
      'elements:\n  Shape: { type: string, abstract: true }   # and nothing substitutes it\nrecords:\n  Drawing: { shape: { element: Shape } }',
  },
  abstractRecord: {
    code: 'SW1379',
    message: 'The record "{record}" is abstract, and no concrete record extends it.',
    remedy: 'Declare a record with "$extends: {record}", or remove "$abstract".',
    meaning: 'A message never contains an abstract record, only a record that extends it.',
    example:
      'records:\n  Shape: { $abstract: true, Name: string }   # and nothing extends it\n  Drawing: { Shape: Shape }',
  },
  nothingBetween: {
    code: 'SW1384',
    message: 'No value is within the bounds of the type "{type}", its digits and those of its base types.',
    remedy: 'Move a bound, include it ("min", "max"), or allow more digits.',
    meaning:
      'The bounds are in order, and nothing is between them: there is no integer between 5 and 6, none from 1000 of three digits, and no date between a day and the next. Or all values that a base type lists are outside of them.',
    example: 'types:\n  Between: { base: int, minExclusive: 5, maxExclusive: 6 }',
  },
  nameWithoutNamespace: {
    code: 'SW1385',
    message: '"{value}" of the type "{type}" is a name without a namespace.',
    remedy: 'Write the namespace in braces and the name after it, all in quotes: "{urn:colours}red".',
    meaning:
      'A QName in an enumeration is a name with its namespace; a prefix means nothing in a contract. Messages with a default namespace cannot hold a name without one, so that no value would be possible.',
    example: 'types:\n  Colour: { base: QName, enum: [red] }',
  },
  badDigits: {
    code: 'SW1380',
    message: 'The digits of the type "{type}" allow no value: {reason}.',
    remedy: 'Give at least one digit in all, and at most as many after the decimal point.',
    meaning: '"totalDigits" counts all digits of a number, and "fractionDigits" those after the decimal point.',
    example: 'types:\n  Price: { base: decimal, totalDigits: 2, fractionDigits: 4 }',
  },
} as const;
