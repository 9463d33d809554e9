import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompletionItem, Diagnostic, Hover, Location, Range } from 'vscode-languageserver-protocol/node';
import { contractOf } from '../../bench/contract.js';
import { loadContract } from '../../src/contract/index.ts';
import { wsdlPieces } from '../../src/emit/index.ts';
import { Editor } from './client.ts';

const editor = new Editor();
const text = contractOf(400).replaceAll('Position: int', 'Place: int');
const isError = ({ severity }: { severity?: number | undefined }): boolean => severity === 1;
const isMissing = ({ severity, message }: Diagnostic): boolean =>
  isError({ severity }) && String(message).includes('GetAccountResult');

beforeAll(async () => {
  await editor.start();
  await editor.open('bench.yaml', text);
  await editor.diagnostics('bench.yaml', () => true);
});

afterAll(async () => {
  await editor.stop();
});

describe('a contract of four hundred operations', () => {
  it('shows an error in a record and forgets it, before and after the whole contract is checked', async () => {
    const isTypo = ({ code, message }: Diagnostic): boolean => code === 'SW1304' && String(message).includes('"itn"');
    for (const whole of [false, true]) {
      await editor.edit('bench.yaml', 'Place: int', 'Place: itn');
      // Only a check of the whole contract finds what is missing elsewhere.
      if (whole) await editor.edit('bench.yaml', '\n  GetAccountResult:', '\n  GetAccountRenamed:');
      const isReady = whole ? isMissing : isError;
      const found = await editor.diagnostics('bench.yaml', (all) => all.some(isReady) && all.some(isTypo));
      expect(editor.textIn('bench.yaml', found.find(isTypo)?.range as Range)).toBe('itn');
      await editor.edit('bench.yaml', 'Place: itn', 'Place: int');
      if (whole) await editor.edit('bench.yaml', '\n  GetAccountRenamed:', '\n  GetAccountResult:');
      await editor.diagnostics('bench.yaml', (all) => !all.some(isError));
    }
  });

  it('moves errors below a line that is added', async () => {
    await editor.edit('bench.yaml', 'Place: int', 'Place: itn');
    const line = (found: readonly { severity?: number | undefined; range: Range }[]) =>
      found.find(isError)?.range.start.line;
    const before = line(await editor.diagnostics('bench.yaml', (all) => all.some(isError))) ?? 0;
    await editor.edit('bench.yaml', '    doc: ', '    since: "2.0"\n    doc: ');
    expect(line(await editor.diagnostics('bench.yaml', (all) => line(all) === before + 1))).toBe(before + 1);
    await editor.set('bench.yaml', text);
    await editor.diagnostics('bench.yaml', (all) => !all.some(isError));
  });

  it('completes types of the contract and shows signatures right after a change', async () => {
    await editor.edit('bench.yaml', 'Place: int', 'Place: ');
    const items = await editor.request<CompletionItem[]>(
      'textDocument/completion',
      editor.at('bench.yaml', 'Place: |'),
    );
    expect(items.length).toBeGreaterThan(800);
    await editor.edit('bench.yaml', 'Place: ', 'Place: long');
    const hover = await editor.request<Hover>('textDocument/hover', editor.at('bench.yaml', 'Pl|ace: long'));
    expect(hover.contents).toMatchObject({ value: expect.stringContaining('Place: bigint') });
  });

  it('answers while the whole contract is checked, which finds errors of a change elsewhere', async () => {
    let isChecked = false;
    await editor.set('bench.yaml', text.replace('\n  GetAccountResult:', '\n  GetAccountRenamed:'));
    const checked = editor
      .diagnostics('bench.yaml', (all) => all.some(isMissing))
      .then((found) => {
        isChecked = true;
        return found.find(isMissing);
      });
    let answers = 0;
    while (!isChecked) {
      await editor.request<Hover>('textDocument/hover', editor.at('bench.yaml', 'GetAccountRe|named:'));
      answers += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const { range } = (await checked) ?? {};
    expect(editor.textIn('bench.yaml', range as Range)).toBe('GetAccountResult');
    expect(answers).toBeGreaterThan(2);
  });
});

it('a WSDL of a megabyte: hover and definitions are right before it is checked after a change', async () => {
  const { contract } = loadContract({ file: 'bench.yaml', text: contractOf(240) });
  if (contract === undefined) throw new Error('The contract has errors.');
  const wsdl = wsdlPieces(contract, { source: 'bench.yaml' }).join('');
  expect(wsdl.length).toBeGreaterThan(900_000);
  await editor.open('bench.wsdl', wsdl, 'xml');
  await editor.diagnostics('bench.wsdl', () => true);
  for (const name of ['One', 'Two', 'Three']) {
    await editor.edit('bench.wsdl', '<wsdl:types>', `<!-- ${name} -->\n<wsdl:types>`);
    const place = editor.at('bench.wsdl', '<wsdl:operation name="Get|Account">');
    const hover = await editor.request<Hover>('textDocument/hover', place);
    expect(hover.contents).toMatchObject({ value: expect.stringContaining('Promise<GetAccountResult>') });
    expect(editor.textIn('bench.wsdl', hover.range as Range)).toBe('GetAccount');
    const [definition] = await editor.request<Location[]>('textDocument/definition', place);
    expect(editor.textIn('bench.wsdl', definition?.range as Range)).toBe('GetAccount');
  }
});
