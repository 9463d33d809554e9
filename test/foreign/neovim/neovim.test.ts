import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit, common, shopWsdl } from '../../lsp/shop.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'soapwright-neovim-'));

/** The settings of the page: for the Neovim of Debian, and the commands of code lenses. */
const [, ofDebian = '', commands = ''] = Array.from(
  readFileSync(join(root, 'docs/how-to/edit-contracts.md'), 'utf8').matchAll(/```lua\n(.*?)```/gs),
  ([, text = '']) => text,
);

/** Waits for the first diagnostics, asks at places of the WSDL, and writes the answers. */
const script = `
local function ask(method, pattern, more)
  local line, column = unpack(vim.fn.searchpos(pattern, 'cw'))
  local document = vim.lsp.util.make_text_document_params()
  local params = vim.tbl_extend('keep', { textDocument = document, position = { line = line - 1, character = column - 1 } }, more or {})
  local _, answer = next(vim.lsp.buf_request_sync(0, method, params, 20000))
  return answer.result or answer.error
end
vim.api.nvim_create_autocmd('DiagnosticChanged', { once = true, callback = function() checked = true end })
assert(vim.wait(25000, function() return checked end), 'no diagnostics')
local lens = ask('textDocument/codeLens', 'operation name')
local call
for _, one in ipairs(lens) do if one.command then call = one.command end end
vim.lsp.commands[call.command](call, { bufnr = 0 })
vim.wait(10000, function() return vim.b.terminal_job_id ~= nil end)
vim.wait(10000, function() return vim.fn.join(vim.fn.getline(1, '$'), ''):find('--data', 1, true) ~= nil end)
local terminal = vim.fn.join(vim.fn.getline(1, '$'), '')
vim.cmd('wincmd p')
local out = {
  diagnostics = vim.diagnostic.get(0),
  hover = ask('textDocument/hover', 'tns:\\\\zsLine').contents.value,
  definition = ask('textDocument/definition', 'c:\\\\zsKind'),
  symbols = vim.tbl_map(function(one) return one.name end, ask('textDocument/documentSymbol', 'definitions')),
  references = #ask('textDocument/references', 'tns:\\\\zsLine', { context = { includeDeclaration = true } }),
  terminal = terminal,
}
vim.fn.writefile({ vim.json.encode(out) }, 'out.json')
vim.cmd('qall!')
`;

interface Answers {
  readonly diagnostics: readonly {
    readonly lnum: number;
    readonly col: number;
    readonly code: string;
    readonly source: string;
  }[];
  readonly hover: string;
  readonly definition: readonly {
    readonly uri: string;
    readonly range: { readonly start: { readonly line: number } };
  }[];
  readonly symbols: readonly string[];
  readonly references: number;
  readonly terminal: string;
}

describe('Neovim with the settings of the page', () => {
  let answers: Answers;

  beforeAll(() => {
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    mkdirSync(join(folder, 'schemas'));
    symlinkSync(root, join(folder, 'node_modules/soapwright'));
    symlinkSync('../soapwright/bin/soapwright.js', join(folder, 'node_modules/.bin/soapwright'));
    writeFileSync(join(folder, 'shop.wsdl'), shopWsdl.replace('ref="c:Times"', 'ref="c:Time"'));
    writeFileSync(join(folder, 'schemas/common.xsd'), common);
    writeFileSync(join(folder, 'schemas/audit.xsd'), audit);
    writeFileSync(join(folder, 'init.lua'), `${ofDebian}\n${commands}`);
    writeFileSync(join(folder, 'ask.lua'), script);
    const { status, stderr } = spawnSync('nvim', ['--headless', '-u', 'init.lua', 'shop.wsdl', '-S', 'ask.lua'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 90_000,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    answers = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('shows diagnostics where they are', () => {
    expect(answers.diagnostics).toMatchObject([{ lnum: 27, col: 77, code: 'SW6102', source: 'soapwright' }]);
  });

  it('shows the TypeScript of a type, its definition in another file, and all references', () => {
    expect(answers.hover).toContain('export interface Line {');
    expect(answers.definition.map(({ uri, range }) => [uri, range.start.line])).toEqual([
      [pathToFileURL(join(folder, 'schemas/common.xsd')).href, 2],
    ]);
    expect(answers.references).toBe(2);
  });

  it('has an outline', () => {
    expect(answers.symbols).toEqual(['urn:shop/', 'FindOrderIn', 'FindOrderOut', 'ShopPort', 'ShopBinding', 'Shop']);
  });

  it('writes the call of an operation to a terminal', () => {
    expect(answers.terminal).toContain("npx soapwright 'call' 'shop.wsdl' 'FindOrder' '--data' '{\"Number\":");
  });
});
