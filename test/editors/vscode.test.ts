import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const extension = join(root, 'editors/vscode');
const folder = mkdtempSync(join(tmpdir(), 'soapwright-vscode-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** VS Code and its client as far as the extension uses them; what it does is printed. */
const stubs: Readonly<Record<string, string>> = {
  'vscode/index.js': `
    const print = (value) => console.log(JSON.stringify(value));
    const project = process.env.PROJECT;
    const folder = { name: 'project', uri: { fsPath: project } };
    const registered = {};
    exports.commands = {
      registerCommand: (name, run) => { registered[name] = run; },
      executeCommand: async (name, ...rest) => registered[name] ? registered[name](...rest) : print({ executed: name, rest }),
    };
    exports.env = { shell: process.env.SHELL_NAME };
    exports.Uri = { parse: (text) => text };
    exports.Position = class { constructor(line, character) { Object.assign(this, { line, character }); } };
    exports.window = {
      showErrorMessage: (error) => print({ error }),
      showInformationMessage: async (message) => { print({ message }); },
      createTerminal: ({ cwd }) => ({ show() {}, sendText: (text, runs) => print({ cwd, text, runs }) }),
    };
    exports.workspace = {
      workspaceFolders: [folder],
      textDocuments: JSON.parse(process.env.OPENED).map((fileName) => ({ fileName, uri: fileName, languageId: 'xml', getText: () => '' })),
      getConfiguration: () => ({ get: () => process.env.SERVER }),
      getWorkspaceFolder: () => folder,
      createFileSystemWatcher: (pattern) => pattern,
      onDidChangeWorkspaceFolders: () => ({ dispose() {} }),
      onDidOpenTextDocument: () => ({ dispose() {} }),
    };`,
  'vscode-languageclient/node.js': `
    exports.TransportKind = { stdio: 0 };
    exports.LanguageClient = class {
      constructor(id, name, run, options) { Object.assign(this, { run, options }); }
      async start() { console.log(JSON.stringify({ started: this.run, options: this.options })); }
      async sendRequest(method, { operation }) { return ['call', 'shop.wsdl', operation, '--data', process.env.DATA]; }
      isRunning() { return true; }
      async stop() { console.log(JSON.stringify({ stopped: true })); }
    };`,
};

interface Activation {
  /** The path of another server. */
  readonly server?: string;
  /** The documents that are open, by their paths. */
  readonly opened?: readonly string[];
  /** The command that is run after the start, with its arguments. */
  readonly command?: readonly unknown[];
  readonly shell?: string;
  /** The request that the server proposes. */
  readonly data?: string;
}

/** The extension's output in an editor with a project. */
function activate(project: string, given: Activation = {}): readonly Record<string, unknown>[] {
  const { server = '', opened = [], command = ['nothing'], shell = '/bin/bash', data = '' } = given;
  const code = `
    const { commands } = require('vscode');
    const { activate, deactivate } = require('./extension.js');
    activate({ subscriptions: [] })
      .then(() => ${JSON.stringify(command)}[0] === 'nothing' || commands.executeCommand(...${JSON.stringify(command)}))
      .then(deactivate);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', code], {
    cwd: join(folder, 'extension'),
    encoding: 'utf8',
    env: {
      ...process.env,
      PROJECT: project,
      SERVER: server,
      OPENED: JSON.stringify(opened),
      SHELL_NAME: shell,
      DATA: data,
    },
  });
  expect(stderr).toBe('');
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

describe('the extension for VS Code', () => {
  for (const file of ['extension.js', 'package.json']) cpSync(join(extension, file), join(folder, 'extension', file));
  for (const [file, text] of Object.entries(stubs)) {
    mkdirSync(join(folder, 'extension/node_modules', file, '..'), { recursive: true });
    writeFileSync(join(folder, 'extension/node_modules', file), text);
  }
  const project = join(folder, 'project');
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  mkdirSync(join(project, 'packages/shop'), { recursive: true });
  symlinkSync(root, join(project, 'node_modules/soapwright'));

  it('starts the server that the project has installed, also from a package of a monorepo, and stops it', () => {
    const server = join(project, 'node_modules/soapwright/bin/soapwright.js');
    expect(existsSync(server)).toBe(true);
    for (const opened of [project, join(project, 'packages/shop')]) {
      const [started, stopped] = activate(opened);
      expect(started).toMatchObject({ started: { module: server, args: ['lsp'], options: { cwd: opened } } });
      expect(stopped).toEqual({ stopped: true });
    }
  });

  it('starts the server of the setting', () => {
    expect(activate(project, { server: 'tools/soapwright.js' })[0]).toMatchObject({
      started: { module: join(project, 'tools/soapwright.js') },
    });
  });

  it('starts nothing in a folder without soapwright, and says once how to install it where a WSDL is opened', () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    expect(activate(other, { opened: [join(other, 'pom.xml')] })).toEqual([]);
    expect(activate(other, { opened: [join(other, 'a.wsdl'), join(other, 'b.wsdl')] })).toEqual([
      { message: expect.stringContaining('npm install --save-dev soapwright') },
    ]);
  });

  it.each([
    ['/bin/bash', `{"Name":"it's"}`, `'{"Name":"it'\\''s"}'`],
    ['C:/Windows/pwsh.exe', `{"Name":"it's"}`, `'{\\"Name\\":\\"it''s\\"}'`],
    ['powershell.exe', '{"a":"‘’‚‛;calc \\"b"}', `'{\\"a\\":\\"‘‘’’‚‚‛‛;calc \\\\\\"b\\"}'`],
    ['C:/Windows/cmd.exe', '{"a":"b&calc %PATH%"}', '^^^"{\\^^^"a\\^^^":\\^^^"b^^^&calc ^^^%PATH^^^%\\^^^"}^^^"'],
  ])('writes the call of an operation for %s to a terminal, and does not run it', (shell, data, word) => {
    const command = ['soapwright.call', 'file:///project/shop.wsdl', 'Find'];
    const [, written] = activate(project, { command, shell, data });
    expect(written).toEqual({ cwd: project, text: `npx soapwright call shop.wsdl Find --data ${word}`, runs: false });
  });

  it('escapes for cmd once where no batch file starts the server', () => {
    const command = ['soapwright.call', 'file:///project/shop.wsdl', 'Find'];
    const [, written] = activate(project, { command, shell: 'cmd.exe', data: '"a|b\\', server: '/soapwright.js' });
    expect(written?.text).toBe('node /soapwright.js call shop.wsdl Find --data ^"\\^"a^|b\\\\^"');
  });

  it('shows references by the command of the editor', () => {
    const command = ['soapwright.showReferences', 'file:///project/shop.wsdl', { line: 3, character: 4 }];
    const [, asked, shown] = activate(project, { command });
    expect(asked).toMatchObject({ executed: 'vscode.executeReferenceProvider' });
    expect(shown).toMatchObject({ executed: 'editor.action.showReferences' });
  });

  it('is packed with its client, its licences and all files that it names', () => {
    execFileSync(process.execPath, [join(extension, 'pack.mjs')]);
    const manifest = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
    const archive = readFileSync(join(root, `.build/soapwright-vscode-${manifest.version}.vsix`), 'latin1');
    // The central directory of a ZIP archive: a name follows 42 bytes of each entry.
    const [, ...entries] = archive.split('PK\x05\x06')[0]?.split('PK\x01\x02') ?? [];
    const names = entries.map((entry) => entry.slice(42));
    const { languages, grammars } = manifest.contributes;
    const named = [
      manifest.main,
      languages[0].configuration,
      grammars[0].path,
      manifest.icon,
      'LICENSES.txt',
      'README.md',
    ];
    const files = named.map((file) => join('extension', file));
    expect(names).toEqual(expect.arrayContaining(['extension.vsixmanifest', ...files]));
    expect(archive.length).toBeLessThan(200_000);
    const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(workspaces).not.toContain('editors/vscode');
  });
});
