import { describe, expect, it } from 'vitest';
import { keptContract } from '../../../test/support/generator/kept-contract.ts';
import { wsdlText } from '../../emit/wsdl.ts';
import { loadContract } from './load.ts';

const head = 'soapwright: 1\nservice: Shop\nnamespace: urn:shop/\naddress: http://localhost/shop\n';

function load(text: string) {
  const { contract, diagnostics } = loadContract({ file: 'contract.yaml', text });
  return { contract, lines: diagnostics.map(({ code, severity }) => `${code} ${severity}`) };
}

describe('a contract gives in full', () => {
  it('a message whose parts have types in document style: the WSDL has these parts, and not their elements', () => {
    const contract = keptContract(`namespaces: { none: { uri: "", elementForm: unqualified } }
style: bare
operations: { Find: { request: { element: none:query }, result: string } }
elements: { none:query: string }
wsdl:
  declaredMessages: { FindSoapIn: { doc: What to find., parts: { query: string, page: int } } }
  undeclaredElements: [none:query]
`);
    const [message] = contract.messages;
    expect(message?.doc).toBe('What to find.');
    expect(message?.parts.map(({ content }) => content)).toEqual([
      { kind: 'element', name: { namespace: '', local: 'query' } },
    ]);
    const text = wsdlText(contract, { source: 'contract.yaml' });
    expect(text).toContain('<wsdl:part name="query" type="xs:string"/>');
    expect(text).toContain('<wsdl:part name="page" type="xs:int"/>');
    expect(text).not.toContain('name="query" type="xs:string" nillable');
    expect(text).not.toContain('<xs:element name="query"');
  });

  it('the header blocks of a binding', () => {
    const { bindings } = keptContract(`headers: { Session: string }
operations:
  Find:
    headers: [Session]
    result: { type: string, as: Found }
    wsdl:
      request:
        headers: [{ message: SessionHeader, part: Session, namespace: urn:x, role: urn:r, optional: true, faults: [{ message: SessionHeader, part: Session }] }]
`);
    const message = { namespace: 'urn:shop/', local: 'SessionHeader' };
    expect(bindings[0]?.operations[0]?.input?.headers).toEqual([
      {
        message,
        part: 'Session',
        use: 'literal',
        namespace: 'urn:x',
        role: 'urn:r',
        required: false,
        mustUnderstand: false,
        faults: [{ message, part: 'Session', use: 'literal' }],
      },
    ]);
  });

  it('a fault without an element, in the order of the WSDL', () => {
    const { portTypes, messages } = keptContract(`faults: { Gone: string }
operations:
  Find:
    result: { type: string, as: Found }
    faults: [Gone]
    wsdl: { faults: { Failed: { message: Failed }, Gone: { doc: It was there. } }, binding: { faults: [Gone] } }
wsdl: { declaredMessages: { Failed: {} } }
`);
    expect(portTypes[0]?.operations[0]?.faults.map(({ name, doc }) => [name, doc])).toEqual([
      ['Failed', undefined],
      ['Gone', 'It was there.'],
    ]);
    expect(messages.find(({ name }) => name.local === 'Failed')?.parts).toEqual([]);
  });

  it('the use of one body, and notes of the group of fields', () => {
    const { bindings, schemas } = keptContract(`style: rpc
soap: ["1.1"]
operations: { Find: { request: { Query: Query }, result: { type: string, as: Found }, wsdl: { response: { use: encoded } } } }
records: { Query: { $order: choice, $orderNotes: { doc: One of both. }, Text: string, Number: int } }
`);
    const bound = bindings[0]?.operations[0];
    expect([bound?.input?.use, bound?.output?.use]).toEqual(['literal', 'encoded']);
    expect(schemas[0]?.types[0]).toMatchObject({ content: { particle: { kind: 'choice', doc: 'One of both.' } } });
  });

  it('that a binding lacks an operation', () => {
    const { bindings } = keptContract(`operations:
  Find: { result: { type: string, as: Found } }
  Ask: { result: { type: string, as: Answer }, wsdl: { binding12: { absent: true } } }
`);
    const names = bindings.map(({ operations }) => operations.map(({ name }) => name));
    expect(names).toEqual([['Find', 'Ask'], ['Find']]);
  });
});

describe('SW1341', () => {
  it('an operation of no binding', () => {
    const text = `${head}operations: { Ask: { result: { type: int, as: A }, wsdl: { binding: { absent: true } } } }\n`;
    expect(load(text).lines).toEqual(['SW1341 error']);
  });

  it('faults of a one-way operation, unless the contract is forgiving', () => {
    const text = `${head}faults: { Gone: string }\noperations: { Tell: { oneWay: true, faults: [Gone] } }\n`;
    expect(load(text).lines).toEqual(['SW1341 error']);
    const { contract, lines } = load(`${text}forgiving: true\n`);
    expect(lines).toEqual([]);
    expect(contract?.portTypes[0]?.operations[0]?.faults).toHaveLength(1);
  });
});

describe('a forgiving contract', () => {
  const operations = 'operations: { Ask: { soapAction: urn:ask, result: { type: int, as: A } } }\nforgiving: true\n';

  it('can be in no namespace', () => {
    const { contract, lines } = load(`${head.replace('urn:shop/', '""')}${operations}`);
    expect(lines).toEqual(['SW1401 warning']);
    expect(contract?.targetNamespace).toBe('');
  });

  it('can have an address and a namespace that are not URIs', () => {
    const { contract, lines } = load(
      `${head.replace('urn:shop/', '"http://{{url}}/"').replace('//localhost', '//{{url}}')}${operations}`,
    );
    expect(lines).toEqual(['SW1401 warning', 'SW1403 warning']);
    expect(contract?.services[0]?.ports[0]?.address).toBe('http://{{url}}/shop');
  });
});
