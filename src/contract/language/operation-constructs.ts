import {
  type Constructs,
  choice,
  construct,
  either,
  flag,
  type Key,
  key,
  listOf,
  type OperationConstruct,
  type Rule,
  referenceTo,
} from './construct.ts';
import * as shared from './shared-keys.ts';

export const styles = ['wrapped', 'bare', 'rpc'] as const;

const carriedRules: readonly Rule[] = [
  ...shared.once,
  shared.ofReference('A global element', ['type', 'record', 'nillable', 'sensitive', 'mapping', 'name']),
];

const carried: Readonly<Record<string, Key>> = {
  use: shared.use,
  ...shared.typeKeys,
  element: shared.element,
  nillable: shared.nillable,
  sensitive: shared.sensitive,
  mapping: shared.mapping,
  ...shared.notes,
  name: shared.typeScriptName,
};

const carriedNames = {
  message: key('nameTemplate', 'The name of its message, instead of the one by `wsdl`.'),
  part: key('nameTemplate', 'The name of the part of the message, instead of the one by `wsdl`.'),
};

const resultKeys = {
  nillable: shared.nillable,
  ...shared.notes,
  sensitive: shared.sensitive,
  error: shared.error,
  stream: shared.stream,
  contentType: shared.contentType,
  mapping: shared.mapping,
};

/** The operations of a service, and their messages. */
export const operationConstructs: Constructs<OperationConstruct> = {
  operations: {
    title: '"operations"',
    doc: 'Operations, by name.',
    example: '{ Find: { request: { Query: string }, result: { type: string, as: Found } } }',
    keys: { $reserved: shared.reserved('Names of operations') },
    members: { names: 'xmlName', of: construct('operation'), words: {} },
    filled: true,
  },
  operation: {
    title: 'an operation',
    doc: 'One request and its response.',
    example: '{ doc: Finds things., request: { Query: string }, response: { Found: "string[]" } }',
    keys: {
      ...shared.notes,
      name: shared.typeScriptName,
      group: shared.group,
      style: key(choice(styles), 'How its messages are built, instead of the style of the contract.'),
      use: key(choice(shared.uses), 'How its messages are written, instead of the `use` of the contract.'),
      oneWay: flag('There is no response.'),
      overloads: key('xmlName', 'Its name in the WSDL if several have the same: its own is then that of its messages.'),
      soapAction: key(
        'soapAction',
        'The soapAction; by default the namespace followed by the name of the operation. It may be empty.',
      ),
      soapActionRequired: key('flag', 'What SOAP 1.2 bindings say in the WSDL; clients always send the soapAction.'),
      namespace: key(
        either(choice(['']), 'uri'),
        'Namespace of the elements around rpc parts, and of encoded bare messages; by default that of the contract. An empty text leaves it out of the WSDL.',
      ),
      parameterOrder: key(listOf('xmlName'), 'The rpc parts in the order of a procedure.'),
      headers: key(construct('operationHeaders'), 'Header blocks of the request, or of the request and the response.'),
      request: key('message', 'The request: fields, or the element of a bare message.'),
      requestName: key('identifier', 'The name of the type of the request in TypeScript, instead of the usual one.'),
      result: key('message', 'The response as one value.'),
      response: key(construct('request'), 'The response as an object with any number of fields, instead of `result`.'),
      responseName: key('identifier', 'The name of the type of the response in TypeScript, instead of the usual one.'),
      returns: key(
        choice(['field', 'output']),
        'The returned part of a response that is declared elsewhere: its only field, or all of it. By default the field of one that has no other.',
      ),
      faults: key(listOf(referenceTo('fault')), 'Faults that it may respond with.'),
      wsdl: key(construct('operationWsdl'), 'Names and notes that only the WSDL shows.'),
    },
    rules: [
      { rule: 'exclusive', keys: ['result', 'response'] },
      { rule: 'special', name: 'operation' },
    ],
  },
  operationHeaders: {
    title: 'the headers of an operation',
    doc: 'Header blocks of the request, or a map with those of the request and of the response.',
    example: '{ request: [Session], response: [Quota] }',
    short: listOf(referenceTo('header')),
    keys: {
      request: key(listOf(referenceTo('header')), 'Header blocks of the request.'),
      response: key(listOf(referenceTo('header')), 'Header blocks of the response.'),
    },
  },
  header: {
    title: 'a header',
    doc: 'A header block: the type of its element, or the long form.',
    example: '{ type: string, mustUnderstand: true }',
    short: { kind: 'typeName' },
    keys: {
      mustUnderstand: shared.mustUnderstand,
      role: shared.role,
      optional: shared.optional,
      faults: key(listOf(referenceTo('fault')), 'Faults about the block (`soap:headerfault`).'),
      ...carried,
      ...carriedNames,
    },
    rules: carriedRules,
  },
  fault: {
    title: 'a fault',
    doc: 'A fault: the type of the element in its detail, or the long form.',
    example: '{ record: { Name: string }, doc: There is no such thing. }',
    short: { kind: 'typeName' },
    keys: {
      as: key('xmlName', 'The name of the fault in operations; by default that of its element.'),
      ...carried,
      ...carriedNames,
    },
    rules: carriedRules,
  },
  request: {
    title: 'a request',
    doc: 'Fields of a request or a response, in the order of the message; or a record that has them.',
    example: '{ Query: string, Limit: int? }',
    short: { kind: 'resultType' },
    keys: {
      $doc: shared.doc,
      $attributes: shared.attributeList,
      $as: key('xmlName', 'The name of the element; by default that of the operation, with `Response` for a response.'),
      $element: key(referenceTo('element'), 'A global element, instead of fields.'),
    },
    rules: [{ rule: 'excludes', key: '$element', others: ['$doc', '$attributes', '$as'], what: 'A global element' }],
    members: shared.particles,
  },
  result: {
    title: 'a result',
    doc: 'The one field of a response: a record (`LoginResult`, `LoginResult?`, `Item[]`), or the long form. A built-in type needs `as`, unless the contract has a `resultName`.',
    example: '{ type: string, as: Found, many: true }',
    short: { kind: 'typeExpression' },
    keys: {
      ...shared.typeKeys,
      element: shared.element,
      as: key('xmlName', 'The name of the result element; by default that by `resultName`, or the name of its type.'),
      ...shared.occurrence,
      form: shared.form,
      ...resultKeys,
      name: shared.typeScriptName,
    },
    rules: [
      ...shared.once,
      shared.manyOrOptional,
      shared.ofReference('A result that is a global element', ['as']),
      shared.ofReference('A field that is a global element', shared.notOfReferences),
      ...shared.streamRules,
      { rule: 'special', name: 'mapping' },
    ],
  },
  bare: {
    title: 'the element of a bare message',
    doc: 'The one element of a bare message. An empty map is a message without an element, as some WSDLs have.',
    example: '{ type: Query, as: FindQuery }',
    short: { kind: 'typeName' },
    keys: {
      ...shared.typeKeys,
      element: shared.element,
      as: key('xmlName', 'The name of the element; by default that of the operation, with `Response` for a response.'),
      ...resultKeys,
      name: shared.typeScriptName,
    },
    rules: [
      ...shared.once,
      shared.ofReference('A global element', [
        ...['type', 'record', 'as', 'nillable', 'deprecated', 'since'],
        ...['sensitive', 'error', 'stream', 'mapping', 'name'],
      ]),
      ...shared.streamRules,
    ],
  },
};
