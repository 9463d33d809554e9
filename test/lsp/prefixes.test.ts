import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { completionsAt } from '../../src/editor/completions.ts';
import { indexContract } from '../../src/editor/contract-index.ts';
import { cursorContext } from '../../src/editor/cursor-context.ts';
import { hoverAt } from '../../src/editor/hover.ts';
import { styleAt } from '../../src/editor/lsp/style.ts';
import { Editor } from './client.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const contracts = ['test/golden/everything/contract.yaml', 'test/golden/legacy/contract.yaml'];

/** SOAPWRIGHT_PREFIXES=all tries each prefix; otherwise some of them. */
function stepOf(characters: number): number {
  return process.env.SOAPWRIGHT_PREFIXES === 'all' ? 1 : characters;
}

const unknown = {
  names: () => [],
  files: () => [],
  rules: () => [],
  styleOf: () => 'wrapped',
  signatureAt: () => undefined,
  declarationAt: () => undefined,
};

describe('a contract that ends at any character', () => {
  it.each(contracts)(
    'has a context, completions and hovers whose ranges are on the line of the cursor: %s',
    (file) => {
      const text = readFileSync(join(root, file), 'utf8');
      let proposed = 0;
      for (let end = 0; end <= text.length; end += stepOf(11)) {
        const prefix = text.slice(0, end);
        const lineStart = prefix.lastIndexOf('\n') + 1;
        for (const offset of [end, lineStart, Math.max(0, end - 7)]) {
          const { word } = cursorContext(prefix, offset);
          expect(word.start).toBeLessThanOrEqual(offset);
          expect(word.end).toBeGreaterThanOrEqual(word.start);
          expect(prefix.slice(word.start, word.end)).not.toContain('\n');
          for (const { label } of completionsAt(prefix, offset, 'contract', unknown))
            proposed += label.length > 0 ? 1 : 0;
          hoverAt(prefix, offset, 'contract', unknown);
        }
        expect(styleAt(prefix, [{ key: 'operations' }, { key: 'Ping' }])).toMatch(/^\w+$/);
      }
      expect(proposed).toBeGreaterThan(1000);
    },
    600_000,
  );

  it.each(contracts)(
    'has names that are in the text at their indexed places: %s',
    (file) => {
      const text = readFileSync(join(root, file), 'utf8');
      let found = 0;
      for (let end = 0; end <= text.length; end += stepOf(41)) {
        const prefix = text.slice(0, end);
        const { occurrences } = indexContract({ file: 'contract.yaml', text: prefix }, () => ({ diagnostics: [] }));
        for (const { name, at } of occurrences) expect(prefix.slice(at.start, at.end)).toBe(name.local);
        found += occurrences.length;
      }
      expect(found).toBeGreaterThan(300);
    },
    600_000,
  );

  it('does not stop the server, which reports no failure and answers each time', async () => {
    const text = readFileSync(join(root, 'test/golden/streams/contract.yaml'), 'utf8');
    const editor = new Editor();
    await editor.start();
    await editor.open('contract.yaml', '', 'soapwright-contract');
    const textDocument = { uri: editor.uri('contract.yaml') };
    for (let end = 0; end < text.length; end += stepOf(23)) {
      await editor.set('contract.yaml', text.slice(0, end));
      const lines = text.slice(0, end).split('\n');
      const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
      const answers = await Promise.all([
        editor.request('textDocument/completion', { textDocument, position }),
        editor.request('textDocument/hover', { textDocument, position }),
        editor.request('textDocument/definition', { textDocument, position }),
        editor.request('textDocument/documentSymbol', { textDocument }),
        editor.request('textDocument/formatting', { textDocument, options: { tabSize: 2, insertSpaces: true } }),
      ]);
      expect(Array.isArray(answers[0])).toBe(true);
    }
    expect(await editor.stop()).toBe(0);
    expect(editor.stderr).toEqual([]);
  }, 600_000);
});
