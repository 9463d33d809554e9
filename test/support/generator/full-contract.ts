/** A contract with every construct of the model. */
import type {
  Binding,
  BindingBody,
  BindingOperation,
  Contract,
  Extensible,
  Message,
  Port,
  PortTypeOperation,
} from '../../../src/contract/model/index.ts';
import { fullSchemas } from './full-schemas.ts';
import { bare, legacy, main } from './full-simple-types.ts';
import { builtIn, element, foreign, global, named, record } from './schema-components.ts';

const transport = 'http://schemas.xmlsoap.org/soap/http';

/** An element of another namespace. */
const extension = (name: string): string => `<x:${name} xmlns:x="urn:extension">\n  <x:a b="x:c"/>\n</x:${name}>`;
const elementMessage = (name: string, element: string, part = 'parameters'): Message => ({
  name: main(name),
  parts: [{ name: part, content: { kind: 'element', name: main(element) } }],
});

const messages: readonly Message[] = [
  elementMessage('FindSoapIn', 'Find'),
  elementMessage('FindSoapOut', 'FindResponse'),
  elementMessage('DescribeSoapIn', 'Describe'),
  elementMessage('DescribeSoapOut', 'DescribeResponse'),
  elementMessage('NotifySoapIn', 'Notify'),
  elementMessage('RawSoapIn', 'Payment', 'body'),
  { name: main('RawSoapOut'), parts: [{ name: 'body', content: { kind: 'element', name: legacy('Old') } }] },
  {
    ...elementMessage('Session', 'Session', 'Session'),
    doc: 'Who calls.',
    deprecated: 'm',
    since: 'n',
    typeScriptName: 'Caller',
    foreign: foreign('m'),
    extensions: [extension('inMessage')],
  },
  elementMessage('Quota', 'Quota', 'Quota'),
  elementMessage('NotFound', 'NotFound', 'NotFound'),
  {
    name: main('AddSoapIn'),
    parts: [
      { name: 'a', content: { kind: 'type', type: main('Percent') }, doc: 'The first.', typeScriptName: 'first' },
      {
        name: 'b',
        content: { kind: 'type', type: main('Tree') },
        deprecated: 'd',
        since: 's',
        sensitive: true,
        error: true,
        stream: true,
        mapping: 'string',
        foreign: foreign('part'),
      },
    ],
  },
  { name: main('AddSoapOut'), parts: [{ name: 'result', content: { kind: 'type', type: legacy('Thing') } }] },
];

const operation = (name: string, more: Partial<PortTypeOperation> = {}): PortTypeOperation => ({
  name,
  returns: 'field',
  pattern: 'request-response',
  input: { message: main(`${name}SoapIn`) },
  output: { message: main(`${name}SoapOut`) },
  faults: [],
  ...more,
});

const body = (more: Partial<BindingBody> = {}): BindingBody => ({ use: 'literal', headers: [], ...more });

const bound = (name: string, more: Partial<BindingOperation> = {}): BindingOperation => ({
  name,
  soapAction: `urn:whole#${name}`,
  style: 'document',
  input: body(),
  output: body(),
  faults: [],
  ...more,
});

const session = { message: main('Session'), part: 'Session', use: 'literal' } as const;
const quota = { message: main('Quota'), part: 'Quota', use: 'literal' } as const;

const documentBinding = (name: string, soapVersion: Binding['soapVersion']): Binding => ({
  name: main(name),
  portType: main('WholeSoap'),
  soapVersion,
  style: 'document',
  transport,
  operations: [
    bound('Find', {
      doc: 'How it is sent.',
      deprecated: 'b',
      since: 'c',
      input: body({
        headers: [
          {
            ...session,
            mustUnderstand: true,
            role: 'urn:role',
            required: false,
            namespace: 'urn:whole:encoded',
            faults: [{ message: main('NotFound'), part: 'NotFound', use: 'literal', namespace: 'urn:whole:encoded' }],
          },
        ],
        parts: ['parameters'],
        attachments: [{ part: 'Photo', types: ['image/png'] }],
        extensions: [extension('inBody')],
      }),
      output: body({ headers: [{ ...quota, mustUnderstand: false, required: true }] }),
      faults: [
        { name: 'NotFound', use: 'literal', namespace: 'urn:whole:fault', extensions: [extension('inBoundFault')] },
      ],
      foreign: foreign('b'),
      extensions: [extension('inBoundOperation')],
      inputName: 'FindIn',
      outputName: 'FindOut',
    }),
    bound('Describe', {
      soapAction: '',
      ...(soapVersion === '1.2' && { soapActionRequired: false, omitSoapAction: true }),
    }),
    bound('Notify', { output: undefined }),
    bound('Raw'),
  ],
});

const rpcBody = body({ namespace: 'urn:whole:rpc' });

const port = (name: string, binding: string, address: string, more: Partial<Port> = {}): Port => ({
  name,
  binding: main(binding),
  address,
  ...more,
});

const wrapper = (name: string, ...fields: readonly string[]) =>
  global(main(name), {
    kind: 'anonymous',
    type: {
      ...record(
        bare(''),
        fields.map((field) => element(main(field), builtIn('string'))),
      ),
      name: undefined,
    },
  });

const [first, ...otherSchemas] = fullSchemas;

export const fullContract: Contract = {
  name: 'Whole',
  targetNamespace: 'urn:whole',
  doc: 'Everything <at> once & "more".',
  deprecated: 'v',
  since: 'w',
  typeScriptName: 'All',
  foreign: foreign('all'),
  extensions: [extension('inDefinitions'), extension('inDefinitionsToo')],
  options: { long: 'string', decimal: 'number', dateTime: 'exact', date: 'Date', duration: 'exact' },
  schemas: [
    {
      targetNamespace: 'urn:whole',
      elementFormDefault: 'qualified',
      attributeFormDefault: 'unqualified',
      types: [],
      attributes: [],
      groups: [],
      attributeGroups: [],
      imports: [],
      ...first,
      elements: [
        wrapper('Find', 'Query'),
        wrapper('FindResponse', 'Item'),
        wrapper('Describe'),
        wrapper('DescribeResponse', 'Text', 'Count'),
        wrapper('Notify', 'Text'),
        global(main('Session'), named(main('Tree'))),
        global(main('Quota'), builtIn('int')),
        global(main('NotFound'), named(main('Payment'))),
        ...(first?.elements ?? []),
      ],
    },
    ...otherSchemas,
  ],
  messages,
  portTypes: [
    {
      name: main('WholeSoap'),
      doc: 'What it does.',
      deprecated: 'e',
      since: 'f',
      typeScriptName: 'Does',
      reserved: ['Lost', 'Gone'],
      foreign: foreign('port type'),
      extensions: [extension('inPortType')],
      operations: [
        operation('Find', {
          doc: 'Finds one.',
          deprecated: 'Use Search.',
          since: '1.2',
          typeScriptName: 'findOne',
          foreign: foreign('operation'),
          extensions: [extension('inOperation')],
          input: {
            name: 'FindIn',
            message: main('FindSoapIn'),
            typeScriptName: 'FindQuery',
            doc: 'What to find.',
            foreign: foreign('input'),
            extensions: [extension('inInput')],
          },
          output: { name: 'FindOut', message: main('FindSoapOut'), typeScriptName: 'FindAnswer' },
          faults: [{ name: 'NotFound', message: main('NotFound'), extensions: [extension('inFault')] }],
        }),
        operation('Describe', { returns: 'output', group: 'Words' }),
        operation('Notify', { pattern: 'one-way', output: undefined }),
        operation('Raw', { returns: 'output' }),
      ],
    },
    { name: main('CalculatorSoap'), operations: [operation('Add', { parameterOrder: ['b', 'a'] })] },
  ],
  bindings: [
    {
      ...documentBinding('WholeSoap', '1.1'),
      doc: 'Over HTTP.',
      deprecated: 'g',
      since: 'h',
      typeScriptName: 'Bound',
      foreign: foreign('binding'),
      extensions: [extension('inBinding')],
    },
    documentBinding('WholeSoap12', '1.2'),
    {
      name: main('CalculatorSoap'),
      portType: main('CalculatorSoap'),
      soapVersion: '1.1',
      style: 'rpc',
      transport,
      operations: [bound('Add', { style: 'rpc', input: rpcBody, output: rpcBody })],
    },
  ],
  senderFaultStatus: '500',
  services: [
    {
      name: 'Whole',
      doc: 'One of all.',
      deprecated: 'i',
      since: 'j',
      typeScriptName: 'Wholly',
      foreign: foreign('service'),
      extensions: [extension('inService')],
      ports: [
        port('WholeSoap', 'WholeSoap', 'https://a.example/?x=1&y="2"', {
          doc: 'The old way.',
          deprecated: 'k',
          since: 'l',
          foreign: foreign('port'),
          extensions: [extension('inPort')],
          mtom: 'optional',
        }),
        port('WholeSoap12', 'WholeSoap12', 'https://b.example/', {
          typeScriptName: 'Newer',
          security: [
            { usernameToken: 'digest', timestamp: true },
            { httpAuthentication: 'negotiate', clientCertificate: true },
          ],
        }),
        port('Spare', 'WholeSoap', 'https://c.example/'),
        port('CalculatorSoap', 'CalculatorSoap', 'https://d.example/calc'),
      ],
    },
  ],
};

/** The same, without attributes and elements that the schema of WSDL 1.1 does not allow; WSDLs of others may have them. */
export const strictContract: Contract = {
  ...fullContract,
  foreign: undefined,
  messages: messages.map(plain),
  portTypes: fullContract.portTypes.map((one) => ({
    ...plain(one),
    operations: one.operations.map(({ input, ...operation }) => ({
      ...operation,
      foreign: undefined,
      extensions: undefined,
      faults: operation.faults.map(plain),
      ...(input && { input: plain(input) }),
    })),
  })),
  bindings: fullContract.bindings.map((one) => ({
    ...one,
    foreign: undefined,
    operations: one.operations.map((operation) => ({ ...operation, foreign: undefined })),
  })),
  services: fullContract.services.map((one) => ({
    ...one,
    foreign: undefined,
    ports: one.ports.map((port) => ({ ...port, foreign: undefined })),
  })),
};

function plain<T extends Extensible>(component: T): T {
  return { ...component, foreign: undefined, extensions: undefined };
}
