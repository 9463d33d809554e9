import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompletionItem, Diagnostic, Hover, Range } from 'vscode-languageserver-protocol/node';
import { contractOf } from '../../bench/contract.js';
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
