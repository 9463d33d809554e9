import { algorithmSuites, assertionMethods, httpSchemes, keyReferences, mappings, tokenTypes } from '../model/index.ts';
import {
  type Constructs,
  choice,
  construct,
  either,
  flag,
  key,
  listOf,
  mapOf,
  type ServiceConstruct,
  type Value,
} from './construct.ts';
import { styles } from './operation-constructs.ts';
import * as shared from './shared-keys.ts';

const { foreign, appinfo } = shared.notes;

/** Which messages a contract has signed. */
export const signedMessages = ['both', 'requests'] as const;

/** Versions of WS-Addressing: that of the namespace 2005/08, and the submission before it. */
export const addressingVersions = ['1.0', '2004-08'] as const;

export const mtomUses = ['optional', 'required'] as const;

// biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of variables in a contract.
const variables = 'It may hold `${NAME:-default}`.';

const mtomUse =
  'in all messages (`required`), or in those of clients that send them so and in the responses (`optional`)';

/** One demand, or a list of alternatives. */
export const demands: Value = either(construct('security'), listOf(construct('security'), { filled: true }));

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

/** The top of a file, and what is said of a whole service. */
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
      security: key(
        demands,
        'What callers send to be let in, or a list of alternatives, in which `{}` stands for nothing. It is the default of ports.',
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
      security: key(
        demands,
        'What callers send to be let in, or a list of alternatives; by default as the contract says. `{}` for nothing.',
      ),
      doc: shared.doc,
      foreign: key(mapOf('expanded', 'literal'), 'Attributes of other namespaces, which only the WSDL shows.'),
      extensions: key(listOf('xml'), 'Elements of other namespaces, such as policies.'),
    },
    rules: [{ rule: 'required', keys: ['soap'] }],
  },
  security: {
    title: '"security"',
    subject: 'port',
    doc: 'What callers send to be let in, all of it. The WSDL says it by WS-SecurityPolicy 1.2, and clients take it as `credentials`.',
    example: '{ usernameToken: digest, timestamp: true }',
    keys: {
      usernameToken: key(
        choice(tokenTypes),
        'A WS-Security UsernameToken, with the password as `text`, or with a `digest` of it, a nonce and the time.',
      ),
      timestamp: flag('A WS-Security Timestamp.'),
      httpAuthentication: key(choice(httpSchemes), 'The scheme of HTTP authentication.'),
      clientCertificate: flag('A certificate of the client in TLS.'),
      signature: key(construct('signature'), 'Messages are signed by X.509 certificates, with the Timestamp.'),
      encryption: key(construct('encryption'), 'Messages are encrypted for X.509 certificates.'),
      assertion: key(choice(assertionMethods), 'A SAML 2.0 assertion of the caller, by its confirmation.'),
      algorithmSuite: key(
        choice(algorithmSuites),
        'The algorithms of signatures and encryption; default `Basic256Sha256`, with encryption `Basic256GCMSha256`.',
      ),
      callerKey: key(choice(keyReferences), "How requests name the caller's certificate.", 'binary-security-token'),
      serviceKey: key(choice(keyReferences), "How responses name the service's certificate.", 'binary-security-token'),
    },
  },
  signature: {
    title: '"signature"',
    subject: 'port',
    doc: 'What of messages is signed. The Timestamp is signed, too, where `timestamp` demands one.',
    example: "{ parts: [Body, '{http://www.w3.org/2005/08/addressing}To'], confirmed: true }",
    keys: {
      parts: key(
        listOf('note'),
        'The parts: `Body`, `Headers`, `UsernameToken`, and header blocks as `{namespace}local` or `{namespace}*`.',
        ['Body'],
      ),
      of: key(choice(signedMessages), 'The messages: requests and responses, or requests alone.', 'both'),
      certificate: flag('Whether the certificate in the message is signed, too.'),
      confirmed: flag('Whether responses confirm the signatures of their requests.'),
    },
  },
  encryption: {
    title: '"encryption"',
    subject: 'port',
    doc: 'What of requests and responses is encrypted.',
    example: '{ parts: [Body], signature: true }',
    keys: {
      parts: key(
        listOf('note', { filled: true }),
        'The parts: `Body`, `UsernameToken`, and elements as `{namespace}local`.',
        ['Body'],
      ),
      signature: flag('Whether the signature is encrypted, too.'),
      first: flag('Whether messages are encrypted before they are signed.'),
    },
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
};
