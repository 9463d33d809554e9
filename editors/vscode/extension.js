// Starts the language server of the soapwright that the project has installed, so that editor and build agree.
const { existsSync } = require('node:fs');
const { basename, dirname, join, resolve } = require('node:path');
const { commands, env, Position, Uri, window, workspace } = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

/** Clients, with their programs, by the paths of their workspace folders. */
const clients = new Map();

/** Folders whose missing soapwright was reported. */
const reported = new Set();

/** @param {import('vscode').ExtensionContext} context */
async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand('soapwright.call', call),
    commands.registerCommand('soapwright.showReferences', showReferences),
    commands.registerCommand('soapwright.restart', restart),
    workspace.onDidChangeWorkspaceFolders(async ({ removed }) => {
      for (const folder of removed) await stop(folder.uri.fsPath);
      await startAll();
    }),
    workspace.onDidOpenTextDocument(reportMissing),
  );
  await startAll();
  for (const document of workspace.textDocuments) reportMissing(document);
}

async function deactivate() {
  for (const path of [...clients.keys()]) await stop(path);
}

/** After soapwright was installed or updated. */
async function restart() {
  await deactivate();
  reported.clear();
  await startAll();
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
  const within = `${path.replaceAll('\\', '/')}/**/`;
  const client = new LanguageClient('soapwright', 'Soapwright', run, {
    documentSelector: [
      { scheme: 'file', pattern: `${within}*.{yaml,yml}`, language: 'soapwright-contract' },
      { scheme: 'file', pattern: `${within}*.{yaml,yml}`, language: 'yaml' },
      { scheme: 'file', pattern: `${within}*.{wsdl,xsd,xml}`, language: 'xml' },
    ],
    workspaceFolder: folder,
    synchronize: { fileEvents: workspace.createFileSystemWatcher('**/*.{yaml,yml,wsdl,xsd}') },
  });
  clients.set(path, { client, server });
  try {
    await client.start();
  } catch (error) {
    clients.delete(path);
    window.showErrorMessage(`Soapwright cannot start ${server}: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {string} path */
async function stop(path) {
  const started = clients.get(path);
  clients.delete(path);
  // Of a server that has ended there is nothing to stop.
  if (started?.client.isRunning()) await started.client.stop();
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

const installation = 'npm install --save-dev soapwright';

/** Says how to install soapwright where a contract is opened without it, once for each folder. */
async function reportMissing(document) {
  const folder = workspace.getWorkspaceFolder(document.uri);
  if (folder === undefined || !isContract(document)) return;
  const path = folder.uri.fsPath;
  if (clients.has(path) || reported.has(path)) return;
  reported.add(path);
  const answer = await window.showInformationMessage(
    `${folder.name} has no soapwright, which checks contracts and WSDL files: ${installation}`,
    'Install',
  );
  if (answer !== 'Install') return;
  const terminal = window.createTerminal({ name: 'Soapwright', cwd: path });
  terminal.show();
  terminal.sendText(installation);
  window.showInformationMessage('Run "Soapwright: Restart" when the installation has ended.');
}

/** @param {import('vscode').TextDocument} document */
function isContract({ fileName, languageId, getText }) {
  if (/\.(?:wsdl|xsd)$/i.test(fileName) || languageId === 'soapwright-contract') return true;
  return languageId === 'yaml' && /^soapwright:/m.test(getText());
}

/** Writes the call of an operation to a terminal, with an example of its request to fill in. */
async function call(uri, operation) {
  const path = workspace.getWorkspaceFolder(Uri.parse(uri))?.uri.fsPath;
  const started = clients.get(path);
  if (started === undefined) return;
  try {
    const words = await started.client.sendRequest('soapwright/callArguments', { uri, operation });
    const own = join('node_modules', 'soapwright', 'bin', 'soapwright.js');
    const program = started.server.endsWith(own) ? ['npx', 'soapwright'] : ['node', started.server];
    const terminal = window.createTerminal({ name: operation, cwd: path });
    terminal.show();
    // On Windows npx is a batch file, which cmd reads its arguments for once more.
    const times = program[0] === 'npx' ? 2 : 1;
    terminal.sendText([...program, ...words].map((word) => shellWord(word, times)).join(' '), false);
  } catch (error) {
    window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

/** A text as one word of the terminal's shell. @param {string} text @param {number} times how often cmd reads it. */
function shellWord(text, times) {
  if (/^[\w@+=:,./-]+$/.test(text)) return text;
  const shell = basename(env.shell).toLowerCase();
  // Programs of Windows read \" as a quote, and the backslashes before it as pairs.
  const argument = text.replaceAll(/(\\*)"/g, '$1$1\\"');
  if (/^(?:powershell|pwsh)/.test(shell)) return `'${argument.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
  if (!shell.startsWith('cmd')) return `'${text.replaceAll("'", "'\\''")}'`;
  let word = `"${argument.replace(/\\+$/, '$&$&')}"`;
  for (let time = 0; time < times; time++) word = word.replaceAll(/[()%!^"<>&|]/g, '^$&');
  return word;
}

async function showReferences(uri, { line, character }) {
  const [file, position] = [Uri.parse(uri), new Position(line, character)];
  const found = await commands.executeCommand('vscode.executeReferenceProvider', file, position);
  await commands.executeCommand('editor.action.showReferences', file, position, found);
}

module.exports = { activate, deactivate };
