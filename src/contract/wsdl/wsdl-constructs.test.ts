import { describe, expect, it } from 'vitest';
import { declarations, loadFilesInMemory, schema, sequence } from '../../../test/support/generator/wsdl-files.ts';
import type { Contract } from '../model/index.ts';

interface Parts {
  readonly types?: string;
  readonly messages?: string;
  readonly operations?: string;
  readonly style?: string;
  readonly bound?: string;
  readonly more?: string;
  readonly ports?: string;
}

const elements = ['A', 'B', 'H', 'F'].map((name) => `<xs:element name="${name}" type="xs:string"/>`).join('');
const message = (name: string, ...parts: readonly string[]): string =>
  `<wsdl:message name="${name}">${parts.join('')}</wsdl:message>`;
const element = (name: string): string => `<wsdl:part name="${name}" element="t:${name}"/>`;
const typed = (name: string, type: string): string => `<wsdl:part name="${name}" type="${type}"/>`;
const body = '<soap:body use="literal"/>';
const bound = (content: string, name = 'Do', soap = '<soap:operation soapAction="urn:do"/>'): string =>
  `<wsdl:operation name="${name}">${soap}${content}</wsdl:operation>`;
const inOut = `<wsdl:input>${body}</wsdl:input><wsdl:output>${body}</wsdl:output>`;
const operation = '<wsdl:operation name="Do"><wsdl:input message="t:A"/><wsdl:output message="t:B"/></wsdl:operation>';

function wsdl(parts: Parts): string {
  const { types = elements, operations = operation, style = 'document', bound: inBinding = bound(inOut) } = parts;
  const messages = parts.messages ?? message('A', element('A')) + message('B', element('B'));
  const port = '<wsdl:port name="P" binding="t:B"><soap:address location="http://localhost/s"/></wsdl:port>';
  return `<wsdl:definitions name="Test" targetNamespace="urn:test" ${declarations}
      xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"
      xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:x="urn:extension">
    <wsdl:types>${schema(types, 'urn:test')}</wsdl:types>
    ${messages}
    <wsdl:portType name="P">${operations}</wsdl:portType>
    <wsdl:binding name="B" type="t:P"><soap:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>${inBinding}</wsdl:binding>
    ${parts.more ?? ''}
    <wsdl:service name="S">${port}${parts.ports ?? ''}</wsdl:service>
  </wsdl:definitions>`;
}

function load(parts: Parts): {
  readonly contract: Contract;
  readonly lines: readonly string[];
  readonly codes: readonly string[];
} {
  const { contract, lines, codes, diagnostics } = loadFilesInMemory({ 'main.wsdl': wsdl(parts) });
  if (contract === undefined) throw new Error(lines.join('\n'));
  for (const { line, column } of diagnostics) expect([line, column]).not.toContain(undefined);
  return { contract, lines, codes };
}

const operationsOf = ({ portTypes }: Contract): readonly string[] =>
  portTypes.flatMap(({ operations }) => operations.map(({ name }) => name));
const boundOf = ({ bindings }: Contract) => bindings[0]?.operations[0];
const portsOf = ({ services }: Contract): readonly string[] => services[0]?.ports.map(({ name }) => name) ?? [];

describe('WSDL 1.1', () => {
  it('bare document messages', () => {
    const { contract, lines } = load({});
    expect(lines).toEqual([]);
    expect(boundOf(contract)).toMatchObject({ style: 'document', soapAction: 'urn:do' });
  });

  it('the style of an operation takes precedence over that of the binding', () => {
    const messages = message('A', typed('a', 'xs:int'), typed('b', 'xs:string')) + message('B', typed('c', 'xs:int'));
    const soap = '<soap:operation style="rpc" soapAction=""/>';
    const { contract, lines } = load({ messages, bound: bound(inOut, 'Do', soap) });
    expect(lines).toEqual([]);
    expect(boundOf(contract)).toMatchObject({ style: 'rpc' });
  });

  it('rpc messages with parts and the namespace of their wrapper', () => {
    const messages = message('A', typed('a', 'xs:int'), typed('b', 't:R')) + message('B', typed('c', 't:R'));
    const content = `<wsdl:input><soap:body use="literal" namespace="urn:in"/></wsdl:input><wsdl:output><soap:body use="literal" namespace="urn:out"/></wsdl:output>`;
    const types = sequence('R', '<xs:element name="x" type="xs:int"/>');
    const { contract, lines } = load({ types, messages, style: 'rpc', bound: bound(content) });
    expect(lines).toEqual([]);
    expect(boundOf(contract)).toMatchObject({ input: { namespace: 'urn:in' }, output: { namespace: 'urn:out' } });
    expect(contract.messages[0]?.parts.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('the encoding of SOAP 1.2', () => {
    const encoded = bound(inOut.replaceAll('literal', 'encoded'));
    const text = wsdl({ bound: encoded }).replaceAll('wsdl/soap/"', 'wsdl/soap12/"');
    const { contract } = loadFilesInMemory({ 'main.wsdl': text });
    expect(contract?.bindings[0]).toMatchObject({ soapVersion: '1.2', operations: [{ input: { use: 'encoded' } }] });
  });

  it('a port of SOAP 1.2 with encoded messages beside literal ones is left out', () => {
    const in12 = bound(inOut.replaceAll('soap:', 'soap12:').replaceAll('literal', 'encoded'), 'Do', '');
    const more = `<wsdl:binding name="B12" type="t:P"><soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/>${in12}</wsdl:binding>`;
    const ports = '<wsdl:port name="P12" binding="t:B12"><soap12:address location="http://localhost/s"/></wsdl:port>';
    const { contract, lines } = load({ more, ports });
    expect(lines.join()).toContain(
      'The port P12 is left out: its messages are not literal, as those of the port P are',
    );
    expect(portsOf(contract)).toEqual(['P']);
  });

  it('the attribute parts, with a header of the same message', () => {
    const messages = message('A', element('A'), element('H')) + message('B', element('B'));
    const content = `<wsdl:input><soap:body use="literal" parts="A"/><soap:header message="t:A" part="H" use="literal"/></wsdl:input><wsdl:output>${body}</wsdl:output>`;
    const { contract, lines } = load({ messages, bound: bound(content) });
    expect(lines).toEqual([]);
    expect(boundOf(contract)?.input).toMatchObject({ parts: ['A'], headers: [{ part: 'H' }] });
  });

  it('the header of another message, in both directions', () => {
    const messages = message('A', element('A')) + message('B', element('B')) + message('Head', element('H'));
    const header = '<soap:header message="t:Head" part="H" use="literal"/>';
    const content = `<wsdl:input>${body}${header}</wsdl:input><wsdl:output>${header}${body}</wsdl:output>`;
    const { contract, lines } = load({ messages, bound: bound(content) });
    expect(lines).toEqual([]);
    expect(boundOf(contract)?.output?.headers).toMatchObject([{ message: { local: 'Head' }, part: 'H' }]);
  });

  it('faults', () => {
    const operations = operation.replace('</wsdl:operation>', '<wsdl:fault name="f" message="t:F"/></wsdl:operation>');
    const messages = message('A', element('A')) + message('B', element('B')) + message('F', element('F'));
    const content = `${inOut}<wsdl:fault name="f"><soap:fault name="f" use="literal"/></wsdl:fault>`;
    const { contract, lines } = load({ messages, operations, bound: bound(content) });
    expect(lines).toEqual([]);
    expect(contract.portTypes[0]?.operations[0]?.faults).toMatchObject([{ name: 'f', message: { local: 'F' } }]);
  });

  it('one-way operations', () => {
    const operations = '<wsdl:operation name="Do"><wsdl:input message="t:A"/></wsdl:operation>';
    const { contract, lines } = load({ operations, bound: bound(`<wsdl:input>${body}</wsdl:input>`) });
    expect(lines).toEqual([]);
    expect(contract.portTypes[0]?.operations[0]?.pattern).toBe('one-way');
  });

  it('overloads, which input names tell apart', () => {
    const overload = (name: string, part: string): string =>
      `<wsdl:operation name="Do"><wsdl:input name="${name}" message="t:${part}"/><wsdl:output message="t:B"/></wsdl:operation>`;
    const binding = (name: string): string =>
      bound(
        inOut.replace('<wsdl:input>', `<wsdl:input name="${name}">`),
        'Do',
        `<soap:operation soapAction="urn:${name}"/>`,
      );
    const { contract, lines } = load({
      operations: overload('One', 'A') + overload('Two', 'B'),
      bound: binding('Two') + binding('One'),
    });
    expect(lines).toEqual([]);
    const [portType] = contract.portTypes;
    expect(portType?.operations.map(({ input }) => input?.name)).toEqual(['One', 'Two']);
    expect(new Set(portType?.operations.map(({ typeScriptName, name }) => typeScriptName ?? name)).size).toBe(2);
  });

  it('documentation in every component', () => {
    const doc = '<wsdl:documentation>words</wsdl:documentation>';
    const text = wsdl({}).replace(/<wsdl:(?!documentation)(\w+)((?:\s[^<>]*[^<>/])?)>/g, (whole) => `${whole}${doc}`);
    const { contract, lines } = loadFilesInMemory({ 'main.wsdl': text });
    expect(lines).toEqual([]);
    expect(JSON.stringify(contract).match(/"doc":"words"/g)?.length).toBeGreaterThan(5);
  });

  it('ports of SOAP 1.1 and 1.2 share types', () => {
    const more = `<wsdl:binding name="B12" type="t:P"><soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/>${bound(
      inOut.replaceAll('soap:', 'soap12:'),
      'Do',
      '<soap12:operation soapAction="urn:do"/>',
    )}</wsdl:binding>`;
    const ports = '<wsdl:port name="P12" binding="t:B12"><soap12:address location="http://localhost/s"/></wsdl:port>';
    const { contract, lines } = load({ more, ports });
    expect(lines).toEqual([]);
    expect(contract.bindings.map(({ soapVersion }) => soapVersion)).toEqual(['1.1', '1.2']);
    expect(portsOf(contract)).toEqual(['P', 'P12']);
  });

  it('several services and port types: all are taken, and a choice narrows them', () => {
    const more = `<wsdl:portType name="Q"><wsdl:operation name="Other"><wsdl:input message="t:A"/></wsdl:operation></wsdl:portType>
      <wsdl:binding name="C" type="t:Q"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${bound(`<wsdl:input>${body}</wsdl:input>`, 'Other')}</wsdl:binding>
      <wsdl:service name="Second"><wsdl:port name="Q" binding="t:C"><soap:address location="http://localhost/q"/></wsdl:port></wsdl:service>`;
    const text = wsdl({ more }).replace(
      /(<wsdl:service name="Second">[\s\S]*?<\/wsdl:service>)([\s\S]*)(<\/wsdl:definitions>)/,
      '$2$1$3',
    );
    const all = loadFilesInMemory({ 'main.wsdl': text });
    expect(all.lines).toEqual([expect.stringMatching(/^SW6324 .*: S, Second\./)]);
    expect(all.contract && operationsOf(all.contract)).toEqual(['Do', 'Other']);
    const second = loadFilesInMemory({ 'main.wsdl': text }, { choice: { service: 'Second' } });
    expect(second.contract && operationsOf(second.contract)).toEqual(['Other']);
    const ofPort = loadFilesInMemory({ 'main.wsdl': text }, { choice: { port: 'Q' } });
    expect(ofPort.contract && operationsOf(ofPort.contract)).toEqual(['Other']);
    const server = loadFilesInMemory({ 'main.wsdl': text }, { server: true });
    expect(server.lines).toEqual([expect.stringMatching(/^SW6319 .*Second\.Q/)]);
    expect(server.contract && operationsOf(server.contract)).toEqual(['Do']);
  });

  it('SW6318: HTTP bindings are left out by name', () => {
    const more = `<wsdl:binding name="Get" type="t:P"><http:binding verb="GET"/>${bound('<wsdl:input/>', 'Do', '<http:operation location="/do"/>')}</wsdl:binding>`;
    const ports = '<wsdl:port name="Get" binding="t:Get"><http:address location="http://localhost/s"/></wsdl:port>';
    const { contract, lines } = load({ more, ports });
    expect(lines).toEqual([expect.stringMatching(/^SW6318 .*binding Get.*HTTP without SOAP/)]);
    expect(portsOf(contract)).toEqual(['P']);
  });

  it('the body in the first part of a MIME message', () => {
    const content = `<wsdl:input><mime:multipartRelated><mime:part>${body}</mime:part><mime:part><mime:content part="x" type="image/png"/></mime:part></mime:multipartRelated></wsdl:input><wsdl:output>${body}</wsdl:output>`;
    const { contract } = load({ bound: bound(content) });
    expect(boundOf(contract)?.input?.use).toBe('literal');
  });

  it.each([
    ['notification', '<wsdl:output message="t:B"/>'],
    ['solicit-response', '<wsdl:output message="t:B"/><wsdl:input message="t:A"/>'],
  ])('SW6348 or SW6318: a %s is left out by name', (_, content) => {
    const operations = `${operation}<wsdl:operation name="Tell">${content}</wsdl:operation>`;
    const { contract, lines } = load({ operations, bound: bound(inOut) + bound(inOut, 'Tell') });
    expect(operationsOf(contract)).toEqual(['Do']);
    expect(lines.join('\n')).toMatch(/^SW63(?:48|18) .*Tell/);
  });

  it('SW6005: WSDL 2.0 is refused by name', () => {
    const { lines } = loadFilesInMemory({ 'main.wsdl': '<description xmlns="http://www.w3.org/ns/wsdl"/>' });
    expect(lines).toEqual([expect.stringMatching(/^SW6005 main\.wsdl:1:1 .*WSDL 2\.0/)]);
  });

  it.each([['binding'], ['service'], ['port'], ['operation']])(
    'SW6203: an unknown extension that is required, in a %s',
    (place) => {
      const text = wsdl({}).replace(
        new RegExp(`<wsdl:${place} [^>]*>(?=\\s*<(?:soap|wsdl:port))`),
        (tag) => `${tag}<x:routing wsdl:required="true"/>`,
      );
      expect(text).toContain('x:routing');
      const { lines, contract } = loadFilesInMemory({ 'main.wsdl': text });
      expect(lines).toEqual([expect.stringMatching(/^SW6203 main\.wsdl:\d+:\d+ .*routing of urn:extension/)]);
      expect(contract).toBeUndefined();
    },
  );

  it('SW6344: an unknown extension that one message requires', () => {
    const text = wsdl({}).replace(body, `${body}<x:attachments wsdl:required="true"/>`);
    const { lines, contract } = loadFilesInMemory({ 'main.wsdl': text });
    expect(lines).toEqual([expect.stringMatching(/^SW6344 main\.wsdl:\d+:\d+ .*attachments of urn:extension/)]);
    expect(contract).toBeDefined();
  });

  it('an unknown extension that is not required is passed over', () => {
    const text = wsdl({}).replace('<soap:binding', '<x:routing/><soap:binding');
    expect(loadFilesInMemory({ 'main.wsdl': text }).lines).toEqual([]);
  });
});

describe('mistakes of WSDLs that are forgiven', () => {
  it('SW6313: a part with neither element nor type', () => {
    const messages = message('A', '<wsdl:part name="p"/>') + message('B', element('B'));
    expect(load({ messages, style: 'rpc' }).codes).toContain('SW6313');
  });

  it('SW6314: soap:body directly in the operation', () => {
    const { codes, contract } = load({ bound: bound(`${body}<wsdl:input/><wsdl:output/>`) });
    expect(codes).toEqual(['SW6314']);
    expect(boundOf(contract)?.input?.use).toBe('literal');
  });

  it('SW6315: a soapAction with white space', () => {
    const soap = '<soap:operation soapAction=" urn:do it "/>';
    const { codes, contract } = load({ bound: bound(inOut, 'Do', soap) });
    expect(codes).toEqual(['SW6315']);
    expect(boundOf(contract)?.soapAction).toBe('urn:do it');
  });

  it('a MIME message whose first part has the body and the header blocks', () => {
    const messages = message('A', element('A'), element('H'), typed('photo', 'xs:base64Binary'));
    const parts = `<mime:part>${body.replace('/>', ' parts="A"/>')}<soap:header message="t:A" part="H" use="literal"/></mime:part>
      <mime:part><mime:content part="photo" type="image/png"/><mime:content part="photo" type="image/gif"/></mime:part>`;
    const input = `<wsdl:input><mime:multipartRelated>${parts}</mime:multipartRelated></wsdl:input>`;
    const { contract, lines } = load({
      messages: messages + message('B', element('B')),
      bound: bound(`${input}<wsdl:output>${body}</wsdl:output>`),
    });
    expect(lines).toEqual([]);
    expect(boundOf(contract)?.input).toMatchObject({
      parts: ['A'],
      headers: [{ part: 'H' }],
      attachments: [{ part: 'photo', types: ['image/png', 'image/gif'] }],
    });
    expect(boundOf(contract)?.output?.attachments).toBeUndefined();
  });

  it('an element without a type, apart from one of anyType', () => {
    const types = `${elements}<xs:element name="Any" type="xs:anyType"/><xs:element name="None"/>`;
    const messages = message('A', element('Any')) + message('B', element('None'));
    const { contract } = load({ types, messages });
    const found = contract.schemas.flatMap((one) => one.elements).map(({ name, type }) => [name.local, type]);
    const name = { namespace: 'http://www.w3.org/2001/XMLSchema', local: 'anyType' };
    expect(found).toEqual([
      ['Any', { kind: 'named', name }],
      ['None', { kind: 'named', name, untyped: true }],
    ]);
  });

  it('a soapAction that is absent, and one that is empty', () => {
    const read = (soap: string) => {
      const { codes, contract } = load({ bound: bound(inOut, 'Do', soap) });
      const { soapAction, omitSoapAction } = boundOf(contract) ?? {};
      return { codes, soapAction, omitSoapAction };
    };
    expect(read('<soap:operation/>')).toEqual({ codes: [], soapAction: '', omitSoapAction: true });
    expect(read('')).toEqual({ codes: [], soapAction: '', omitSoapAction: true });
    expect(read('<soap:operation soapAction=""/>')).toEqual({ codes: [], soapAction: '', omitSoapAction: undefined });
  });

  it('SW6316: a part with a type in document style', () => {
    const messages = message('A', typed('a', 'xs:string')) + message('B', element('B'));
    const { codes, contract } = load({ messages });
    expect(codes).toEqual(['SW6316']);
    expect(contract.messages[0]?.parts).toMatchObject([{ content: { kind: 'element', name: { local: 'a' } } }]);
  });

  it('SW6317: several parts in document style', () => {
    const messages = message('A', element('A'), element('H')) + message('B', element('B'));
    const { codes, contract } = load({ messages });
    expect(codes).toEqual(['SW6317']);
    expect(contract.messages[0]?.parts).toHaveLength(1);
  });

  it('SW6311: a name without prefix that is in another namespace', () => {
    const text = wsdl({}).replace('element="t:A"', 'element="A"');
    expect(loadFilesInMemory({ 'main.wsdl': text }).codes).toEqual(['SW6311']);
  });

  it('SW6310: a type of the file in the namespace of XML Schema', () => {
    const types = `${elements.replace('type="xs:string"', 'type="xs:R"')}${sequence('R', '<xs:element name="x"/>')}`;
    expect(load({ types }).codes).toEqual(['SW6310']);
  });

  it('SW6101: a prefix that is not declared', () => {
    const text = wsdl({}).replace('element="t:A"', 'element="u:A"');
    expect(loadFilesInMemory({ 'main.wsdl': text }).codes).toEqual(['SW6101']);
  });

  it('SW6312: values in the wrong case', () => {
    const field = '<xs:element name="x" maxOccurs="UNBOUNDED"/>';
    const types = `${elements}<xs:complexType name="R"><xs:sequence>${field}</xs:sequence><xs:attribute name="a" use="Required"/></xs:complexType>`;
    expect(load({ types }).codes).toEqual(['SW6312']);
  });

  it('SW6321, SW6322: text and elements that do not belong there', () => {
    const types = `${elements}<xs:complexType name="R">words<xs:element name="x"/></xs:complexType>`;
    expect([...load({ types }).codes].sort()).toEqual(['SW6321', 'SW6322']);
  });

  it('SW6346: the name of an anonymous type', () => {
    const types = elements.replace(
      'type="xs:string"/>',
      '><xs:simpleType name="N"><xs:restriction base="xs:string"/></xs:simpleType></xs:element>',
    );
    expect(load({ types }).codes).toEqual(['SW6346']);
  });

  it.each([
    ['1999', 'http://www.w3.org/1999/XMLSchema', 'timeInstant'],
    ['2000', 'http://www.w3.org/2000/10/XMLSchema', 'timeDuration'],
  ])('SW6320: the draft of XML Schema of %s, with its types', (_, namespace, type) => {
    const text = wsdl({ types: elements.replace('xs:string', `xs:${type}`) }).replaceAll(
      'http://www.w3.org/2001/XMLSchema',
      namespace,
    );
    const { codes, contract } = loadFilesInMemory({ 'main.wsdl': text });
    expect(codes).toEqual(['SW6320']);
    expect(JSON.stringify(contract)).toContain(type === 'timeInstant' ? 'dateTime' : 'duration');
  });
});
