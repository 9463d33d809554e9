import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeLens, DocumentSymbol, Hover, Location, Range, TextEdit } from 'vscode-languageserver-protocol/node';
import { Editor } from './client.ts';
import { audit, common, shopWsdl as wsdl } from './shop.ts';

const texts = { 'shop.wsdl': wsdl, 'schemas/common.xsd': common, 'schemas/audit.xsd': audit };
const editor = new Editor(texts);

beforeAll(async () => {
  await editor.start();
  for (const [name, text] of Object.entries(texts)) await editor.open(name, text, 'xml');
  await editor.diagnostics('shop.wsdl', none);
});

afterAll(async () => {
  expect(await editor.stop()).toBe(0);
  expect(editor.stderr).toEqual([]);
});

async function hover(name: string, part: string): Promise<string | undefined> {
  const found = await editor.request<Hover | null>('textDocument/hover', editor.at(name, part));
  return found === null ? undefined : (found.contents as { value: string }).value;
}

async function places(method: string, name: string, part: string): Promise<readonly string[]> {
  const context = { includeDeclaration: true };
  const found = await editor.request<Location[]>(`textDocument/${method}`, { ...editor.at(name, part), context });
  return found.map(({ uri, range }) => {
    const file = editor.named(uri);
    return `${file}:${range.start.line + 1} ${editor.textIn(file, range)}`;
  });
}

function named(symbols: readonly DocumentSymbol[]): readonly unknown[] {
  return symbols.map(({ name, detail, children = [] }) => [
    name,
    detail,
    ...(children.length > 0 ? [named(children)] : []),
  ]);
}

function none(found: readonly unknown[]): boolean {
  return found.length === 0;
}

function toDocument(name: string): { readonly textDocument: { readonly uri: string } } {
  return { textDocument: { uri: editor.uri(name) } };
}

/** `FindOrder: Call this operation`. */
async function lenses(name: string): Promise<readonly string[]> {
  const found = await editor.request<CodeLens[]>('textDocument/codeLens', toDocument(name));
  const resolved = await Promise.all(found.map((one) => editor.request<CodeLens>('codeLens/resolve', one)));
  return resolved.map(({ range, command }) => `${editor.textIn(name, range)}: ${command?.title}`);
}

describe('a WSDL in the language server', () => {
  it('goes to the definition of every kind of name, over imports and includes', async () => {
    const found: Record<string, readonly string[]> = {};
    for (const part of [
      'element="tns:Find|Order"',
      'type="tns:Li|ne"',
      'type="c:K|ind"',
      'base="c:Ba|se"',
      'group ref="c:Ti|mes"',
      'ref="c:Aud|it"',
      'message="tns:Find|OrderIn"',
      'type="tns:Shop|Port"',
      'binding="tns:Shop|Binding"',
    ]) {
      found[part] = await places('definition', 'shop.wsdl', part);
    }
    expect(found).toEqual({
      'element="tns:Find|Order"': ['shop.wsdl:9 FindOrder'],
      'type="tns:Li|ne"': ['shop.wsdl:27 Line'],
      'type="c:K|ind"': ['schemas/common.xsd:3 Kind'],
      'base="c:Ba|se"': ['schemas/common.xsd:6 Base'],
      'group ref="c:Ti|mes"': ['schemas/common.xsd:7 Times'],
      'ref="c:Aud|it"': ['schemas/audit.xsd:2 Audit'],
      'message="tns:Find|OrderIn"': ['shop.wsdl:33 FindOrderIn'],
      'type="tns:Shop|Port"': ['shop.wsdl:35 ShopPort'],
      'binding="tns:Shop|Binding"': ['shop.wsdl:41 ShopBinding'],
    });
    expect(await places('definition', 'schemas/audit.xsd', 'type="Na|me"')).toEqual(['schemas/audit.xsd:3 Name']);
    expect(await places('definition', 'schemas/common.xsd', '"aud|it.xsd"')).toEqual(['schemas/audit.xsd:1 ']);
  });

  it('finds references from a declaration in another file, and those of an operation in its binding', async () => {
    expect(await places('references', 'schemas/common.xsd', 'name="Ki|nd"')).toEqual([
      'shop.wsdl:12 Kind',
      'schemas/common.xsd:3 Kind',
    ]);
    expect(await places('references', 'shop.wsdl', '<operation name="Find|Order">\n      <soap')).toEqual([
      'shop.wsdl:36 FindOrder',
      'shop.wsdl:43 FindOrder',
    ]);
  });

  it('shows the TypeScript, the documentation and the XML of a name, and what a built-in type means', async () => {
    expect(await hover('shop.wsdl', 'type="tns:Or|der"')).toBe(
      [
        '**Order**, type',
        'Occurs 0 or more times.',
        "```ts\n/**\n * What somebody wants.\n * Returned by `FindOrder`.\n */\nexport interface Order {\n  $type: 'Order';\n" +
          '  Id: bigint;\n  Total: string;\n  /** at most 20 items. */\n  Lines: Line[];\n}\n```',
        `\`\`\`xml\n${declared('<xs:complexType name="Order">', '</xs:complexType>')}\n\`\`\``,
      ].join('\n\n'),
    );
    expect(await hover('schemas/common.xsd', 'name="Ki|nd"')).toContain("export type Kind = 'standing' | 'single';");
    expect(await hover('shop.wsdl', 'element name="FindOr|der"')).toContain('export interface FindOrderRequest {');
    expect(await hover('shop.wsdl', '<xs:el|ement name="Lines"')).toBe(
      '**Lines**, element of `tns:Line`\n\nOccurs 0 to 20 times.\n\n```ts\nLines: Line[]\n```',
    );
    expect(await hover('shop.wsdl', '<operation name="Find|Order">\n      <doc')).toContain(
      'FindOrder(request: FindOrderRequest): Promise<Order[]>',
    );
    expect(await hover('shop.wsdl', 'type="xs:dec|imal"')).toMatch(/^`xs:decimal` /);
    expect(await hover('shop.wsdl', 'minOccurs="|0" maxOccurs="20"')).toBeUndefined();
  });

  it('has an outline of services, ports, operations, messages and types with their fields', async () => {
    const symbols = await editor.request<DocumentSymbol[]>('textDocument/documentSymbol', toDocument('shop.wsdl'));
    expect(named(symbols)).toEqual([
      [
        'urn:shop/',
        'schema',
        [
          [
            'FindOrder',
            'element',
            [
              ['Number', 'xs:int'],
              ['Kind', 'c:Kind'],
            ],
          ],
          ['FindOrderResponse', 'element', [['Order', 'tns:Order']]],
          [
            'Order',
            'complexType',
            [
              ['Total', 'xs:decimal'],
              ['Lines', 'tns:Line'],
            ],
          ],
          ['Line', 'complexType', [['Sku', 'xs:string']]],
        ],
      ],
      ['FindOrderIn', 'message', [['parameters', 'tns:FindOrder']]],
      ['FindOrderOut', 'message', [['parameters', 'tns:FindOrderResponse']]],
      ['ShopPort', 'portType', [['FindOrder', undefined]]],
      ['ShopBinding', 'binding', [['FindOrder', undefined]]],
      ['Shop', 'service', [['ShopSoap', 'tns:ShopBinding']]],
    ]);
  });

  it('counts references above declarations, and offers a call above the operation of the port type', async () => {
    expect(await lenses('shop.wsdl')).toEqual([
      'FindOrder: 1 reference',
      'FindOrderResponse: 1 reference',
      'Order: 1 reference',
      'Line: 1 reference',
      'FindOrderIn: 1 reference',
      'FindOrderOut: 1 reference',
      'ShopPort: 1 reference',
      'FindOrder: Call this operation',
      'ShopBinding: 1 reference',
    ]);
    const params = { uri: editor.uri('shop.wsdl'), operation: 'FindOrder' };
    const [command, file, operation, option, data = ''] = await editor.request<string[]>(
      'soapwright/callArguments',
      params,
    );
    expect([command, file, operation, option]).toEqual(['call', 'shop.wsdl', 'FindOrder', '--data']);
    expect(JSON.parse(data)).toEqual({
      Number: expect.any(Number),
      Kind: expect.stringMatching(/^(standing|single)$/),
    });
  });

  it('shows errors where they are while they are typed, in imported files too, and answers on', async () => {
    await editor.edit('shop.wsdl', 'type="tns:Line"', 'type="tns:Lin"');
    const [unknown] = await editor.diagnostics('shop.wsdl', (found) => found.length === 1);
    expect(unknown).toMatchObject({ code: 'SW6102', severity: 2, source: 'soapwright' });
    expect(editor.textIn('shop.wsdl', unknown?.range as Range)).toBe('tns:Lin');
    await editor.edit('shop.wsdl', 'type="tns:Lin"', 'type="tns:Line"');
    await editor.edit('schemas/common.xsd', '<xs:group name', '<xs:grup name');
    await editor.diagnostics('schemas/common.xsd', (found) => found.length > 0);
    await editor.edit('schemas/common.xsd', '<xs:grup name="Times">', '<xs:group name="Times">\n');
    await editor.diagnostics('schemas/common.xsd', none);
    await editor.edit('shop.wsdl', '<portType', '<!-- a line -->\n\n  <portType <');
    await editor.diagnostics('shop.wsdl', (found) => found.some(({ severity }) => severity === 1));
    expect(await hover('shop.wsdl', '<operation name="Find|Order">\n      <doc')).toContain('Promise<Order[]>');
    expect(await lenses('shop.wsdl')).toContain('FindOrder: Call this operation');
    await editor.set('shop.wsdl', wsdl.replace('<message', '\n  <message'));
    expect(await hover('shop.wsdl', '<operation name="Find|Order">\n      <doc')).toContain('Promise<Order[]>');
    await editor.set('shop.wsdl', wsdl);
    await editor.set('schemas/common.xsd', common);
    await editor.diagnostics('shop.wsdl', none);
  });

  it('renames a type in all files', async () => {
    const { changes } = await editor.request<{ changes: Record<string, TextEdit[]> }>('textDocument/rename', {
      ...editor.at('schemas/common.xsd', 'name="Ki|nd"'),
      newName: 'Manner',
    });
    const applied = editor.applied('shop.wsdl', changes[editor.uri('shop.wsdl')] ?? []);
    expect(applied).toBe(wsdl.replace('c:Kind', 'c:Manner'));
    expect(Object.keys(changes)).toHaveLength(2);
  });

  it('renames a type that encoded arrays have as their items, and an element beside a foreign attribute', async () => {
    const arrays = `<xs:schema targetNamespace="urn:a/" xmlns:tns="urn:a/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/">
  <xs:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/>
  <xs:complexType name="Item"><xs:sequence><xs:element name="Id" type="xs:int"/></xs:sequence></xs:complexType>
  <xs:complexType name="Items"><xs:complexContent><xs:restriction base="e:Array">
    <xs:attribute ref="e:arrayType" w:arrayType="tns:Item[2, 3][]"/>
  </xs:restriction></xs:complexContent></xs:complexType>
  <xs:element xmlns:x="urn:x" x:name="Old" name="Kept" type="tns:Item"/>
  <xs:element name="Writ&#116;en" type="tns:Item"/>
  <xs:complexType name="Both"><xs:sequence><xs:element ref="tns:Kept"/><xs:element ref="tns:Written"/></xs:sequence></xs:complexType>
</xs:schema>
`;
    await editor.open('arrays/arrays.xsd', arrays, 'xml');
    await editor.diagnostics('arrays/arrays.xsd', none);
    for (const [from, to, part] of [
      ['tns:Item', 'tns:Thing', 'complexType name="It|em"'],
      ['Kept', 'Seen', 'ref="tns:Ke|pt"'],
    ] as const) {
      const { changes } = await editor.request<{ changes: Record<string, TextEdit[]> }>('textDocument/rename', {
        ...editor.at('arrays/arrays.xsd', part),
        newName: to.replace('tns:', ''),
      });
      const applied = editor.applied('arrays/arrays.xsd', changes[editor.uri('arrays/arrays.xsd')] ?? []);
      expect(applied).toBe(arrays.replaceAll(from, to).replace('"Item"', `"${from === 'Kept' ? 'Item' : 'Thing'}"`));
    }
    expect(await places('references', 'arrays/arrays.xsd', 'ref="tns:Writ|ten"')).toEqual([
      'arrays/arrays.xsd:10 Written',
    ]);
  });

  it('reads schemas above the folder of a WSDL without a configuration, as the command does', async () => {
    const moved = wsdl.replace('schemas/common.xsd', '../schemas/common.xsd');
    await editor.open('wsdl/moved.wsdl', moved, 'xml');
    await editor.diagnostics('wsdl/moved.wsdl', none);
    expect(await places('definition', 'wsdl/moved.wsdl', 'type="c:K|ind"')).toEqual(['schemas/common.xsd:3 Kind']);
  });

  it('checks a schema that no WSDL imports, and leaves other XML alone', async () => {
    const alone = audit.replace('type="Name"', 'type="Nam"');
    await editor.open('alone/alone.xsd', alone, 'xml');
    const [found] = await editor.diagnostics('alone/alone.xsd', (all) => all.length > 0);
    expect(editor.textIn('alone/alone.xsd', found?.range as Range)).toBe('Nam');
    await editor.set('alone/alone.xsd', audit);
    await editor.diagnostics('alone/alone.xsd', none);
    expect(await places('definition', 'alone/alone.xsd', 'type="Na|me"')).toEqual(['alone/alone.xsd:3 Name']);
    await editor.open('pom.xml', '<project><name>a</name></project>', 'xml');
    expect(await editor.request('textDocument/documentSymbol', toDocument('pom.xml'))).toBeNull();
  });
});

/** The first element that begins with a tag, without the indentation of its first line. */
function declared(start: string, end: string): string {
  const from = wsdl.indexOf(start);
  const text = wsdl.slice(from, wsdl.indexOf(end, from) + end.length);
  return text.replaceAll('\n      ', '\n');
}
