import { componentMessages } from './component-messages.ts';
import { typeMessages } from './type-messages.ts';

/** The service, its names and types (SW1301 to SW1318), namespace and address (SW14…), name clashes (SW15…). */
export const serviceMessages = {
  emptyService: {
    code: 'SW1301',
    message: 'The service has no operations.',
    remedy: 'Declare at least one under "operations".',
    meaning: 'A service without operations can neither be called nor generated.',
    example: 'operations: {}',
  },
  notAName: {
    code: 'SW1302',
    message: '"{name}" is not a valid name of {what} in XML.',
    remedy: 'A name begins with a letter or "_", followed by letters, digits, ".", "-" and "_".',
    meaning: 'Names of operations, records and fields are names of XML elements and types (NCName).',
    example: 'records:\n  2fast: { Number: string }',
  },
  notAnIdentifier: {
    code: 'SW1303',
    message: '"{name}" is not a valid name in TypeScript.',
    remedy: 'Use letters, digits and "_", without a digit at the start, and no reserved word of TypeScript.',
    meaning:
      'The key "name" sets a name in TypeScript, which must be an identifier. Names derived from XML are encoded if necessary.',
    example: 'Number: { type: string, name: order-number }',
  },
  unknownType: {
    code: 'SW1304',
    message: 'There is no type "{type}".',
    remedy:
      'Built in are the simple types of XML Schema, such as {builtIn}. Anything else is declared under "types" or "records".',
    generalRemedy:
      'Built in are the simple types of XML Schema, such as string and dateTime. Anything else is declared under "types" or "records".',
    meaning: 'The type is neither built in nor declared in the contract. Names are case-sensitive.',
    example: 'Number: String',
  },
  otherLanguageType: {
    code: 'SW1329',
    message: 'There is no type "{type}". {instead}',
    generalMessage: 'The type is one of another language.',
    meaning:
      'Other languages have a type of this name. Here types are those of XML Schema and those that the contract declares; lists, optional values and records have a form of their own.',
    example: 'Numbers: { type: array, items: int }',
  },
  prefixedType: {
    code: 'SW1305',
    message: 'The type "{type}" has a prefix.',
    remedy: 'Types are named without a prefix: write "{local}".',
    generalRemedy: 'Types are named without a prefix: write only what follows the colon.',
    meaning: 'A prefix refers to another namespace, but this type is in the namespace of the contract or built in.',
    example: 'Number: xs:string',
  },
  unsupportedType: {
    code: 'SW1306',
    message: 'The type "{type}" of XML Schema cannot be used here.',
    remedy: 'Use a simple type such as {builtIn}; anyType is for fields only.',
    generalRemedy: 'Use a simple type such as string; anyType is for fields only.',
    meaning: 'XML Schema has the type, but no code can be generated for it.',
    example: 'Number: anySimpleType',
  },
  badType: {
    code: 'SW1307',
    message:
      '"{type}" is not a type: write one name, then at most one of "?" (optional), "[]" and "[1..10]" (repeats).',
    meaning: 'The short form is one name and at most one suffix.',
    example: 'Number: string or int',
  },
  manyAndOptional: {
    code: 'SW1308',
    message: 'The field "{field}" both repeats and is optional.',
    remedy: 'A repeated field can already occur zero times: remove the "?" or "optional".',
    meaning: 'An absent list would have the same meaning as an empty one.',
    example: 'Line: "string[]?"',
  },
  suffixInLongForm: {
    code: 'SW1309',
    message: 'In the long form the type has no suffix "{suffix}".',
    remedy: 'Write "type: {type}" and "{key}: true".',
    generalRemedy:
      'Remove the suffix from "type", and write the key for it: "optional: true" for "?", "many: true" for "[]".',
    meaning: 'Suffixes belong to the short form; the long form has keys for them.',
    example: 'Number: { type: "string?" }',
  },
  streamNotBinary: {
    code: 'SW1310',
    message: 'Only base64Binary can be streamed; "{field}" is of type {type}.',
    remedy: 'Remove "stream", or make the type base64Binary.',
    meaning: 'A stream is a Blob of bytes, and only base64Binary contains bytes of any length.',
    example: 'Text: { type: string, stream: true }',
  },
  badContentType: {
    code: 'SW1386',
    message: 'A content type is one of bytes; "{field}" has the type {type} and the content type "{value}".',
    remedy: 'Make the type base64Binary, and "contentType" one or several media types, such as image/png.',
    meaning: 'It is the Content-Type of the part of a message that holds the value.',
    example: 'Photo: { type: base64Binary, contentType: png }',
  },
  mappingDoesNotFit: {
    code: 'SW1311',
    message: 'The type {type} cannot be mapped to "{mapping}".',
    remedy: 'Allowed: {allowed}.',
    generalRemedy: 'Write one of the mappings that the diagnostic lists.',
    meaning: 'Some types have several representations in TypeScript; this type has only the allowed ones.',
    example: 'Number: { type: int, mapping: bigint }',
  },
  resultNeedsName: {
    code: 'SW1312',
    message: 'The result of "{operation}" has the built-in type {type}, so that its element has no name.',
    remedy:
      'Name the element: "result: { type: {type}, as: {operation}Result }", or those of all results by "resultName".',
    meaning: 'The element of a result is named after its record, but a built-in type is not a name for an element.',
    example: 'Count: { result: int }',
  },
  resultRepeats: {
    code: 'SW1313',
    message: 'The result of "{operation}" cannot repeat: it is one element.',
    remedy: 'Return a record with a field that repeats.',
    meaning: 'The response contains one element, whose value is the result.',
    example: 'Find: { result: "Order[]" }',
  },
  recordNamedLikeBuiltIn: {
    code: 'SW1314',
    message: 'A record cannot be named "{name}": XML Schema has a built-in type of that name.',
    remedy: 'Rename the record.',
    meaning: 'A name without a prefix refers to a built-in type first.',
    example: 'records:\n  string: { Text: int }',
  },
  infiniteRecord: {
    code: 'SW1315',
    message: 'The record "{record}" contains itself without end: {path}.',
    remedy: 'Make one of these fields optional, nillable or repeated.',
    meaning: 'Each value of the record would contain another one, so that no finite value exists.',
    example: 'records:\n  Folder: { Parent: Folder }',
  },
  unusedRecord: {
    code: 'SW1316',
    severity: 'warning',
    exit: 0,
    message: 'No operation uses the record "{record}".',
    remedy: 'Remove it, or use it in a request, a result or a used record.',
    meaning: 'The record is generated, but no message can contain it. The lint rule unused-record reports it too.',
    example: 'records:\n  Order: { Number: string }   # and no operation has an Order',
  },
  deepMessage: {
    code: 'SW1383',
    severity: 'warning',
    exit: 0,
    message:
      'The message "{message}" has at least {levels} levels of elements, more than the {limit} that programs read.',
    remedy: 'Make a record in it optional or nillable, or raise "limits.maxDepth" of client and server.',
    meaning:
      'Clients and servers refuse messages of more than 64 levels, the envelope included, unless "limits.maxDepth" allows up to 256. The required parts of this message already exceed that, so that its samples are refused too.',
    example: 'records:\n  A1: { Next: A2 }\n  A2: { Next: A3 }   # and so on, up to A70',
  },
  badText: {
    code: 'SW1317',
    message: '"{key}" contains the character {character}, which XML does not allow.',
    remedy: 'Remove it.',
    meaning: 'XML 1.0 allows most control characters in no form, not even as character references.',
    example: 'doc: "A bell: \\u0007"',
  },
  badSoapAction: {
    code: 'SW1318',
    message: 'The soapAction "{soapAction}" cannot be sent in an HTTP header.',
    remedy: 'Use ASCII letters, digits and the punctuation of URLs, without quotes, and without a space at either end.',
    meaning: 'SOAPAction is an HTTP header, and a header is one line of ASCII.',
    example: 'FindOrder: { soapAction: "urn:my-shop " }',
  },
  badNamespace: {
    code: 'SW1401',
    message: '"{namespace}" cannot be a namespace: {reason}.',
    remedy: 'Use an address of your own, such as "https://files.example/v2/".',
    meaning:
      'The namespace distinguishes the elements of this service from all others. It is compared as text, and never fetched.',
    example: 'namespace: my shop',
  },
  namespaceWithoutSlash: {
    code: 'SW1402',
    message:
      'The namespace "{namespace}" does not end in a slash, and the soapAction of "{operation}" is derived from it.',
    remedy: 'Write "{namespace}/", or give each operation a soapAction.',
    meaning: 'The default soapAction is the namespace followed by the name of the operation, without a separator.',
    example: 'namespace: urn:shop\noperations:\n  Find: { result: Order }   # urn:shopFind',
  },
  badAddress: {
    code: 'SW1403',
    message: '"{address}" is not an http or https URL: {reason}.',
    remedy: 'Write the complete URL, such as "https://files.example/v2/fileservice.asmx".',
    meaning: 'The address is the default for clients and servers, and must be a complete URL.',
    example: 'address: shop.example/soap',
  },
  badVariable: {
    code: 'SW1404',
    message: '"{variable}" is not a variable: {reason}.',
    remedy: 'Write "\u0024{NAME:-default}": generated files contain the default.',
    meaning: 'A variable always has a default, so that generated files are the same on every machine.',
    example: 'address: \u0024{SHOP_URL}/soap',
  },
  badBaseUrl: {
    code: 'SW1410',
    message: 'The base URL "{baseUrl}" cannot be used: {reason}.',
    remedy:
      'Give the scheme, the host and, if necessary, the path before the version, such as "https://files.example".',
    meaning: 'A base URL replaces the part of the address before the version.',
    example: 'soapwright generate --base-url files.example',
  },
  badServiceFile: {
    code: 'SW1411',
    message: 'The service file "{serviceFile}" cannot be used: {reason}.',
    remedy: 'Give the bare name, such as "fileservice".',
    meaning: 'A service file replaces the last segment of the address, without its suffix.',
    example: 'soapwright generate --service-file upload.asmx',
  },
  typeNameClash: {
    code: 'SW1501',
    message: '{one} and {other} would both be "{name}" in TypeScript.',
    remedy:
      'Rename one of them, or give one another name in TypeScript ("$name" in a record, "name" in an operation or an overlay).',
    meaning:
      'Both become a name at the top of a generated file. Neither is renamed by itself: names must not change when something is added.',
    example: 'operations:\n  Find: { result: FindRequest }\nrecords:\n  FindRequest: { Number: string }',
  },
  operationNameClash: {
    code: 'SW1502',
    message:
      'The operations "{one}" and "{other}" would have handler files that are the same on systems that ignore case.',
    remedy: 'Give one of them another "name", for a WSDL in its overlay.',
    meaning: 'Each operation has a handler file of its name, and Windows and macOS take both names for one file.',
    example: 'operations:\n  GetFile: { result: Order }\n  getFile: { result: Order }',
  },
  propertyNameClash: {
    code: 'SW1503',
    message: 'The fields "{one}" and "{other}" would both be the property "{name}" in TypeScript.',
    remedy: 'Give one of them another "name", for a WSDL in its overlay.',
    meaning: 'Each field becomes a property of one object, whose names must differ.',
    example: 'records:\n  Order:\n    Number: string\n    Nr: { type: string, name: Number }',
  },
  elementClash: {
    code: 'SW1504',
    message: '{one} and {other} would both be the element "{name}".',
    remedy: 'Rename one of them.',
    meaning: 'From "Find" come the elements Find and FindResponse, and no other operation can have these.',
    example: 'operations:\n  Find: { result: Order }\n  FindResponse: { result: Order }',
  },
  inputClash: {
    code: 'SW1505',
    message:
      'The operations "{one}" and "{other}" take the same element with the same soapAction: nothing tells them apart.',
    remedy: 'Give one of them another soapAction, or another element.',
    meaning: 'Bare operations may share a request, if the SOAPAction says which of them is meant.',
    example:
      'Find: { style: bare, soapAction: "", request: { element: Query }, result: Order }\nCount: { style: bare, soapAction: "", request: { element: Query }, result: Order }',
  },
  notExpanded: {
    code: 'SW1381',
    message: '"{name}" is not a name with its namespace.',
    remedy: 'Write the namespace in braces and the name after it, all in quotes.',
    meaning: 'An attribute of another namespace has no prefix in a contract: the WSDL chooses one.',
    example: 'foreign: { note: x }',
  },
  badXmlText: {
    code: 'SW1382',
    message: 'The text is not one XML element with all declarations of its prefixes: {reason}.',
    meaning: 'The text is copied into the WSDL, and must not break it.',
    example: 'extensions: { definitions: ["<p:Policy/>"] }',
  },
  arrayNotEncoded: {
    code: 'SW1391',
    message: '"{type}" is a type of encoded messages, and the contract has none.',
    remedy: 'Set `use: encoded`, or use a list: `string[]`.',
    meaning: 'Arrays and the other types of SOAP encoding are read and written in encoded messages.',
    example: 'records:\n  Names: { $array: string }',
  },
  encodedStream: {
    code: 'SW1393',
    message: 'The field "{field}" cannot be streamed: the contract has encoded messages.',
    remedy: 'Leave out "stream", or put the literal operations into a contract of their own.',
    meaning: 'In an encoded message a reference can lead to any element, so that the whole message is in memory.',
    example:
      'style: rpc\nuse: encoded\noperations:\n  Put: { request: { Data: { type: base64Binary, stream: true } }, response: {} }',
  },
  unsecurable: {
    code: 'SW1394',
    message: 'Messages cannot be secured so: {reason}.',
    generalMessage: 'Messages cannot be secured as "security" says.',
    remedy: 'The page on credentials has what can be demanded: docs/how-to/demand-credentials.md.',
    meaning: 'The keys of "security" contradict each other, or name a part that messages do not have.',
    example: 'security: { assertion: holder-of-key }',
  },
  arrayOfItself: {
    code: 'SW1392',
    message: 'The array "{array}" contains itself, or has more than {limit} dimensions.',
    remedy: 'Put a record between the array and its items.',
    meaning: 'An array of arrays is a list of lists in TypeScript, which ends somewhere.',
    example: 'records:\n  Tree: { $array: Tree }',
  },
} as const;

/** Diagnostics of contracts. */
export const contract: typeof serviceMessages & typeof componentMessages & typeof typeMessages = {
  ...serviceMessages,
  ...componentMessages,
  ...typeMessages,
};
