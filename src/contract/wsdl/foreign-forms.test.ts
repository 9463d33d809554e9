import { describe, expect, it } from 'vitest';
import { bareOperation, wsdlText } from '../../../test/support/generator/wsdl-contract.ts';
import { wsdlText as written } from '../../emit/wsdl.ts';
import type { Contract } from '../model/index.ts';
import { componentDifferences } from './component-differences.ts';
import { readWsdl } from './read-wsdl.ts';

const fileOf = (text: string) => ({ location: 'a.wsdl', name: 'a.wsdl', bytes: new TextEncoder().encode(text) });

/** All components of a WSDL, which are the same after it was written and read again. */
function componentsOf(text: string): Contract {
  const { contract, diagnostics } = readWsdl(fileOf(text));
  expect(diagnostics()).toEqual([]);
  if (contract === undefined) throw new Error('There is no contract.');
  const again = readWsdl(fileOf(written(contract, { source: 'a.wsdl' }))).contract;
  expect(again && componentDifferences(contract, again)).toEqual([]);
  return contract;
}

/** A WSDL with a schema, and attributes of its xs:schema. */
function withSchema(content: string, attributes = ''): string {
  const parts = bareOperation('Find', 't:Note');
  return wsdlText({ ...parts, schema: `<xs:element name="Note" type="xs:string"/>${content}` }).replace(
    '<xs:schema ',
    `<xs:schema xmlns:o="urn:other" ${attributes} `,
  );
}

const schemaOf = (content: string, attributes = '') => componentsOf(withSchema(content, attributes)).schemas[0];
const type = '<xs:complexType name="T"><xs:sequence/></xs:complexType>';

describe('a WSDL of others', () => {
  it('has block and final of each component, with the defaults of its schema', () => {
    const simple = '<xs:simpleType name="S" final="#all"><xs:restriction base="xs:string"/></xs:simpleType>';
    const element = '<xs:element name="E" type="t:T" block="" final="extension"/><xs:element name="F" type="t:T"/>';
    const schema = schemaOf(`${type}${simple}${element}`, 'blockDefault="#all" finalDefault="restriction list"');
    const found = [...(schema?.types ?? []), ...(schema?.elements ?? [])].map((one) => [
      one.name.local,
      'block' in one ? one.block : undefined,
      one.final,
    ]);
    expect(found).toEqual([
      ['T', ['extension', 'restriction'], ['restriction']],
      ['S', undefined, ['restriction', 'list', 'union']],
      ['Note', ['extension', 'restriction', 'substitution'], ['restriction']],
      ['E', undefined, ['extension']],
      ['F', ['extension', 'restriction', 'substitution'], ['restriction']],
    ]);
  });

  it('has identity constraints, whose names do not depend on prefixes', () => {
    const key = '<xs:key name="K"><xs:selector xpath=".//child::t:a | o:*"/><xs:field xpath="@o:id"/></xs:key>';
    const keyref =
      '<xs:keyref name="R" refer="t:K"><xs:selector xpath="b"/><xs:field xpath="attribute::c"/></xs:keyref>';
    const [, element] = schemaOf(`${type}<xs:element name="E" type="t:T">${key}${keyref}</xs:element>`)?.elements ?? [];
    expect(element?.constraints).toMatchObject([
      { kind: 'key', selector: './/child::{urn:test}a | {urn:other}*', fields: ['@{urn:other}id'] },
      { kind: 'keyref', refer: { namespace: 'urn:test', local: 'K' }, selector: 'b', fields: ['attribute::c'] },
    ]);
  });

  it('has QNames in values, which do not depend on prefixes', () => {
    const codes =
      '<xs:restriction base="xs:QName"><xs:enumeration value="o:a"/><xs:enumeration value="t:b"/></xs:restriction>';
    const schema = schemaOf(
      `<xs:simpleType name="Code">${codes}</xs:simpleType><xs:element name="E" type="t:Code" default="o:a"/><xs:element name="F" type="xs:string" default="o:a"/>`,
    );
    expect(JSON.stringify(schema?.types)).toMatch(/"\{urn:other\}a".*"\{urn:test\}b"/);
    expect(schema?.elements.map((one) => one.default)).toEqual([undefined, '{urn:other}a', 'o:a']);
  });

  it('has notations, appinfo and attributes of other namespaces', () => {
    const annotation = '<xs:annotation><xs:appinfo source="urn:s"><o:x/> &amp;</xs:appinfo></xs:annotation>';
    const schema = schemaOf(
      `<xs:notation name="jpeg" public="image/jpeg"/><xs:complexType name="T" o:tag="1">${annotation}<xs:attribute name="a" wsdl:arrayType="t:T[]"/></xs:complexType>`,
      'o:version="2"',
    );
    expect(schema?.notations).toMatchObject([{ name: { local: 'jpeg' }, public: 'image/jpeg' }]);
    expect(schema?.foreign).toEqual([{ name: { namespace: 'urn:other', local: 'version' }, value: '2' }]);
    const [found] = schema?.types ?? [];
    expect(found?.foreign).toEqual([{ name: { namespace: 'urn:other', local: 'tag' }, value: '1' }]);
    expect(found?.appinfo).toEqual([
      '<xs:appinfo xmlns:o="urn:other" xmlns:xs="http://www.w3.org/2001/XMLSchema" source="urn:s"><o:x/> &amp;</xs:appinfo>',
    ]);
    expect(JSON.stringify(found)).toContain('"value":"{urn:test}T[]"');
  });

  it('has extension elements, with the declarations of their prefixes', () => {
    const text = withSchema('').replace(
      '<soap:binding ',
      '<x xmlns="urn:x"><y z="t:q"/>\r\n</x><p:q xmlns:p="urn:p" p:r="1"/><soap:binding ',
    );
    expect(componentsOf(text).bindings[0]?.extensions).toEqual([
      '<x xmlns:t="urn:test" xmlns="urn:x"><y z="t:q"/>\n</x>',
      '<p:q xmlns:p="urn:p" p:r="1"/>',
    ]);
  });

  it('has header faults', () => {
    const header =
      '<soap:header message="t:Find" part="body" use="literal"><soap:headerfault message="t:Find" part="body" use="literal"/></soap:header>';
    const text = withSchema('').replace('<soap:body use="literal"/>', `${header}<soap:body use="literal" parts=""/>`);
    const [operation] = componentsOf(text).bindings[0]?.operations ?? [];
    expect(operation?.input?.headers[0]?.faults).toMatchObject([{ part: 'body', use: 'literal' }]);
  });
});
