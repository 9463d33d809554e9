import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { CompletionItem, Location } from 'vscode-languageserver-protocol/node';
import { Editor } from './client.ts';

const main = `soapwright: 1
include: [shared/records.yaml]
service: Shop
doc: Sells things.
namespace: urn:shop/
address: http://localhost/
operations:
  GetOrder:
    doc: Returns an order.
    request: { Number: int }
    result: Order
`;
const records = 'soapwright: 1\nrecords:\n  Order: { Number: int, Kind: Kind }\n';
const types = 'soapwright: 1\ntypes:\n  Kind: [new, used]\n';

let editor: Editor;

afterEach(async () => {
  expect(editor.stderr).toEqual([]);
  await editor.stop();
});

async function opened(files: Readonly<Record<string, string>>, name: string): Promise<void> {
  editor = new Editor(files);
  await editor.start();
  await editor.open(name, files[name] ?? '');
}

describe('the contracts of a file', () => {
  it('an included file belongs to the contract of soapwright.yaml, which is not open', async () => {
    const configuration = 'soapwright: 1\ngenerate:\n  - schema: contracts/shop.yaml\n    out: generated\n';
    const include = '[shared/deep/records.yaml, shared/types.yaml]';
    await opened(
      {
        'soapwright.yaml': configuration,
        'contracts/shop.yaml': main.replace('[shared/records.yaml]', include),
        'contracts/shared/deep/records.yaml': records,
        'contracts/shared/types.yaml': types,
      },
      'contracts/shared/deep/records.yaml',
    );
    await editor.diagnostics('contracts/shared/deep/records.yaml', (all) => all.length === 0);
    const at = editor.at('contracts/shared/deep/records.yaml', 'Kind: Ki|nd');
    const [found] = await editor.request<Location[]>('textDocument/definition', at);
    expect(editor.named(found?.uri ?? '')).toBe('contracts/shared/types.yaml');
    const uses = await editor.request<Location[]>('textDocument/references', {
      ...editor.at('contracts/shared/deep/records.yaml', '  Or|der:'),
      context: { includeDeclaration: false },
    });
    expect(uses.map(({ uri }) => editor.named(uri))).toEqual(['contracts/shop.yaml']);
  });

  it('without a configuration, a contract one folder above that includes the file is found', async () => {
    const include = '[shared/records.yaml, shared/types.yaml]';
    const shop = main.replace('[shared/records.yaml]', include);
    await opened(
      { 'shop.yaml': shop, 'shared/records.yaml': records, 'shared/types.yaml': types },
      'shared/records.yaml',
    );
    await editor.edit('shared/records.yaml', 'Kind: Kind', 'Kind: Kinnd');
    const [found] = await editor.diagnostics('shared/records.yaml', (all) => all.length === 1);
    expect(found).toMatchObject({ code: 'SW1304', message: expect.stringContaining('Did you mean "Kind"?') });
  });

  it('of a file whose contract is not known only its own mistakes are shown, and no unknown name', async () => {
    await opened(
      { 'records.yaml': records.replace('Number: int', 'Number: { type: int, otional: true }') },
      'records.yaml',
    );
    const found = await editor.diagnostics('records.yaml', (all) => all.length > 0);
    expect(found.map(({ code }) => code)).toEqual(['SW1201']);
  });

  it('a file that another program changes is read again', async () => {
    const files = { 'shop.yaml': main, 'shared/records.yaml': records.replace(', Kind: Kind', '') };
    await opened(files, 'shop.yaml');
    await editor.diagnostics('shop.yaml', (all) => all.length === 0);
    writeFileSync(join(editor.folder, 'shared/records.yaml'), files['shared/records.yaml'].replace('Order', 'Orders'));
    await editor.notify('workspace/didChangeWatchedFiles', {
      changes: [{ uri: editor.uri('shared/records.yaml'), type: 2 }],
    });
    const [found] = await editor.diagnostics('shop.yaml', (all) => all.length === 1);
    expect(found?.code).toBe('SW1304');
  });

  it('files in the same folder and in folders of it are proposed to be included', async () => {
    const files = { 'shop.yaml': main, 'soapwright.yaml': '', 'types.yaml': types, 'shared/records.yaml': records };
    await opened(files, 'shop.yaml');
    const items = await editor.request<CompletionItem[]>(
      'textDocument/completion',
      editor.at('shop.yaml', 'include: [|shared'),
    );
    expect(items.map(({ label }) => label)).toEqual(['types.yaml', 'shared/records.yaml']);
  });

  it('a missing included file is reported where it is included', async () => {
    await opened({ 'shop.yaml': main }, 'shop.yaml');
    const [found] = await editor.diagnostics('shop.yaml', (all) => all.length === 1);
    expect(editor.textIn('shop.yaml', found?.range as Location['range'])).toBe('shared/records.yaml');
  });
});
