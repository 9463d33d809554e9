import { describe, expect, it } from 'vitest';
import { bareOperation, wsdlText } from '../../../test/support/generator/wsdl-contract.ts';
import { type Diagnostic, hasErrors } from '../../diagnostics/index.ts';
import type { Contract } from '../model/index.ts';
import { loadWsdl } from './load-wsdl.ts';

const a = bareOperation('A', 't:A');
const b = bareOperation('Subtract', 't:Subtract');
const element = '<xs:element name="A" type="xs:string"/>';

function load(text: string): { readonly contract?: Contract; readonly found: readonly Diagnostic[] } {
  const file = { location: 'a.wsdl', name: 'a.wsdl', bytes: new TextEncoder().encode(text) };
  const { contract, diagnostics } = loadWsdl(file);
  for (const { line, column } of diagnostics) expect([line, column]).not.toContain(undefined);
  return { ...(contract && { contract }), found: diagnostics };
}

const messages = (found: readonly Diagnostic[]): readonly string[] =>
  found.map(({ code, message }) => `${code} ${message}`);
const operationsOf = (contract: Contract | undefined): readonly string[] =>
  contract?.portTypes.flatMap(({ operations }) => operations.map(({ name }) => name)) ?? [];

describe('a component that is declared nowhere', () => {
  it('SW6102: a type is any content', () => {
    const { contract, found } = load(wsdlText({ schema: '<xs:element name="A" type="t:Missing"/>', ...a }));
    expect(messages(found)).toEqual([
      'SW6102 There is no type Missing in urn:test; its values are read and written as XML, or as text.',
    ]);
    expect(contract?.schemas[0]?.elements[0]?.type).toMatchObject({ name: { local: 'anyType' } });
  });

  it('SW6102: an element of a message has its name and any content', () => {
    const { contract, found } = load(wsdlText({ schema: '', ...a }));
    expect(messages(found)).toEqual([
      'SW6102 There is no element A in urn:test; its content is read and written as XML.',
    ]);
    expect(contract?.schemas[0]?.elements).toMatchObject([{ name: { namespace: 'urn:test', local: 'A' } }]);
  });

  it('SW6102: an element of a type has its name and any content', () => {
    const schema =
      '<xs:element name="A"><xs:complexType><xs:sequence><xs:element ref="t:Other"/></xs:sequence></xs:complexType></xs:element>';
    const { contract, found } = load(wsdlText({ schema, ...a }));
    expect(messages(found)).toHaveLength(1);
    expect(contract?.schemas[0]?.elements.map(({ name }) => name.local)).toEqual(['A', 'Other']);
  });

  it('SW6102: an operation without its message is left out', () => {
    const text = wsdlText({
      schema: element,
      messages: a.messages,
      operations: a.operations + b.operations,
      bound: a.bound + b.bound,
    });
    const { contract, found } = load(text);
    expect(operationsOf(contract)).toEqual(['A']);
    expect(messages(found)).toEqual([
      'SW6318 The operation Subtract is left out: a message of it is missing.',
      'SW6102 There is no message Subtract in urn:test; the input is left out.',
      'SW6102 There is no message Subtract in urn:test; the output is left out.',
    ]);
  });

  it('SW6102: the binding of an operation that the port type lacks is left out', () => {
    const text = wsdlText({ schema: element, ...a, bound: a.bound + b.bound });
    const { contract, found } = load(text);
    expect(operationsOf(contract)).toEqual(['A']);
    expect(messages(found)).toEqual([
      'SW6102 There is no operation Subtract in the port type Test; its binding is left out.',
    ]);
  });

  it('SW6102: a header block of a message that is missing is left out', () => {
    const bound = a.bound.replace('<soap:body', '<soap:header message="t:Missing" part="h" use="literal"/><soap:body');
    const { contract, found } = load(wsdlText({ schema: element, ...a, bound }));
    expect(contract?.bindings[0]?.operations[0]?.input?.headers).toEqual([]);
    expect(messages(found)).toEqual(['SW6102 There is no message Missing in urn:test; the header is left out.']);
  });

  it('SW6201: is an error when no operation is left', () => {
    const { contract, found } = load(wsdlText({ schema: element, ...a, messages: '' }));
    expect(contract).toBeUndefined();
    expect(hasErrors(found)).toBe(true);
    expect(messages(found).join()).toContain('SW6201');
  });

  it('SW6007: is an error when the file that may declare it was not read', () => {
    const schema =
      '<xs:import namespace="urn:o" schemaLocation="http://example.com/o.xsd"/><xs:element name="A" xmlns:o="urn:o" type="o:T"/>';
    const { contract, found } = load(wsdlText({ schema, ...a }));
    expect(contract).toBeUndefined();
    const error = found.find(({ severity }) => severity === 'error');
    expect(error?.message).toContain('http://example.com/o.xsd');
    expect(error?.remedy).toContain('soapwright fetch');
  });
});

describe('a prefix that is not declared', () => {
  it.each([
    ['xs2:string', 'its values are read and written as XML, or as text', 'anyType'],
    ['u:T', 'the one of urn:test is used', 'T'],
  ])('SW6101: is forgiven: %s', (type, instead, local) => {
    const schema = `<xs:simpleType name="T"><xs:restriction base="xs:int"/></xs:simpleType><xs:element name="A" type="${type}"/>`;
    const { contract, found } = load(wsdlText({ schema, ...a }));
    expect(messages(found)).toEqual([`SW6101 The prefix of ${type} is not declared; ${instead}.`]);
    expect(contract?.schemas[0]?.elements[0]?.type).toMatchObject({ name: { local } });
  });
});

describe('an attribute that is missing', () => {
  it('SW6104: leaves out what has no meaning without it', () => {
    const schema = `${element}<xs:element type="xs:string"/>`;
    const { found } = load(wsdlText({ schema, ...a }));
    expect(messages(found)).toEqual(['SW6104 xs:element needs the attribute name; it is left out.']);
  });
});
