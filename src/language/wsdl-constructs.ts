import {
  type Constructs,
  choice,
  construct,
  either,
  key,
  listOf,
  mapOf,
  toValue,
  type WsdlConstruct,
} from './construct.ts';
import * as shared from './shared-keys.ts';

const { uses } = shared;
const { doc, foreign } = shared.notes;

const notes = {
  ...(doc && { doc }),
  ...(foreign && { foreign }),
  extensions: key(listOf('xml'), 'Elements of other namespaces, such as policies, each as XML text.'),
};

const place = { name: key('xmlName', 'Its name.'), ...notes };

const bound = {
  ...notes,
  soapAction: key('soapAction', 'The soapAction in this binding, where bindings differ.'),
  faults: key(
    listOf(construct('boundFault')),
    'The faults in the binding, where they have other names than in the port type, or extensions, or are not there.',
  ),
};

const forSoap12 = 'In place of `binding` for SOAP 1.2.';

/** Names and notes of the WSDL that follow no other key of a contract. */
export const wsdlConstructs: Constructs<WsdlConstruct> = {
  wsdl: {
    title: '"wsdl"',
    subject: 'WSDL',
    doc: 'Names and notes that only the WSDL shows, where they differ from those that soapwright chooses.',
    example: '{ portType: Calculator, binding: CalculatorBinding, messages: { request: "{operation}Request" } }',
    keys: {
      definitions: key(construct('wsdlNotes'), 'Of the definitions.'),
      service: key(construct('wsdlNotes'), 'Of the service.'),
      portType: key(construct('wsdlPlace'), 'Of the port type.'),
      binding: key(
        construct('wsdlBinding'),
        'Of the binding: of each, if there are two; the name is that for SOAP 1.1.',
      ),
      binding12: key(construct('wsdlBinding'), forSoap12),
      messages: key(construct('wsdlNames'), 'Names of messages.'),
      parts: key(construct('wsdlNames'), 'Names of the parts of messages that have one.'),
      names: key(construct('wsdlNames'), 'The `name` attributes of inputs and outputs, which are absent by default.'),
    },
  },
  wsdlNotes: {
    title: 'the notes of a part of the WSDL',
    subject: 'component',
    doc: 'Documentation and extensions of a component of WSDL.',
    example: '{ extensions: ["<p:Policy xmlns:p=\\"urn:p\\"/>"] }',
    keys: notes,
  },
  wsdlPlace: {
    title: 'a part of the WSDL',
    subject: 'component',
    doc: 'The name of a component of WSDL, or a map with its name and notes.',
    example: '{ name: Calculator, doc: What it does. }',
    short: toValue('xmlName'),
    keys: place,
  },
  wsdlBinding: {
    title: 'a binding',
    doc: 'The name of a binding, or the long form.',
    example: '{ name: CalculatorBinding, style: rpc }',
    short: toValue('xmlName'),
    keys: {
      ...place,
      transport: key('uri', 'The transport; by default that of HTTP.'),
      style: key(choice(['document', 'rpc']), 'The style of the binding; by default that of the contract.'),
    },
  },
  wsdlNames: {
    title: 'names of the WSDL',
    subject: 'name',
    doc: 'Names, in which `{operation}` is replaced by the name of the operation and `{name}` by that of the header or fault.',
    example: '{ request: "{operation}Request", fault: "{name}" }',
    keys: {
      request: key('nameTemplate', 'Of requests.'),
      response: key('nameTemplate', 'Of responses.'),
      header: key('nameTemplate', 'Of header blocks.'),
      fault: key('nameTemplate', 'Of faults.'),
    },
  },
  operationWsdl: {
    title: 'the WSDL of an operation',
    subject: 'operation',
    doc: 'Names and notes of an operation that only the WSDL shows.',
    example: '{ request: { message: FindIn }, binding: { doc: How it is sent. } }',
    keys: {
      extensions: key(listOf('xml'), 'Elements of other namespaces in the operation of the port type.'),
      request: key(construct('messageWsdl'), 'Of the request.'),
      response: key(construct('messageWsdl'), 'Of the response.'),
      faults: key(mapOf('any', construct('wsdlNotes')), 'Of faults in the port type, by their names there.'),
      binding: key(construct('boundOperation'), 'Of the operation in the binding: in each, if there are two.'),
      binding12: key(construct('boundOperation'), forSoap12),
    },
  },
  messageWsdl: {
    title: 'the WSDL of a message',
    subject: 'input or output',
    doc: 'Names and notes of an input or output, of its message, and of how these are bound.',
    example: '{ message: FindIn, part: query, name: findInput }',
    keys: {
      name: key('text', 'The `name` attribute; an empty text for none.'),
      ...notes,
      message: key(construct('messagePlace'), 'The message.'),
      part: key(construct('wsdlPlace'), 'Its only part.'),
      boundName: key('text', 'The `name` attribute in the binding, where it differs; an empty text for none.'),
      parts: key(listOf('xmlName'), 'The parts in the body, where they are listed.'),
      namespace: key(
        either(choice(['']), 'uri'),
        'The namespace of the body, where it is not that of the operation; an empty text for none.',
      ),
      bound: key(listOf('xml'), 'Elements of other namespaces in the binding.'),
    },
  },
  messagePlace: {
    title: 'a message',
    doc: 'The name of a message, or the long form.',
    example: '{ name: FindIn, order: [session, query] }',
    short: toValue('xmlName'),
    keys: {
      ...place,
      others: key(
        construct('request'),
        'Parts that are neither in the body nor header blocks, such as attachments: a type or an `element` each.',
      ),
      order: key(
        listOf('xmlName'),
        'The order of its parts, if header blocks are among them; by default they are last.',
      ),
    },
  },
  boundOperation: {
    title: 'an operation of a binding',
    subject: 'operation',
    doc: 'Notes of an operation in a binding.',
    example: '{ doc: How it is sent. }',
    keys: bound,
  },
  boundFault: {
    title: 'a fault in a binding',
    subject: 'fault',
    doc: 'The name of a fault in a binding, or the long form.',
    example: '{ name: NotFound, extensions: ["<p:Policy xmlns:p=\\"urn:p\\"/>"] }',
    short: toValue('text'),
    keys: {
      name: key('text', 'Its name; an empty text for none.'),
      use: key(choice(uses), 'How it is written.', 'literal'),
      namespace: key('uri', 'Of an encoded fault.'),
      extensions: key(listOf('xml'), 'Elements of other namespaces.'),
    },
  },
};
