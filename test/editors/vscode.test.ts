import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const extension = join(root, 'editors/vscode');
const folder = mkdtempSync(join(tmpdir(), 'soapwright-vscode-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** VS Code and its client as far as the extension uses them; started programs are printed. */
const stubs: Readonly<Record<string, string>> = {
  'vscode/index.js': `
    const project = process.env.PROJECT;
    exports.window = { showErrorMessage: (text) => console.log(JSON.stringify({ error: text })) };
    exports.workspace = {
      workspaceFolders: [{ uri: { fsPath: project } }],
      getConfiguration: () => ({ get: () => process.env.SERVER }),
      createFileSystemWatcher: (pattern) => pattern,
      onDidChangeWorkspaceFolders: () => ({ dispose() {} }),
    };`,
  'vscode-languageclient/node.js': `
    exports.TransportKind = { stdio: 0 };
    exports.LanguageClient = class {
      constructor(id, name, run, options) { Object.assign(this, { run, options }); }
      async start() { console.log(JSON.stringify({ started: this.run, options: this.options })); }
      async stop() { console.log(JSON.stringify({ stopped: true })); }
    };`,
};

/** The extension's output in an editor with a project. */
function activate(project: string, server = ''): readonly Record<string, unknown>[] {
  const code = `
    const { activate, deactivate } = require('./extension.js');
    activate({ subscriptions: [] }).then(deactivate);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', code], {
    cwd: join(folder, 'extension'),
    encoding: 'utf8',
    env: { ...process.env, PROJECT: project, SERVER: server },
  });
  expect(stderr).toBe('');
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

describe('the extension for VS Code', () => {
  cpSync(join(extension, 'extension.js'), join(folder, 'extension/extension.js'));
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
    expect(activate(project, 'tools/soapwright.js')[0]).toMatchObject({
      started: { module: join(project, 'tools/soapwright.js') },
    });
  });

  it('starts nothing in a folder without soapwright', () => {
    mkdirSync(join(folder, 'other'));
    expect(activate(join(folder, 'other'))).toEqual([]);
  });

  it('names files that exist, and is not a workspace of the project', () => {
    const manifest = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
    const { languages, grammars } = manifest.contributes;
    for (const file of [manifest.main, languages[0].configuration, grammars[0].path]) {
      expect(existsSync(join(extension, file)), file).toBe(true);
    }
    const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(workspaces).not.toContain('editors/vscode');
  });
});
