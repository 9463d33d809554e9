import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CodeLens, Diagnostic } from 'vscode-languageserver-protocol/node';
import { type Contract, loadContract } from '../../src/contract/index.ts';
import { breakingFindings } from '../../src/editor/lsp/breaking-check.ts';
import { breakingRules, loadBreaking } from '../../src/rules/index.ts';
import { Editor } from './client.ts';

const rules: ReadonlySet<string> = new Set(breakingRules.map(({ id }) => id));

const configuration = `generate:
  - schema: shop.yaml
    out: shop
  - schema: depot.wsdl
    out: depot
breaking:
  against: main
`;

const shop = `soapwright: 1
service: Shop
namespace: urn:shop/
address: http://localhost/
operations:
  Find: { request: { Number: int, Since: date? }, result: Order }
records:
  Order: { Number: int }
`;

const depot = `<definitions targetNamespace="urn:depot/" xmlns:tns="urn:depot/" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:depot/" elementFormDefault="qualified">
    <xs:element name="Ask"><xs:complexType><xs:sequence>
      <xs:element name="Place" type="xs:string"/>
      <xs:element name="Count" type="xs:int" minOccurs="0"/>
    </xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="AskIn"><part name="parameters" element="tns:Ask"/></message>
  <portType name="Depot"><operation name="Ask"><input message="tns:AskIn"/></operation></portType>
  <binding name="Depot" type="tns:Depot">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Ask"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation>
  </binding>
  <service name="Depot"><port name="Depot" binding="tns:Depot"><soap:address location="http://localhost/"/></port></service>
</definitions>
`;

const texts = { 'shop.yaml': shop, 'depot.wsdl': depot };
const editor = new Editor({ ...texts, 'soapwright.yaml': configuration });

function git(...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: editor.folder, stdio: 'pipe' });
}

beforeAll(async () => {
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '--message=First');
  await editor.start();
  await editor.open('shop.yaml', shop);
  await editor.open('depot.wsdl', depot, 'xml');
});

afterAll(async () => {
  expect(await editor.stop()).toBe(0);
  expect(editor.stderr).toEqual([]);
});

it.each([
  ['shop.yaml', 'Since: date?', 'Since: date', 'Since'],
  ['depot.wsdl', ' minOccurs="0"', '', 'Count'],
] as const)(
  '%s: a change that breaks callers of the branch is underlined while it is typed',
  async (name, before, after, field) => {
    const isBreaking = ({ code }: Diagnostic): boolean => rules.has(String(code));
    await editor.diagnostics(name, (found) => !found.some(isBreaking));
    await editor.edit(name, before, after);
    const found = await editor.diagnostics(name, (all) => all.some(isBreaking));
    const [change] = found.filter(isBreaking);
    expect(change).toMatchObject({ code: 'REQUEST_FIELD_NOT_MADE_REQUIRED', severity: 1 });
    expect(change && editor.textIn(name, change.range)).toBe(field);
    await editor.set(name, texts[name]);
    await editor.diagnostics(name, (all) => !all.some(isBreaking));
  },
);

it('keeps one old contract of each file, also while other keys of the configuration are edited', () => {
  const fields = shop.replace('Number: int, Since: date?', 'Number: int');
  const contract = loadContract({ file: 'shop.yaml', text: fields }).contract as Contract;
  const main = { path: join(editor.folder, 'shop.yaml') };
  /** How many fields the old contract has more. */
  const count = (against: string, more = ''): number => {
    const config = { file: join(editor.folder, 'soapwright.yaml'), text: configuration + more };
    return breakingFindings(main, contract, { settings: loadBreaking(config).settings, against, config }).length;
  };
  editor.write('old.yaml', shop);
  expect(count('old.yaml')).toBe(1);
  editor.write('old.yaml', fields);
  expect(count('old.yaml', '# A comment\n')).toBe(1);
  expect(count('main')).toBe(1);
  expect(count('old.yaml')).toBe(0);
});

it('YAML has lenses too: references of records, and a call of each operation', async () => {
  const textDocument = { uri: editor.uri('shop.yaml') };
  const found = await editor.request<CodeLens[]>('textDocument/codeLens', { textDocument });
  const resolved = await Promise.all(found.map((one) => editor.request<CodeLens>('codeLens/resolve', one)));
  expect(resolved.map(({ range, command }) => [editor.textIn('shop.yaml', range), command?.title])).toEqual([
    ['Find', 'Call this operation'],
    ['Order', '1 reference'],
  ]);
});
