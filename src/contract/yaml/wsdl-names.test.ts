import { describe, expect, it } from 'vitest';
import { keptContract, loadShop } from '../../../test/support/generator/kept-contract.ts';
import { wsdlText } from '../../emit/wsdl.ts';
import type { Contract } from '../model/index.ts';

const find = 'Find: { request: { Query: string }, result: { type: string, as: Found } }';

function messagesOf({ messages }: Contract) {
  return messages.map(({ name, parts }) => [name.local, ...parts.map((part) => part.name)]);
}

describe('the WSDL of a contract can have other names', () => {
  it('of its port type, bindings, messages, parts, inputs and outputs', () => {
    const contract = keptContract(`wsdlNamespace: urn:wsdl
operations: { ${find} }
wsdl:
  portType: ShopPort
  binding: ShopBinding
  binding12: { name: ShopBinding12, style: document, doc: The newer one. }
  messages: { request: "{operation}Request", response: "{operation}Answer" }
  parts: { request: in }
  names: { request: "{operation}Input" }
`);
    expect(contract.targetNamespace).toBe('urn:wsdl');
    expect(contract.portTypes[0]?.name).toEqual({ namespace: 'urn:wsdl', local: 'ShopPort' });
    expect(contract.bindings.map(({ name, doc }) => [name.local, doc])).toEqual([
      ['ShopBinding', undefined],
      ['ShopBinding12', 'The newer one.'],
    ]);
    expect(messagesOf(contract)).toEqual([
      ['FindRequest', 'in'],
      ['FindAnswer', 'parameters'],
    ]);
    expect(contract.portTypes[0]?.operations[0]?.input).toMatchObject({ name: 'FindInput' });
    expect(contract.bindings[0]?.operations[0]).toMatchObject({ inputName: 'FindInput' });
    expect(contract.schemas[0]?.targetNamespace).toBe('urn:shop/');
  });

  it('of the message of one operation, with notes', () => {
    const contract = keptContract(`operations:
  Find:
    request: { Query: string }
    result: { type: string, as: Found }
    wsdl:
      request: { name: in, boundName: "", doc: Asks., message: { name: Ask, doc: A message. }, part: { name: q, doc: P. } }
      binding: { doc: Bound. }
      binding12: { doc: Bound too., soapAction: "urn:12" }
`);
    const [operation] = contract.portTypes[0]?.operations ?? [];
    expect(operation?.input).toEqual({ name: 'in', doc: 'Asks.', message: { namespace: 'urn:shop/', local: 'Ask' } });
    expect(contract.messages[0]).toMatchObject({ doc: 'A message.', parts: [{ name: 'q', doc: 'P.' }] });
    const bound = contract.bindings.map(({ operations }) => operations[0]);
    expect(bound.map((one) => [one?.doc, one?.soapAction, one?.inputName])).toEqual([
      ['Bound.', 'urn:shop/Find', undefined],
      ['Bound too.', 'urn:12', undefined],
    ]);
  });

  it('and no soapAction', () => {
    const contract = keptContract(`soapAction: ""
operations:
  Find: { request: { Query: string }, result: { type: string, as: Found } }
  Ask: { request: { Query: string }, result: { type: string, as: Found }, wsdl: { binding: { omitSoapAction: false } } }
  Send: { request: { Query: string }, result: { type: string, as: Found }, soapAction: "urn:send" }
wsdl: { binding: { omitSoapAction: true }, binding12: {} }
`);
    const shown = contract.bindings.map(({ operations }) =>
      operations.map(({ soapAction, omitSoapAction }) => (omitSoapAction ? undefined : soapAction)),
    );
    expect(shown).toEqual([
      [undefined, '', 'urn:send'],
      ['', '', 'urn:send'],
    ]);
    const wsdl = wsdlText(contract, { source: 'a.yaml' });
    const elements = [...wsdl.matchAll(/<(soap(?:12)?:operation) (?:soapAction="(.*?)" )?style/g)];
    expect(elements.map(([, name, action]) => [name, action])).toEqual([
      ['soap:operation', undefined],
      ['soap:operation', ''],
      ['soap:operation', 'urn:send'],
      ['soap12:operation', ''],
      ['soap12:operation', ''],
      ['soap12:operation', 'urn:send'],
    ]);
  });

  it('SW1341: unless the operation has a soapAction', () => {
    const { diagnostics } = loadShop(
      'operations: { Find: { wsdl: { binding: { omitSoapAction: true } }, result: { type: int, as: Found } } }',
    );
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['SW1341', 'An operation with a soapAction cannot have "omitSoapAction".'],
    ]);
  });

  it('of the messages of headers and faults', () => {
    const contract = keptContract(`operations:
  Find: { headers: [Session], faults: [Broken], request: { Query: string }, result: { type: string, as: Found } }
headers: { Session: { type: string, message: "{operation}SoapIn" } }
faults: { Broken: { type: string, as: BrokenFault, message: "{operation}_{name}", part: fault } }
`);
    expect(messagesOf(contract)).toEqual([
      ['FindSoapIn', 'parameters', 'Session'],
      ['FindSoapOut', 'parameters'],
      ['Find_Broken', 'fault'],
    ]);
    expect(contract.bindings[0]?.operations[0]).toMatchObject({
      input: { parts: ['parameters'], headers: [{ part: 'Session' }] },
      faults: [{ name: 'BrokenFault' }],
    });
  });

  it('of parts in another order', () => {
    const contract = keptContract(`operations:
  Find:
    headers: [Session]
    request: { Query: string }
    result: { type: string, as: Found }
    wsdl: { request: { message: { name: Ask, order: [Session, parameters] } } }
headers: { Session: { type: string, message: Ask } }
`);
    expect(messagesOf(contract)[0]).toEqual(['Ask', 'Session', 'parameters']);
  });
});

describe('the wrapper of a message can be', () => {
  it('of a named type, whose only field is the result', () => {
    const contract = keptContract(`operations: { Find: { request: Query, response: Answer } }
records: { Query: { Text: string }, Answer: { Found: string } }
`);
    const elements = contract.schemas.flatMap((schema) => schema.elements);
    expect(elements.map(({ name, type }) => [name.local, type.kind])).toEqual([
      ['Find', 'named'],
      ['FindResponse', 'named'],
    ]);
    expect(contract.portTypes[0]?.operations[0]?.returns).toBe('field');
  });

  it('a global element, or have another name', () => {
    const contract = keptContract(`namespaces: { c: urn:c }
operations:
  Find: { request: { $element: c:Ask }, response: { $as: Answer, Found: string }, returns: output }
elements: { c:Ask: { record: { Text: string } } }
`);
    expect(contract.messages.map(({ parts }) => parts[0]?.content)).toEqual([
      { kind: 'element', name: { namespace: 'urn:c', local: 'Ask' } },
      { kind: 'element', name: { namespace: 'urn:shop/', local: 'Answer' } },
    ]);
    expect(contract.portTypes[0]?.operations[0]?.returns).toBe('output');
  });
});

it('a bare message can be without parts', () => {
  const contract = keptContract(`style: bare
operations:
  Ping: { request: {}, result: { record: { Text: string } }, wsdl: { response: { part: parameters } }, returns: field }
`);
  expect(messagesOf(contract)).toEqual([['PingSoapIn'], ['PingSoapOut', 'parameters']]);
  expect(contract.portTypes[0]?.operations[0]?.returns).toBe('field');
});

it('the namespace of rpc bodies can be absent, or differ', () => {
  const { bindings } = keptContract(`style: rpc
operations:
  A: { request: { Text: string }, result: { type: int, as: n }, namespace: "", wsdl: { response: { namespace: urn:out } } }
  B: { request: { Text: string }, result: { type: int, as: n }, wsdl: { response: { namespace: "" } } }
`);
  const namespaces = bindings[0]?.operations.map(({ input, output }) => [input?.namespace, output?.namespace]);
  expect(namespaces).toEqual([
    [undefined, 'urn:out'],
    ['urn:shop/', undefined],
  ]);
});

it('SW1401: the namespace of a body is a URI', () => {
  const { diagnostics } = loadShop(`operations: { Find: { result: { type: int, as: n }, namespace: "a b" } }\n`);
  expect(diagnostics.map(({ code }) => code)).toEqual(['SW1401']);
});

describe('faults of an operation can have', () => {
  const fails = (wsdl: string): string => `operations:
  Find: { request: { Query: string }, result: { type: string, as: Found }, faults: [Missing], wsdl: ${wsdl} }
faults: { Missing: string }
`;

  it('notes in the port type, and other names and extensions in the binding', () => {
    const { portTypes, bindings } = keptContract(
      fails(`{
    faults: { Missing: { doc: Not there., foreign: { "{urn:f}a": b } } },
    binding: { faults: [{ name: Missing, extensions: ['<f:x xmlns:f="urn:f"/>'] }, Other] }, binding12: { faults: [""] } }`),
    );
    const foreign = [{ name: { namespace: 'urn:f', local: 'a' }, value: 'b' }];
    expect(portTypes[0]?.operations[0]?.faults).toMatchObject([{ name: 'Missing', doc: 'Not there.', foreign }]);
    expect(bindings.map(({ operations }) => operations[0]?.faults)).toEqual([
      [
        { name: 'Missing', use: 'literal', extensions: ['<f:x xmlns:f="urn:f"/>'] },
        { name: 'Other', use: 'literal' },
      ],
      [{ name: '', use: 'literal' }],
    ]);
  });

  it('SW1201: no notes of a fault that is not there', () => {
    const { diagnostics } = loadShop(fails('{ faults: { Mising: { doc: a } } }'));
    expect(diagnostics.map(({ code }) => code)).toEqual(['SW1201']);
  });
});

it('SW1355: a placeholder that no name has', () => {
  const { diagnostics } = loadShop(`operations: { ${find} }\nwsdl: { messages: { request: "{op}In" } }\n`);
  expect(diagnostics.map(({ code }) => code)).toEqual(['SW1355']);
});

it('a name of the WSDL that is not an XML name is an error', () => {
  const { diagnostics } = loadShop(
    `operations: { ${find} }\nwsdl: { portType: "a b", messages: { request: "a b" } }\n`,
  );
  expect(diagnostics.map(({ code }) => code)).toEqual(['SW1302', 'SW1302']);
});
