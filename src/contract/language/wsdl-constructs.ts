import {
  type Constructs,
  choice,
  construct,
  either,
  flag,
  key,
  listOf,
  mapOf,
  type Rule,
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
  omitSoapAction: key('flag', 'Overrides the one of the binding, for an operation with an empty soapAction.'),
  absent: flag('Whether the binding lacks the operation, which the port type has.'),
  faults: key(
    listOf(construct('boundFault')),
    'The faults in the binding, where they have other names than in the port type, or extensions, or are not there.',
  ),
};

const boundPart = {
  message: key('text', 'The name of the message.'),
  part: key('text', 'The name of its part.'),
  use: key(choice(uses), 'How it is written.', 'literal'),
  namespace: key('uri', 'The namespace, where the binding gives one.'),
} as const;

const needsPart: readonly Rule[] = [
  { rule: 'required', keys: ['message'] },
  { rule: 'required', keys: ['part'] },
];

const forSoap12 = 'Overrides `binding` for SOAP 1.2.';

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
      declaredMessages: key(
        mapOf('xmlName', construct('declaredMessage')),
        'Messages in full, by name, where the operations do not say everything about them.',
      ),
      undeclaredElements: key(
        listOf('reference'),
        'Elements that no schema of the WSDL declares: they stand for parts that have types in document style.',
      ),
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
  declaredMessage: {
    title: 'a declared message',
    subject: 'message',
    doc: 'A message with all its parts in their order: a type or an `element` each.',
    example: '{ doc: What to find., parts: { query: string, session: { element: Session } } }',
    keys: { ...notes, parts: key(construct('request'), 'The parts.') },
  },
  wsdlFault: {
    title: 'a fault in the WSDL',
    subject: 'fault',
    doc: 'Notes of a fault in the port type. With `message` it is one that `faults` does not have.',
    example: '{ message: Failed }',
    keys: { message: key('xmlName', 'Its message, for a fault without an element.'), ...notes },
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
      omitSoapAction: flag('Whether operations with an empty soapAction have no attribute `soapAction` in the WSDL.'),
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
      faults: key(mapOf('any', construct('wsdlFault')), 'Faults in the port type, by their names there.'),
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
      use: key(choice(uses), 'How the body is written, where it is not as in the operation.'),
      headers: key(
        listOf(construct('boundHeader')),
        'The header blocks of the binding in full, instead of those that `headers` of the operation gives.',
      ),
      attachments: key(
        listOf(construct('attachment')),
        'The further parts of a MIME multipart message: Blobs, which are properties of the request or response.',
      ),
      bound: key(listOf('xml'), 'Elements of other namespaces in the binding.'),
    },
  },
  attachment: {
    title: 'an attachment',
    subject: 'attachment',
    doc: 'A part of a message that is a MIME part beside the envelope.',
    example: '{ part: Photo, types: [image/png, image/jpeg] }',
    keys: {
      part: key('xmlName', 'The part of the message.'),
      types: key(listOf('text'), 'The media types that it can have.'),
    },
    rules: [{ rule: 'required', keys: ['part'] }],
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
  boundHeader: {
    title: 'a header block in a binding',
    subject: 'header block',
    doc: 'A header block in a binding, by its message and part.',
    example: '{ message: FindIn, part: session, namespace: "urn:shop" }',
    keys: {
      ...boundPart,
      mustUnderstand: flag('Whether the receiver must understand it.'),
      role: key('uri', 'The role, or actor, that it is meant for.'),
      optional: flag('Whether messages without it are accepted.'),
      faults: key(listOf(construct('boundHeaderFault')), 'The header faults about it.'),
    },
    rules: needsPart,
  },
  boundHeaderFault: {
    title: 'a header fault in a binding',
    subject: 'header fault',
    doc: 'A header fault in a binding, by its message and part.',
    example: '{ message: SessionFault, part: detail }',
    keys: boundPart,
    rules: needsPart,
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
