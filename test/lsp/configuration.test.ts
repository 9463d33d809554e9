import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CompletionItem, Diagnostic } from 'vscode-languageserver-protocol/node';
import { Editor } from './client.ts';

const main = `soapwright: 1
service: Shop
doc: Sells things.
namespace: urn:shop/
address: http://localhost/
operations:
  FindOrder:
    doc: Finds an order.
    request: { Number: int }
    response: { Count: int }
`;

const none = (found: readonly unknown[]): boolean => found.length === 0;

describe('a soapwright.yaml in an editor', () => {
  const editor = new Editor({ 'shop.yaml': main });

  beforeAll(async () => {
    await editor.start();
    await editor.open('shop.yaml', main);
  });

  beforeEach(async () => {
    await editor.set('shop.yaml', main);
    await editor.diagnostics('shop.yaml', none);
  });

  afterAll(async () => {
    if (editor.runs) await editor.stop();
  });

  async function labels(name: string, part: string): Promise<readonly string[]> {
    const items = await editor.request<CompletionItem[]>('textDocument/completion', editor.at(name, part));
    return items.map(({ label }) => label);
  }

  it('completes the names of rules and of groups of rules', async () => {
    const text = `version: 1
lint:
  use: [strict, doc]
  except:
    - 
  severity:
    wsi-r2112: off
    op: 
breaking:
  use: [WIRE, OP]
  ignore_only:
    OP
targets: []
`;
    await editor.open('soapwright.yaml', text);
    await editor.diagnostics('soapwright.yaml', (all) => all.length > 0);
    const use = await labels('soapwright.yaml', 'strict, doc|]');
    expect(use).toEqual(expect.arrayContaining(['recommended', 'docs', 'operation-doc']));
    const except = await labels('soapwright.yaml', '    - |');
    expect(except).toEqual(expect.arrayContaining(['docs', 'operation-doc']));
    expect(except).not.toContain('recommended');
    const severity = await labels('soapwright.yaml', '    op|:');
    expect(severity).toContain('operation-case');
    expect(severity).not.toContain('docs');
    expect(severity).not.toContain('wsi-r2112');
    expect(await labels('soapwright.yaml', 'WIRE, OP|]')).toEqual(
      expect.arrayContaining(['WIRE_STRICT', 'OPERATION_NO_DELETE']),
    );
    const ignored = await editor.request<CompletionItem[]>(
      'textDocument/completion',
      editor.at('soapwright.yaml', '    OP|'),
    );
    expect(ignored.find(({ label }) => label === 'OPERATION_NO_DELETE')).toMatchObject({
      detail: 'WIRE',
      textEdit: { newText: 'OPERATION_NO_DELETE: ' },
    });
    await editor.close('soapwright.yaml');
    await editor.diagnostics('soapwright.yaml', none);
  });

  it('applies its rules to the contracts, until it is closed', async () => {
    const configuration = (rules: string): string => `soapwright: 1\nlint: { use: [${rules}] }\ngenerate: []\n`;
    await editor.open('soapwright.yaml', configuration('operation-doc'));
    await editor.edit('shop.yaml', '    doc: Finds an order.\n', '');
    const codes = (all: readonly Diagnostic[]): string => all.map(({ code }) => code).join(' ');
    await editor.diagnostics('shop.yaml', (all) => codes(all) === 'operation-doc');
    await editor.set('soapwright.yaml', configuration('operation-case'));
    await editor.diagnostics('shop.yaml', none);
    await editor.set('soapwright.yaml', configuration('operation-doc'));
    await editor.diagnostics('shop.yaml', (all) => codes(all) === 'operation-doc');
    await editor.set('shop.yaml', main);
    await editor.diagnostics('shop.yaml', none);
    await editor.close('soapwright.yaml');
    await editor.diagnostics('soapwright.yaml', none);
  });

  it('is completed and checked', async () => {
    const text = 'soapwright: 1\ngenerate:\n  - schema: shop.yaml\n    ot: generated\n';
    await editor.open('soapwright.yaml', text);
    const found = await editor.diagnostics('soapwright.yaml', (all) => all.length > 0);
    expect(found.map(({ code }) => code)).toContain('SW1201');
    expect(await labels('soapwright.yaml', 'shop.yaml\n    |ot')).toContain('out');
    await editor.close('soapwright.yaml');
    await editor.diagnostics('soapwright.yaml', none);
  });
});
