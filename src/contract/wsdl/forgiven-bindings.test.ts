import { describe, expect, it } from 'vitest';
import { bareOperation, wsdlText } from '../../../test/support/generator/wsdl-contract.ts';
import type { Contract } from '../model/index.ts';
import { catalogued } from './catalogue/catalogue.ts';
import { loadWsdl } from './load-wsdl.ts';

const schema = '<xs:element name="A" type="xs:string"/>';
const a = bareOperation('A', 't:A');
const plain = wsdlText({ schema, ...a });

function load(text: string): { readonly contract: Contract | undefined; readonly found: readonly string[] } {
  const file = { location: 'a.wsdl', name: 'a.wsdl', bytes: new TextEncoder().encode(text) };
  const { contract, diagnostics } = loadWsdl(file);
  for (const { line, column } of diagnostics) expect([line, column]).not.toContain(undefined);
  return { contract, found: diagnostics.map(({ code, severity, message }) => `${severity} ${code} ${message}`) };
}

describe('a WSDL without mistakes', () => {
  it('has no diagnostics', () => {
    expect(load(plain).found).toEqual([]);
  });
});

describe('mistakes in bindings and ports', () => {
  it('SW6345: a transport that is not HTTP is named, and code is generated', () => {
    const { contract, found } = load(plain.replace('http://schemas.xmlsoap.org/soap/http', 'urn:tcp'));
    expect(contract?.bindings[0]?.transport).toBe('urn:tcp');
    expect(found).toEqual(['warning SW6345 The transport of the binding Test is urn:tcp, not HTTP.']);
  });

  it('SW6318: a port with another transport is left out beside one over HTTP', () => {
    const [, binding] = /(<wsdl:binding[\s\S]*<\/wsdl:binding>)/.exec(plain) ?? [];
    const other = binding
      ?.replace('name="Test"', 'name="Tcp"')
      .replace('http://schemas.xmlsoap.org/soap/http', 'urn:tcp');
    const port = '<wsdl:port name="Tcp" binding="t:Tcp"><soap:address location="net.tcp://localhost/"/></wsdl:port>';
    const text = plain.replace('<wsdl:service name="Test">', `${other}<wsdl:service name="Test">${port}`);
    const { contract, found } = load(text);
    expect(contract?.services[0]?.ports.map(({ name }) => name)).toEqual(['Test']);
    expect(found).toEqual(['warning SW6318 The port Tcp is left out: its transport is urn:tcp.']);
  });

  it('SW6350: a second part of the same name is left out', () => {
    const messages = a.messages.replace(/<wsdl:part [^>]*>/, (part) => part + part);
    const { contract, found } = load(wsdlText({ schema, ...a, messages }));
    expect(contract?.messages[0]?.parts).toHaveLength(1);
    expect(found).toEqual(['warning SW6350 The message A has another part body already; this one is left out.']);
  });

  it.each([
    ['Body', undefined],
    ['Body body', ['body']],
  ])('SW6354: names of parts="%s" that the message does not have are ignored', (parts, known) => {
    const bound = a.bound.replace('<soap:body ', `<soap:body parts="${parts}" `);
    const { contract, found } = load(wsdlText({ schema, ...a, bound }));
    expect(contract?.bindings[0]?.operations[0]?.input?.parts).toEqual(known);
    expect(found).toEqual(['warning SW6354 The message A has no part Body, which its soap:body names.']);
  });

  it('SW6349: a message without binding is literal', () => {
    const bound = a.bound.replace(/<wsdl:output>[\s\S]*<\/wsdl:output>/, '');
    const { contract, found } = load(wsdlText({ schema, ...a, bound }));
    expect(contract?.bindings[0]?.operations[0]?.output).toMatchObject({ use: 'literal' });
    expect(found).toEqual([
      'warning SW6349 The binding of the operation A has no wsdl:output; a literal body with all parts is used.',
    ]);
  });

  it('SW6347: a binding without port type has the only one', () => {
    const { contract, found } = load(plain.replace(' type="t:Test">', '>'));
    expect(contract?.bindings[0]?.portType.local).toBe('Test');
    expect(found).toEqual(['warning SW6347 The binding Test names no port type; the only one, Test, is used.']);
  });

  it('SW6348: operations that the service starts are left out', () => {
    const { contract, found } = load(plain.replace('<wsdl:input message="t:A"/>', ''));
    expect(contract?.portTypes[0]?.operations).toEqual([]);
    expect(found).toContain('warning SW6348 The binding Test has no operation that a client can call.');
  });
});

describe('mistakes in schemas', () => {
  it('SW6346: the name of an anonymous type is ignored', () => {
    const named =
      '<xs:element name="A"><xs:simpleType name="B"><xs:restriction base="xs:int"/></xs:simpleType></xs:element>';
    expect(load(wsdlText({ schema: named, ...a })).found).toEqual([
      'warning SW6346 The name B of a type inside of xs:element is ignored.',
    ]);
  });

  it('SW6320: a draft of XML Schema is read as XML Schema 1.0', () => {
    const draft = plain
      .replace('<xs:schema ', '<xs:schema xmlns:xs="http://www.w3.org/2000/10/XMLSchema" ')
      .replace('xs:string', 'xs:timeInstant');
    const { contract, found } = load(draft);
    expect(contract?.schemas[0]?.elements[0]?.type).toMatchObject({ name: { local: 'dateTime' } });
    expect(found).toEqual([
      'warning SW6320 The schema is written in a draft of XML Schema, http://www.w3.org/2000/10/XMLSchema, and read as XML Schema 1.0.',
    ]);
  });

  it('SW6309: the element schema of XML Schema needs an import', () => {
    const dataSet =
      '<xs:element name="A"><xs:complexType><xs:sequence><xs:element ref="xs:schema"/><xs:any/></xs:sequence></xs:complexType></xs:element>';
    const file = {
      location: 'a.wsdl',
      name: 'a.wsdl',
      bytes: new TextEncoder().encode(wsdlText({ schema: dataSet, ...a })),
    };
    const { diagnostics } = loadWsdl(file, { wellKnown: catalogued });
    expect(diagnostics.map(({ code }) => code)).toContain('SW6309');
  });

  it('SW6351: a standard schema that is missing comes from the catalogue', () => {
    const text = wsdlText({
      schema:
        '<xs:import namespace="http://www.w3.org/2005/08/addressing" schemaLocation="ws-addr.xsd"/><xs:element name="A" xmlns:wsa="http://www.w3.org/2005/08/addressing" type="wsa:EndpointReferenceType"/>',
      ...a,
    });
    const file = { location: 'a.wsdl', name: 'a.wsdl', bytes: new TextEncoder().encode(text) };
    const { contract, diagnostics } = loadWsdl(file, { wellKnown: catalogued });
    expect(contract?.schemas.map(({ targetNamespace }) => targetNamespace)).toContain(
      'http://www.w3.org/2005/08/addressing',
    );
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['warning SW6351']);
  });

  it('SW6311: a built-in type without prefix is reported once for each name', () => {
    const twice =
      '<xs:element name="A"><xs:complexType><xs:sequence><xs:element name="b" type="string"/><xs:element name="c" type="string"/></xs:sequence></xs:complexType></xs:element>';
    expect(load(wsdlText({ schema: twice, ...a })).found).toEqual([
      'warning SW6311 string is not declared in no namespace; the one of http://www.w3.org/2001/XMLSchema is used.',
    ]);
  });
});
