import { type ClientOptions, memoryTransport, type Transport } from '@soapwright/runtime/client';
import type { SoapServer } from '@soapwright/runtime/server';
import { afterAll, describe, expect, it } from 'vitest';
import { GeneratedFolder } from '../../../test/generate-here.ts';
import { contractOfWsdl, wsdlText } from '../../../test/support/generator/wsdl-contract.ts';
import { emit } from '../../emit/index.ts';
import type { Contract } from '../model/index.ts';

/** A WSDL with an operation whose response is the element `Response`. */
function contractWith(response: string, part = 'parameters', request = 'Request'): Contract {
  return contractOfWsdl(
    wsdlText({
      schema: `<xs:element name="${request}"><xs:complexType/></xs:element>${response}`,
      messages: `<wsdl:message name="In"><wsdl:part name="parameters" element="t:${request}"/></wsdl:message>
        <wsdl:message name="Out"><wsdl:part name="${part}" element="t:Response"/></wsdl:message>`,
      operations:
        '<wsdl:operation name="Ask"><wsdl:input message="t:In"/><wsdl:output message="t:Out"/></wsdl:operation>',
      bound:
        '<wsdl:operation name="Ask"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>',
    }),
  );
}

async function resultOf(contract: Contract): Promise<string | undefined> {
  const files = await emit(contract, { source: 'a.wsdl', importExtension: 'ts' });
  const client = files.find(({ path }) => path === 'client.ts')?.text ?? '';
  return /Promise<(.*)> \{/.exec(client)?.[1];
}

const anonymous = (content: string): string =>
  `<xs:element name="Response"><xs:complexType>${content}</xs:complexType></xs:element>`;
const named = (content: string): string =>
  `<xs:element name="Response" type="t:Answer"/><xs:complexType name="Answer">${content}</xs:complexType>`;
const sequence = (...names: readonly string[]): string =>
  `<xs:sequence>${names.map((attributes) => `<xs:element ${attributes}/>`).join('')}</xs:sequence>`;
const one = sequence('name="r" type="xs:int"');

describe('an operation of a WSDL returns', () => {
  it.each([
    ['the only field of a wrapper without a name, as of .NET', anonymous(one), 'number'],
    ['the only field of a wrapper with a name, as of JAX-WS', named(one), 'number'],
    ['a list', named(sequence('name="r" type="xs:int" maxOccurs="unbounded"')), 'number[]'],
    ['undefined for an optional field', named(sequence('name="r" type="xs:int" minOccurs="0"')), 'number | undefined'],
    ['null for a nillable field', anonymous(sequence('name="r" type="xs:int" nillable="true"')), 'number | null'],
    ['a record of several fields', named(sequence('name="a" type="xs:int"', 'name="b" type="xs:int"')), 'Answer'],
    ['a record of a field and an attribute', named(`${one}<xs:attribute name="a"/>`), 'Answer'],
    ['a record of a choice', named('<xs:choice><xs:element name="a"/><xs:element name="b"/></xs:choice>'), 'Answer'],
    ['a record of nothing', named(''), 'Answer'],
    [
      'the wrapper of a type that others extend',
      `${named(one)}<xs:complexType name="More"><xs:complexContent><xs:extension base="t:Answer"/></xs:complexContent></xs:complexType>`,
      'Answer',
    ],
  ])('%s', async (_what, response, type) => {
    expect(await resultOf(contractWith(response))).toBe(type);
  });

  it('the complete element instead of a part with a type', () => {
    const { portTypes } = contractOfWsdl(
      wsdlText({
        schema: `<xs:complexType name="Answer">${one}</xs:complexType>`,
        messages: '<wsdl:message name="Both"><wsdl:part name="answer" type="t:Answer"/></wsdl:message>',
        operations:
          '<wsdl:operation name="Ask"><wsdl:input message="t:Both"/><wsdl:output message="t:Both"/></wsdl:operation>',
        bound:
          '<wsdl:operation name="Ask"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>',
      }),
    );
    expect(portTypes[0]?.operations[0]?.returns).toBe('output');
  });

  it('the only field of the wrapper of an operation whose request has its name, whatever its part is called', async () => {
    expect(await resultOf(contractWith(named(one), 'body', 'Ask'))).toBe('number');
    expect(await resultOf(contractWith(anonymous(one), 'result', 'Ask'))).toBe('number');
  });

  it('the complete element of a message that is not wrapped', async () => {
    expect(await resultOf(contractWith(named(one), 'body'))).toBe('Answer');
    expect(await resultOf(contractWith('<xs:element name="Response" type="xs:date"/>', 'body'))).toBe('string');
  });
});

describe('an operation in rpc style returns', () => {
  const rpc = (...parts: readonly string[]): Contract =>
    contractOfWsdl(
      wsdlText({
        style: 'rpc',
        schema: '',
        messages: `<wsdl:message name="In"/><wsdl:message name="Out">${parts.map((name) => `<wsdl:part name="${name}" type="xs:int"/>`).join('')}</wsdl:message>`,
        operations:
          '<wsdl:operation name="Ask"><wsdl:input message="t:In"/><wsdl:output message="t:Out"/></wsdl:operation>',
        bound:
          '<wsdl:operation name="Ask"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal" namespace="urn:test"/></wsdl:input><wsdl:output><soap:body use="literal" namespace="urn:test"/></wsdl:output></wsdl:operation>',
      }),
    );

  it('its only part, or a record of several', async () => {
    expect(await resultOf(rpc('r'))).toBe('number');
    expect(await resultOf(rpc('a', 'b'))).toBe('AskResponse');
  });
});

describe('a wrapper with a name', () => {
  const folder = new GeneratedFolder('results');
  afterAll(() => folder.remove());

  it('is put around the result by the server, and taken away by the client', async () => {
    const { folder: path } = await folder.write(contractWith(named(one)));
    const { TestClient } = (await import(`${path}/client.ts`)) as {
      TestClient: new (options: ClientOptions) => { Ask(request: object): Promise<unknown> };
    };
    const { createTestServer } = (await import(`${path}/server.ts`)) as {
      createTestServer: (handlers: object, options: object) => SoapServer;
    };
    const memory = memoryTransport(createTestServer({ Ask: () => 7 }, { state: undefined }));
    let response = '';
    const transport: Transport = {
      async send(request) {
        const received = await memory.send(request);
        response = new TextDecoder().decode(received.body);
        return received;
      },
    };
    expect(await new TestClient({ transport }).Ask({})).toBe(7);
    expect(response).toContain('<r>7</r>');
  });
});
