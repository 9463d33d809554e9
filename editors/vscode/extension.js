// Starts the language server of the soapwright that the project has installed, so that editor and build agree.
const { existsSync } = require('node:fs');
const { dirname, join, resolve } = require('node:path');
const { window, workspace } = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

/** Clients by the paths of their workspace folders. */
const clients = new Map();

/** @param {import('vscode').ExtensionContext} context */
async function activate(context) {
  await startAll();
  context.subscriptions.push(
    workspace.onDidChangeWorkspaceFolders(async ({ removed }) => {
      for (const folder of removed) await stop(folder.uri.fsPath);
      await startAll();
    }),
  );
}

async function deactivate() {
  for (const path of [...clients.keys()]) await stop(path);
}

async function startAll() {
  for (const folder of workspace.workspaceFolders ?? []) await start(folder);
}

/** @param {import('vscode').WorkspaceFolder} folder */
async function start(folder) {
  const path = folder.uri.fsPath;
  const server = clients.has(path) ? undefined : serverOf(path);
  if (server === undefined) return;
  const run = { module: server, args: ['lsp'], transport: TransportKind.stdio, options: { cwd: path } };
  const files = { scheme: 'file', pattern: `${path.replaceAll('\\', '/')}/**/*.{yaml,yml}` };
  const client = new LanguageClient('soapwright', 'Soapwright', run, {
    documentSelector: [
      { ...files, language: 'soapwright-contract' },
      { ...files, language: 'yaml' },
    ],
    workspaceFolder: folder,
    synchronize: { fileEvents: workspace.createFileSystemWatcher('**/*.{yaml,yml}') },
  });
  clients.set(path, client);
  try {
    await client.start();
  } catch (error) {
    clients.delete(path);
    window.showErrorMessage(`Soapwright cannot start ${server}: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {string} path */
async function stop(path) {
  const client = clients.get(path);
  clients.delete(path);
  await client?.stop();
}

/** The command of the setting, or that in node_modules of the folder or of one above; undefined without either. */
function serverOf(folder) {
  const set = workspace.getConfiguration('soapwright').get('server');
  if (typeof set === 'string' && set !== '') return resolve(folder, set);
  for (let current = folder; ; current = dirname(current)) {
    const file = join(current, 'node_modules/soapwright/bin/soapwright.js');
    if (existsSync(file)) return file;
    if (current === dirname(current)) return undefined;
  }
}

module.exports = { activate, deactivate };
