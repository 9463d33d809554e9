import { anyElement } from '@soapwright/runtime';
import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import type { Contract } from '../../src/contract/index.ts';
import { emit } from '../../src/emit/index.ts';
import { compileErrors } from '../support/generator/compile-contracts.ts';
import { declarations, loadFilesInMemory, schema } from '../support/generator/wsdl-files.ts';

/** Whatever texts and names a WSDL has, what is generated from it compiles, and runs nothing of them. */

const texts = [
  '*/ process.exit(); /*',
  '`${process.exit()}`',
  "'); process.exit(); ('",
  '"); process.exit(); ("',
  '</script><script>process.exit()</script>',
  ']]> <!-- --> <?pi?> {{{x}}} {{#if}}',
  '\\u002a/ \\ \\\\',
  '// @ts-ignore @deprecated {@link x}',
  '\u2028\u2029\u0085',
  '$& $1 $$',
];
const names = ['__proto__', 'constructor', 'then', 'toString', 'default', 'class', 'await', 'arguments', 'Ünïcode', 'a-b.c', '名'];

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
const doc = (text: string, prefix: 'xs' | 'wsdl'): string =>
  prefix === 'xs'
    ? `<xs:annotation><xs:documentation>${escaped(text)}</xs:documentation></xs:annotation>`
    : `<wsdl:documentation>${escaped(text)}</wsdl:documentation>`;
const pattern = (text: string): string => escaped(text.replace(/[\\|.\-^?*+{}()[\]]/g, '\\$&'));

/** A WSDL with a text in each place that has one, and with the names as names of each kind of component. */
function hostileWsdl(text: string): string {
  const value = escaped(text);
  const types = `
    <xs:simpleType name="Code">${doc(text, 'xs')}<xs:restriction base="xs:string">
      <xs:enumeration value="${value}">${doc(text, 'xs')}</xs:enumeration><xs:enumeration value="other"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="Form"><xs:restriction base="xs:string"><xs:pattern value="${pattern(text)}"/></xs:restriction></xs:simpleType>
    <xs:attribute name="shared" type="xs:string" default="${value}"/>
    <xs:complexType name="Type">${doc(text, 'xs')}<xs:sequence>
      <xs:element name="a" type="xs:string" default="${value}" minOccurs="0">${doc(text, 'xs')}</xs:element>
      <xs:element name="b" type="xs:string" fixed="${value}"/>
      <xs:element name="c" type="own:Code"/><xs:element name="d" type="own:Form" minOccurs="0"/>
      ${names.map((name) => `<xs:element name="${name}" type="own:${name}" minOccurs="0"/>`).join('')}
      <xs:any namespace="##other urn:x" processContents="lax" minOccurs="0"/></xs:sequence>
      <xs:attribute name="e" type="xs:string" default="${value}">${doc(text, 'xs')}</xs:attribute><xs:attribute ref="own:shared"/>
    </xs:complexType>
    ${names.map((name) => `<xs:complexType name="${name}"><xs:sequence><xs:element name="${name}" type="xs:int"/></xs:sequence><xs:attribute name="${name}"/></xs:complexType>`).join('')}
    ${names.map((name) => `<xs:element name="${name}" type="own:Type"/>`).join('')}`;
  const each = (print: (name: string) => string): string => names.map(print).join('');
  const fault = `<wsdl:fault name="f" message="t:constructor"/>`;
  return `<wsdl:definitions name="Test" targetNamespace="urn:test" ${declarations}>${doc(text, 'wsdl')}
    <wsdl:types>${schema(types.replace('##other urn:x', '##other'), 'urn:test')}</wsdl:types>
    ${each((name) => `<wsdl:message name="${name}">${doc(text, 'wsdl')}<wsdl:part name="${name}" element="t:${name}"/></wsdl:message>`)}
    <wsdl:portType name="constructor">${doc(text, 'wsdl')}
      ${each((name) => `<wsdl:operation name="${name}">${doc(text, 'wsdl')}<wsdl:input message="t:${name}"/><wsdl:output message="t:${name}"/>${fault}</wsdl:operation>`)}</wsdl:portType>
    <wsdl:binding name="B" type="t:constructor"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
      ${each((name) => `<wsdl:operation name="${name}"><soap:operation soapAction="${value}"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output><wsdl:fault name="f"><soap:fault name="f" use="literal"/></wsdl:fault></wsdl:operation>`)}</wsdl:binding>
    <wsdl:service name="constructor">${doc(text, 'wsdl')}<wsdl:port name="__proto__" binding="t:B"><soap:address location="http://localhost/?${value}"/></wsdl:port></wsdl:service>
  </wsdl:definitions>`;
}

function contractOf(text: string): Contract {
  const { contract, lines } = loadFilesInMemory({ 'main.wsdl': hostileWsdl(text) });
  if (contract === undefined) throw new Error(lines.join('\n'));
  return contract;
}

/** Calls in a file that a text could have added. */
function dangerousCalls(text: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === 'process') found.push(node.parent?.getText() ?? node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true));
  return found;
}

describe('hostile texts and names in a WSDL', () => {
  it('compile, and are not code', async () => {
    const contracts = Object.fromEntries(texts.map((text, index) => [`c${index}`, contractOf(text)]));
    for (const contract of Object.values(contracts)) {
      for (const { path, text } of await emit(contract, { source: 'main.wsdl', importExtension: 'ts' })) {
        if (path.endsWith('.ts')) expect(dangerousCalls(text), path).toEqual([]);
        else expect(anyElement(text).local).toBe('definitions');
      }
    }
    expect(await compileErrors(contracts)).toBe('');
  });

  it.each(texts)('%j is in the contract as it is in the WSDL', (text) => {
    const contract = contractOf(text);
    const [type] = contract.schemas.flatMap(({ types }) => types).filter(({ name }) => name.local === 'Code');
    expect(type).toMatchObject({ variety: { facets: { enumeration: [{ value: text }, { value: 'other' }] } } });
  });
});
