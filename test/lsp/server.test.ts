import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  CodeAction,
  CompletionItem,
  DocumentSymbol,
  Hover,
  Location,
  Range,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol/node';
import { Editor } from './client.ts';

const main = `soapwright: 1
include: [records.yaml]
service: Shop
doc: Sells things.
namespace: urn:shop/
address: http://localhost/
operations:
  FindOrder:
    doc: Finds an order.
    request: { Number: int, Kind: Kind? }
    response: { Orders: "Order[]" }
    faults: [NotFound]
  GetOrder:
    doc: Returns an order.
    request:
      Number: int
      Since: dateTime?
    result: Order
faults:
  NotFound: { type: string, doc: There is no such order. }
types:
  Kind: [standing, single]
`;

const records = `soapwright: 1
records:
  Order:
    $doc: What somebody wants.
    Number: int
    Total: { type: decimal, optional: true, doc: With tax. }
    Lines: Line[]
  Line:
    Sku: string
    Related: Order?
`;

const editor = new Editor({ 'shop.yaml': main, 'records.yaml': records });
let capabilities: unknown;

beforeAll(async () => {
  capabilities = await editor.start();
  await editor.open('shop.yaml', main);
  await editor.open('records.yaml', records);
});

beforeEach(async () => {
  await editor.set('shop.yaml', main);
  await editor.set('records.yaml', records);
  await editor.diagnostics('shop.yaml', none);
  await editor.diagnostics('records.yaml', none);
});

afterAll(async () => {
  if (editor.runs) await editor.stop();
});

async function labels(name: string, part: string): Promise<readonly string[]> {
  const items = await editor.request<CompletionItem[]>('textDocument/completion', editor.at(name, part));
  return items.map(({ label }) => label);
}

async function hover(name: string, part: string): Promise<string | undefined> {
  const found = await editor.request<Hover | null>('textDocument/hover', editor.at(name, part));
  return found === null ? undefined : (found.contents as { value: string }).value;
}

/** `records.yaml: Order`. */
function places(locations: readonly Location[]): readonly string[] {
  return locations.map(({ uri, range }) => {
    const name = editor.named(uri);
    return `${name}:${range.start.line + 1} ${editor.textIn(name, range)}`;
  });
}

function none(found: readonly unknown[]): boolean {
  return found.length === 0;
}

describe('soapwright lsp', () => {
  it('names itself and its capabilities', () => {
    expect(capabilities).toMatchObject({
      serverInfo: { name: 'soapwright' },
      capabilities: {
        hoverProvider: true,
        renameProvider: { prepareProvider: true },
        documentFormattingProvider: true,
      },
    });
  });

  it('sends no diagnostics of a contract without errors, and none of its included file', async () => {
    expect(await editor.diagnostics('shop.yaml', none)).toEqual([]);
    expect(await editor.diagnostics('records.yaml', none)).toEqual([]);
  });

  describe('diagnostics', () => {
    it('SW1304: an unknown type is underlined while it is typed, and gone when it is mended', async () => {
      await editor.edit('shop.yaml', 'Number: int,', 'Number: itn,');
      const [found] = await editor.diagnostics('shop.yaml', (all) => all.length === 1);
      expect(found).toMatchObject({ code: 'SW1304', severity: 1, source: 'soapwright' });
      expect(editor.textIn('shop.yaml', found?.range as Range)).toBe('itn');
      await editor.edit('shop.yaml', 'Number: itn,', 'Number: int,');
      await editor.diagnostics('shop.yaml', none);
    });

    it('an error in an included file that is not saved is shown there', async () => {
      await editor.edit('records.yaml', 'Sku: string', 'Sku: strin');
      const [found] = await editor.diagnostics('records.yaml', (all) => all.length === 1);
      expect(found).toMatchObject({ code: 'SW1304', range: { start: { line: 8, character: 9 } } });
    });

    it('a record that is renamed in the included file alone is unknown in the contract', async () => {
      await editor.edit('records.yaml', '  Order:\n', '  Orders:\n');
      const found = await editor.diagnostics('shop.yaml', (all) => all.length > 0);
      expect(found.map(({ code }) => code)).toEqual(['SW1304']);
      expect(found[0]?.relatedInformation).toHaveLength(1);
    });

    it('findings of lint have the id of their rule', async () => {
      await editor.edit('shop.yaml', '    doc: Returns an order.\n', '');
      const [found] = await editor.diagnostics('shop.yaml', (all) => all.length === 1);
      const codeDescription = { href: 'https://soapwright.github.io/soapwright/codes/operation-doc.html' };
      expect(found).toMatchObject({ code: 'operation-doc', codeDescription, severity: 2 });
    });

    it('a syntax error is shown while a line is incomplete', async () => {
      await editor.edit('shop.yaml', 'request: { Number: int, Kind: Kind? }', 'request: { Number: int, Kind: ');
      const [found] = await editor.diagnostics('shop.yaml', (all) => all.length > 0);
      expect(found).toMatchObject({ code: 'SW1101', severity: 1 });
    });

    it('SW1301: names declared twice refer to each other', async () => {
      await editor.edit('records.yaml', '  Line:\n', '  Line:\n    Other: int\n  Line:\n');
      const found = await editor.diagnostics('records.yaml', (all) => all.length > 0);
      expect(found.flatMap(({ relatedInformation = [] }) => relatedInformation)).toMatchObject([
        { location: { uri: editor.uri('records.yaml') } },
      ]);
    });
  });

  describe('completion', () => {
    it('proposes the keys of a construct that are not there yet', async () => {
      await editor.edit('shop.yaml', '    faults: [NotFound]\n', '    faults: [NotFound]\n    \n');
      const found = await labels('shop.yaml', '[NotFound]\n    |');
      expect(found).toContain('oneWay');
      expect(found).not.toContain('doc');
      // The response is there, which excludes a result.
      expect(found).not.toContain('result');
    });

    it('proposes keys between braces, and the text that inserts one', async () => {
      await editor.edit('records.yaml', 'optional: true, doc', 'optional: true, se, doc');
      const items = await editor.request<CompletionItem[]>(
        'textDocument/completion',
        editor.at('records.yaml', 'true, se|, doc'),
      );
      const found = items.find(({ label }) => label === 'sensitive');
      expect(editor.applied('records.yaml', [found?.textEdit as TextEdit])).toContain('true, sensitive: , doc');
      expect(items.map(({ label }) => label)).not.toContain('optional');
    });

    it('proposes declared and built-in types, with their documentation', async () => {
      await editor.edit('shop.yaml', 'Since: dateTime?', 'Since: ');
      const items = await editor.request<CompletionItem[]>(
        'textDocument/completion',
        editor.at('shop.yaml', 'Since: |'),
      );
      expect(items.find(({ label }) => label === 'Order')).toMatchObject({
        documentation: { kind: 'markdown', value: 'What somebody wants.' },
      });
      expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(['Kind', 'Line', 'string', 'anyType']));
    });

    it('proposes the words of a choice, flags, and components of the right kind', async () => {
      await editor.edit('shop.yaml', 'faults: [NotFound]', 'faults: [NotFound]\n    style: ');
      expect(await labels('shop.yaml', 'style: |')).toEqual(['wrapped', 'bare', 'rpc']);
      expect(await labels('shop.yaml', 'faults: [|NotFound]')).toEqual(['NotFound']);
      await editor.edit('shop.yaml', '    style: ', '    oneWay: ');
      expect(await labels('shop.yaml', 'oneWay: |')).toEqual(['true', 'false']);
    });

    it('proposes files to include', async () => {
      expect(await labels('shop.yaml', 'include: [|records')).toEqual(['records.yaml']);
    });

    it('proposes the words of the content model of a record', async () => {
      await editor.edit('records.yaml', '    Related: Order?\n', '    Related: Order?\n    $\n');
      const found = await labels('records.yaml', 'Order?\n    $|');
      expect(found).toEqual(expect.arrayContaining(['$doc', '$choice', '$extends', '$attributes']));
    });
  });

  // Signatures are those of the texts that were checked last: after a change, they follow a moment later.
  describe('hover', () => {
    it('shows the documentation of a key', async () => {
      expect(await hover('shop.yaml', 'add|ress: http')).toContain('Address of the service: an http or https URL');
      expect(await hover('records.yaml', 'opt|ional: true')).toContain('The field may be absent');
    });

    it('shows the types of a field in TypeScript and XML Schema', async () => {
      await expect.poll(() => hover('records.yaml', 'Tot|al: {')).toContain('Total?: string | undefined');
      expect(await hover('records.yaml', 'Tot|al: {')).toContain('`xs:decimal`');
      expect(await hover('records.yaml', 'Li|nes: Line[]')).toContain('Lines: Line[]');
    });

    it('shows the signature of an operation', async () => {
      await expect
        .poll(() => hover('shop.yaml', '  Get|Order:'))
        .toContain('GetOrder(request: GetOrderRequest): Promise<Order>');
    });

    it('shows built-in types, and declared ones with their documentation and text', async () => {
      expect(await hover('shop.yaml', 'Since: date|Time?')).toContain('`xs:dateTime` A point in time');
      const found = await hover('shop.yaml', 'result: Or|der');
      expect(found).toContain('What somebody wants.');
      expect(found).toContain('```yaml\nOrder:\n  $doc: What somebody wants.\n  Number: int\n');
    });
  });

  describe('names', () => {
    it('definition: from a use in one file to the declaration in another', async () => {
      const found = await editor.request<Location[]>(
        'textDocument/definition',
        editor.at('shop.yaml', 'result: O|rder'),
      );
      expect(places(found)).toEqual(['records.yaml:3 Order']);
    });

    it('references: all uses in all files, with and without the declaration', async () => {
      const at = editor.at('records.yaml', '  Ord|er:');
      const find = async (includeDeclaration: boolean) =>
        places(await editor.request<Location[]>('textDocument/references', { ...at, context: { includeDeclaration } }));
      const uses = ['shop.yaml:11 Order', 'shop.yaml:18 Order', 'records.yaml:10 Order'];
      expect([...(await find(false))].sort()).toEqual([...uses].sort());
      expect(await find(true)).toHaveLength(4);
    });

    it('rename: changes a record in all files, and keeps suffixes', async () => {
      const at = editor.at('shop.yaml', '"Or|der[]"');
      const range = await editor.request<Range>('textDocument/prepareRename', at);
      expect(editor.textIn('shop.yaml', range)).toBe('Order');
      const edit = await editor.request<WorkspaceEdit>('textDocument/rename', { ...at, newName: 'Purchase' });
      const changed = (name: string): string => editor.applied(name, edit.changes?.[editor.uri(name)] ?? []);
      expect(changed('shop.yaml')).toBe(
        main.replace('"Order[]"', '"Purchase[]"').replace('result: Order', 'result: Purchase'),
      );
      expect(changed('records.yaml')).toBe(
        records.replace('  Order:', '  Purchase:').replace('Related: Order?', 'Related: Purchase?'),
      );
    });

    it('rename: changes a fault, and an operation', async () => {
      const rename = async (part: string, newName: string): Promise<string> => {
        const edit = await editor.request<WorkspaceEdit>('textDocument/rename', {
          ...editor.at('shop.yaml', part),
          newName,
        });
        return editor.applied('shop.yaml', edit.changes?.[editor.uri('shop.yaml')] ?? []);
      };
      expect(await rename('[Not|Found]', 'Gone')).toBe(main.replaceAll('NotFound', 'Gone'));
      expect(await rename('  Get|Order:', 'ReadOrder')).toBe(main.replace('GetOrder', 'ReadOrder'));
    });

    it('rename: rejects names that exist, are built in, or are none', async () => {
      const at = editor.at('records.yaml', '  Li|ne:');
      for (const [newName, message] of [
        ['Order', 'There is already a type "Order".'],
        ['string', '"string" is a built-in type.'],
        ['two words', '"two words" is not a name'],
      ]) {
        await expect(editor.request('textDocument/rename', { ...at, newName })).rejects.toThrow(message);
      }
      expect(await editor.request('textDocument/prepareRename', editor.at('shop.yaml', 'serv|ice: Shop'))).toBeNull();
    });
  });

  it('document symbols: sections with operations, records and fields', async () => {
    const found = await editor.request<DocumentSymbol[]>('textDocument/documentSymbol', {
      textDocument: { uri: editor.uri('records.yaml') },
    });
    const tree = (symbols: readonly DocumentSymbol[] = []): unknown[] =>
      symbols.map(({ name, children }) => (children?.length ? [name, tree(children)] : name));
    expect(tree(found)).toEqual([
      [
        'records',
        [
          ['Order', ['Number', 'Total', 'Lines']],
          ['Line', ['Sku', 'Related']],
        ],
      ],
    ]);
  });

  it('quick fix: replaces an unknown name by the suggested one', async () => {
    await editor.edit('shop.yaml', 'result: Order', 'result: Ordr');
    const [found] = await editor.diagnostics('shop.yaml', (all) => all.length === 1);
    const actions = await editor.request<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: editor.uri('shop.yaml') },
      range: found?.range,
      context: { diagnostics: [found] },
    });
    expect(actions.map(({ title, kind }) => [title, kind])).toEqual([['Replace by "Order"', 'quickfix']]);
    expect(editor.applied('shop.yaml', actions[0]?.edit?.changes?.[editor.uri('shop.yaml')] ?? [])).toBe(main);
  });

  it('formatting: as `soapwright format` does; text with errors is left alone', async () => {
    const format = () =>
      editor.request<TextEdit[]>('textDocument/formatting', {
        textDocument: { uri: editor.uri('records.yaml') },
        options: { tabSize: 4, insertSpaces: true },
      });
    expect(await format()).toEqual([]);
    await editor.edit('records.yaml', 'Total: { type', 'Total:   {type');
    expect(editor.applied('records.yaml', await format())).toBe(records);
    await editor.edit('records.yaml', 'Total:   {type', 'Total: {{ type');
    expect(await format()).toEqual([]);
  });

  it('answers nothing about YAML of other programs', async () => {
    await editor.open('compose.yaml', 'services:\n  web: {}\n');
    expect(await editor.request('textDocument/hover', editor.at('compose.yaml', 'serv|ices'))).toBeNull();
    await editor.close('compose.yaml');
  });

  it('ends with exit code 0 after shutdown and exit, and has printed no error', async () => {
    expect(await editor.stop()).toBe(0);
    expect(editor.stderr).toEqual([]);
  });
});
