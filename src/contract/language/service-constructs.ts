import { mappings } from '../model/index.ts';
import {
  type Constructs,
  choice,
  construct,
  either,
  flag,
  type Key,
  key,
  listOf,
  mapOf,
  type Rule,
  referenceTo,
  type ServiceConstruct,
} from './construct.ts';
import * as shared from './shared-keys.ts';

const { foreign, appinfo } = shared.notes;

/** Versions of WS-Addressing: that of the namespace 2005/08, and the submission before it. */
export const addressingVersions = ['1.0', '2004-08'] as const;

export const styles = ['wrapped', 'bare', 'rpc'] as const;

export const mtomUses = ['optional', 'required'] as const;

// biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of variables in a contract.
const variables = 'It may hold `${NAME:-default}`.';

const mtomUse =
  'in all messages (`required`), or in those of clients that send them so and in the responses (`optional`)';

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

const formKeys = {
  elementForm: key(
    choice(['qualified', 'unqualified']),
    'Whether fields are in the namespace of their record, or in no namespace.',
    'qualified',
  ),
  attributeForm: key(
    choice(['qualified', 'unqualified']),
    'Whether attributes are in the namespace of their record, or in no namespace.',
    'unqualified',
  ),
};

/** The top of a file, and all of a service but the components that messages consist of. */
export const serviceConstructs: Constructs<ServiceConstruct> = {
  contract: {
    title: 'a contract',
    subject: 'service',
    doc: 'A SOAP service: its operations, the records they exchange, and its address. An included file has the same keys.',
    example:
      '{ soapwright: 1, service: Greeter, namespace: "urn:greeter/", address: "http://localhost/", operations: { Greet: { result: G } }, records: { G: { Text: string } } }',
    keys: {
      soapwright: key('languageVersion', 'Version of the contract language. Only version 1 exists.'),
      include: key(
        listOf('relativePath'),
        'Other contract files, by paths relative to this file. Their declarations count as if they were in this file; service, address and the like come from this file.',
      ),
      service: key(
        'xmlName',
        'Name of the service, from which the WSDL, the port type, the bindings and the generated client and server are named.',
      ),
      doc: shared.doc,
      namespace: key(
        'namespace',
        `Target namespace of all elements and types, usually a URL that ends in a slash: the default soapAction of an operation is the namespace followed by its name. ${variables}`,
      ),
      wsdlNamespace: key(
        'uri',
        'Target namespace of the WSDL, whose messages, port type and bindings are in it; by default `namespace`.',
      ),
      ...formKeys,
      namespaces: key(
        mapOf('prefix', construct('namespace')),
        'Other namespaces, by the prefixes of names in this file. An empty text stands for no namespace.',
      ),
      address: key(
        'address',
        `Address of the service: an http or https URL, or an empty text without one. It is a default; client and server can be given another one at run time. ${variables}`,
      ),
      soap: key(listOf('soapVersion', { filled: true }), 'The SOAP versions of the service.', ['1.1', '1.2']),
      ports: key(
        mapOf('xmlName', construct('port'), { filled: true }),
        'The ports of the service, instead of those derived from `soap` and `address`.',
      ),
      mtom: key(
        choice(mtomUses),
        `Whether binary values are in parts of their own (MTOM): ${mtomUse}. It is the default of ports.`,
      ),
      senderFaultStatus: key(
        'senderFaultStatus',
        'HTTP status of SOAP 1.2 faults with the code Sender. SOAP 1.2 says 400; WCF clients need 500, because they read no envelope with another status.',
        400,
      ),
      style: key(
        choice(styles),
        'How messages are built from fields: in an element named after the operation (`wrapped`), as one element (`bare`), or as message parts (`rpc`).',
        'wrapped',
      ),
      use: key(
        choice(shared.uses),
        'How messages are written: as XML Schema describes them (`literal`), or by SOAP encoding (`encoded`), which no new service should use. The default of `soap` is then `["1.1"]`.',
        'literal',
      ),
      soapAction: key(
        'soapActionTemplate',
        'The soapAction of operations without their own, in which `{operation}` is replaced by the name of the operation. It may be empty.',
      ),
      resultName: key(
        'nameTemplate',
        'The name of the elements of results without `as`, in which `{operation}` is replaced by the name of the operation; by default each has the name of its type, which must then be no built-in one.',
      ),
      options: key(construct('options'), 'How simple types are mapped to TypeScript.'),
      forgiving: flag(
        'Mistakes that most toolkits forgive are warnings, as in a WSDL: for a service that exists and cannot be mended.',
      ),
      unreached: key(
        choice(['code', 'wsdl']),
        'Where components are that no message can contain: in the generated code too, or in the WSDL only.',
        'code',
      ),
      operations: key(
        construct('operations'),
        'The operations of the service, by name: the name of the request element.',
      ),
      headers: key(
        mapOf('qualified', construct('header')),
        'Header blocks, by name: each is a global element of that name.',
      ),
      faults: key(
        mapOf('qualified', construct('fault')),
        'Faults of operations, by name: each is a global element of that name in the detail.',
      ),
      elements: key(
        mapOf('qualified', construct('element')),
        'Global elements, by name, for fields, headers and bare messages to refer to.',
      ),
      attributes: key(
        mapOf('qualifiedAttribute', construct('globalAttribute')),
        'Global attributes, by name, for `$ref` to refer to.',
      ),
      groups: key(
        mapOf('qualified', construct('group')),
        'Model groups, by name: fields that records share by `$group`.',
      ),
      attributeGroups: key(
        mapOf('qualified', construct('attributeGroup')),
        'Attribute groups, by name: attributes that records share by `$groups`.',
      ),
      notations: key(mapOf('qualified', construct('notation')), 'Notations, by name.'),
      types: key(mapOf('qualifiedType', construct('type')), 'Simple types, by name.'),
      records: key(mapOf('qualifiedType', construct('record')), 'Records, by name: complex types of XML Schema.'),
      wsdl: key(construct('wsdl'), 'Names and notes that only the WSDL shows.'),
    },
    rules: [
      { rule: 'exclusive', keys: ['ports', 'soap'] },
      { rule: 'special', name: 'file' },
    ],
  },
  namespace: {
    title: 'a namespace',
    doc: 'A namespace by its URI, or the long form.',
    example: '{ uri: "urn:example:old", elementForm: unqualified }',
    short: { kind: 'prefixedNamespace' },
    keys: {
      uri: key('prefixedNamespace', `The namespace. ${variables}`),
      ...formKeys,
      ...(foreign && { foreign }),
      ...(appinfo && { appinfo }),
    },
    rules: [{ rule: 'required', keys: ['uri'] }],
  },
  port: {
    title: 'a port',
    doc: 'A WSDL port: one address and one version of SOAP.',
    example: '{ soap: "1.1", address: "https://files.example/" }',
    keys: {
      soap: key('soapVersion', 'The version of SOAP.'),
      address: key('address', 'The address of the port; by default that of the contract.'),
      addressing: key(
        choice(addressingVersions),
        'The version of WS-Addressing that the port demands: clients send its header blocks, servers check and answer them. By default none.',
      ),
      mtom: key(
        choice(mtomUses),
        'Whether binary values are in parts of their own (MTOM); by default as the contract says.',
      ),
      doc: shared.doc,
      foreign: key(mapOf('expanded', 'literal'), 'Attributes of other namespaces, which only the WSDL shows.'),
      extensions: key(listOf('xml'), 'Elements of other namespaces, such as policies.'),
    },
    rules: [{ rule: 'required', keys: ['soap'] }],
  },
  notation: {
    title: 'a notation',
    doc: 'A notation: what data that are not XML are called.',
    example: '{ public: image/jpeg, system: viewer.exe }',
    keys: {
      public: key('note', 'Its public identifier.'),
      system: key('note', 'Its system identifier.'),
      ...shared.notes,
    },
    rules: [{ rule: 'required', keys: ['public', 'system'] }],
  },
  options: {
    title: '"options"',
    doc: 'How simple types are mapped to TypeScript.',
    example: '{ long: string, dateTime: exact }',
    keys: {
      long: key(
        choice(mappings.long),
        'long and the other integers beyond 32 bits: `bigint`, `string`, or `number`, which rejects values that it cannot hold exactly.',
        'bigint',
      ),
      decimal: key(choice(mappings.decimal), 'decimal: `string` is exact, `number` is not.', 'string'),
      dateTime: key(
        choice(mappings.dateTime),
        'dateTime: `Date` has milliseconds; `exact` keeps every digit and the time zone, or that there is no time zone.',
        'Date',
      ),
      date: key(
        choice(mappings.date),
        'date: `string` keeps the time zone, or that there is no time zone; `Date` is midnight UTC of that day.',
        'string',
      ),
      duration: key(choice(mappings.duration), "duration: `string`, or `exact` for the runtime's Duration.", 'string'),
    },
  },
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
