import { examples } from 'examples';
import { Editor } from './editor.js';
import { filesOf, mainOf } from './files.js';
import { showFindings } from './findings.js';
import { Generator } from './generator.js';
import { fragmentOf, isPath, longLink, sharedIn } from './share.js';
import { Tabs } from './tabs.js';
import { Viewer } from './viewer.js';

/**
 * @typedef {import('./files.js').ContractFile} ContractFile
 * @typedef {{ files: ContractFile[], main: string }} Version
 */

const byId = (id) => document.getElementById(id);

/** Milliseconds without a key before the generator is asked. */
const pause = 300;

/** @type {{ now: Version, old: Version | undefined, isOld: boolean, file: string }} */
const state = { now: { files: [], main: '' }, old: undefined, isOld: false, file: '' };

/** What the generator said: generated files by their groups, texts, diagnostics. */
let answer = emptyAnswer();
let tab = 'types';
let started = 0;

function emptyAnswer() {
  return { files: [], openapi: '', diagnostics: [], lint: undefined, breaking: undefined };
}

const editor = new Editor((text) => {
  const file = shownFile();
  if (file === undefined) return;
  file.text = text;
  delete file.bytes;
  later();
});
const output = new Viewer(byId('output'));
const fileTabs = new Tabs(byId('files'), byId('file-panel'), (name) => {
  state.file = name;
  showFile();
});
const resultTabs = new Tabs(byId('results'), byId('panel'), (id) => {
  tab = id;
  showResult();
});
const generator = new Generator(onPart);

const groups = {
  types: ['Types', /\/types(?:-\d+)?\.ts$/],
  client: ['Client', /\/(?:client|client-[\w-]+)\.ts$/],
  server: ['Server', /\/(?:server|server-[\w-]+)\.ts$/],
  wsdl: ['WSDL', /\.wsdl$/],
};

function shownVersion() {
  return (state.isOld ? state.old : undefined) ?? state.now;
}

function shownFile() {
  const { files } = shownVersion();
  return files.find(({ name }) => name === state.file) ?? files[0];
}

/** Shows a version, and asks about it. @param {Version} now @param {Version | undefined} old */
function open(now, old = undefined) {
  Object.assign(state, { now, old, isOld: false, file: now.main });
  showFile();
  ask();
}

function showFile() {
  const { files, main } = shownVersion();
  const file = shownFile();
  state.file = file?.name ?? '';
  const tabs = files.map(({ name }) => ({
    id: name,
    label: name === main && files.length > 1 ? `${name} (main)` : name,
  }));
  fileTabs.show(tabs, state.file);
  byId('path').value = state.file;
  byId('main').hidden = files.length < 2 || state.file === main;
  byId('remove').hidden = files.length < 2;
  byId('versions').hidden = state.old === undefined;
  byId('forget').hidden = state.old === undefined;
  byId('now').setAttribute('aria-pressed', String(!state.isOld));
  byId('before').setAttribute('aria-pressed', String(state.isOld));
  editor.show(file?.text ?? '', file?.bytes !== undefined);
  performance.mark('editor');
  markLines();
}

/** Lines with problems of the shown file. */
function markLines() {
  const marks = new Map();
  const prefix = state.isOld ? 'old/' : '';
  for (const { file, line, severity } of allProblems()) {
    if (file !== prefix + state.file || line === undefined || severity === 'info') continue;
    if (marks.get(line) !== 'error') marks.set(line, severity);
  }
  editor.mark(marks);
}

function allProblems() {
  return [...answer.diagnostics, ...(answer.breaking?.diagnostics ?? [])];
}

let timer;
function later() {
  clearTimeout(timer);
  timer = setTimeout(ask, pause);
}

function ask() {
  clearTimeout(timer);
  const { now, old } = state;
  if (now.files.length === 0) return;
  say('Reading…');
  started = performance.now();
  generator.ask({ ...asked(now), ...(old !== undefined && { old: asked(old) }) });
}

/** @param {Version} version */
function asked({ files, main }) {
  return { files: Object.fromEntries(files.map(({ name, text, bytes }) => [name, bytes ?? text])), main };
}

function onPart(data) {
  switch (data.part) {
    case 'code':
      answer = { ...emptyAnswer(), diagnostics: data.diagnostics, files: data.files };
      break;
    case 'openapi':
      answer.openapi = data.text;
      break;
    case 'lint':
      answer.lint = data.findings;
      break;
    case 'breaking':
      answer.breaking = data;
      break;
    case 'end':
      byId('status').dataset.answers = String(Number(byId('status').dataset.answers ?? 0) + 1);
      say(`${summary()} ${((performance.now() - started) / 1000).toFixed(1)} s`);
      break;
    case 'failed':
      say(`The generator failed: ${data.message}`);
      return;
  }
  if (data.part === 'end') return;
  showProblems();
  if (data.part === 'code' || data.part === tab) showResult();
  else showResultTabs();
}

function summary() {
  const count = (severity) => answer.diagnostics.filter((one) => one.severity === severity).length;
  if (answer.files.length > 0) return `${answer.files.length} files.`;
  return count('error') === 1 ? '1 error.' : `${count('error')} errors.`;
}

/** Says how far the generator is. */
function say(text) {
  byId('status').textContent = text;
}

/** Answers what the user did, beside what the generator says. What they do next clears it. */
function reply(text) {
  byId('reply').textContent = text;
}

function showProblems() {
  showFindings(byId('problems'), allProblems(), { nothing: 'No problems.', goTo });
  markLines();
}

/** Goes to the place of a finding. */
function goTo({ file, line, column, length }) {
  const isOld = file.startsWith('old/') && !state.now.files.some(({ name }) => name === file);
  const name = isOld ? file.slice('old/'.length) : file;
  if (isOld !== state.isOld || name !== state.file) {
    Object.assign(state, { isOld, file: name });
    showFile();
  }
  if (line !== undefined) editor.goTo({ line, column, length });
}

/** Generated files of a tab: `client.ts` before `client-operations.ts`. */
function filesIn(id) {
  const [, pattern] = groups[id] ?? [];
  if (pattern !== undefined) {
    const own = answer.files.filter(({ path }) => pattern.test(path));
    return own.sort((one, other) => one.path.length - other.path.length);
  }
  const known = Object.values(groups).map(([, one]) => one);
  return answer.files.filter(({ path }) => !known.some((one) => one.test(path)));
}

function showResultTabs() {
  const tabs = [
    ...Object.entries(groups).map(([id, [label]]) => ({ id, label })),
    { id: 'openapi', label: 'OpenAPI' },
    { id: 'more', label: 'More' },
    { id: 'lint', label: 'Lint', count: answer.lint?.length },
    { id: 'breaking', label: 'Breaking', count: answer.breaking?.findings.length },
  ];
  resultTabs.show(tabs, tab);
}

function showResult() {
  showResultTabs();
  const isList = tab === 'lint' || tab === 'breaking';
  byId('output-bar').hidden = isList;
  byId('output').hidden = isList;
  byId('findings').hidden = !isList;
  if (tab === 'lint') showFindings(byId('findings'), answer.lint ?? [], { nothing: 'Nothing found.', goTo });
  else if (tab === 'breaking') showBreaking();
  else showTexts();
}

function showBreaking() {
  const { breaking } = answer;
  const how = 'Press “Keep as before”, and change the contract: what breaks its callers is listed here.';
  const before = (breaking?.verdicts ?? []).map(([concern, text]) => `${concern}: ${text}.`);
  const hasErrors = allProblems().some(({ severity }) => severity === 'error');
  const compared = hasErrors ? 'A contract with errors is not compared.' : 'No breaking change.';
  const nothing = state.old === undefined ? how : breaking === undefined && !hasErrors ? '' : compared;
  showFindings(byId('findings'), breaking?.findings ?? [], { nothing, before, goTo });
}

/** @type {{ path: string, text: string }[]} */
let texts = [];

function showTexts() {
  const name = `${state.now.main.replace(/\.\w+$/, '')}.openapi.json`;
  texts = tab === 'openapi' ? (answer.openapi === '' ? [] : [{ path: name, text: answer.openapi }]) : filesIn(tab);
  const select = byId('output-file');
  const chosen = select.value;
  select.replaceChildren(...texts.map(({ path }) => new Option(path.replace('generated/', ''), path)));
  if (texts.some(({ path }) => path === chosen)) select.value = chosen;
  byId('output-bar').hidden = texts.length === 0;
  showText();
}

function shownText() {
  return texts.find(({ path }) => path === byId('output-file').value);
}

function showText() {
  const hasErrors = answer.diagnostics.some(({ severity }) => severity === 'error');
  const missing = missingFiles();
  const wanted = `Drop what it imports beside it, or the folder that has all files:\n\n${missing.join('\n')}`;
  const advice = missing.length > 0 ? wanted : 'Correct the errors first.';
  output.show(shownText()?.text ?? (hasErrors ? advice : ''));
}

/** Locations of imports that nobody dropped, as they are written. */
function missingFiles() {
  const found = answer.diagnostics
    .filter(({ code }) => code === 'SW6006')
    .map(({ file, line, column, length }) => {
      const text = state.now.files.find(({ name }) => name === file)?.text.split('\n')[line - 1];
      return text?.slice(column - 1, column - 1 + length);
    });
  return [...new Set(found)].filter(Boolean);
}

/** Adds files to the shown version, or begins anew with them if one is a contract. @param {ContractFile[]} files */
function take(files) {
  if (files.length === 0) return;
  const version = shownVersion();
  const isContract = files.some(({ text }) => /<(?:[\w.-]+:)?definitions[\s>]/.test(text) || /^service:/m.test(text));
  if (isContract && !state.isOld) {
    open({ files, main: mainOf(files) });
    return;
  }
  const names = new Set(files.map(({ name }) => name));
  version.files = [...version.files.filter(({ name }) => !names.has(name)), ...files];
  if (isContract) version.main = mainOf(files);
  state.file = files[0].name;
  showFile();
  ask();
}

async function takeFrom(given) {
  try {
    take(await filesOf(given));
  } catch (error) {
    reply(error.message);
  }
}

function copyOf({ files, main }) {
  return { files: files.map((file) => ({ ...file })), main };
}

const actions = {
  open: () => byId('chosen').click(),
  now: () => turnTo(false),
  before: () => turnTo(true),
  keep: () => {
    state.old = copyOf(state.now);
    tab = 'breaking';
    showFile();
    showResult();
    ask();
  },
  forget: () => {
    Object.assign(state, { old: undefined, isOld: false });
    showFile();
    ask();
  },
  main: () => {
    shownVersion().main = state.file;
    showFile();
    ask();
  },
  add: () => {
    const version = shownVersion();
    let count = 1;
    while (version.files.some(({ name }) => name === `file-${count}.xsd`)) count++;
    version.files.push({ name: `file-${count}.xsd`, text: '' });
    state.file = `file-${count}.xsd`;
    showFile();
    byId('path').select();
  },
  remove: () => {
    const version = shownVersion();
    version.files = version.files.filter(({ name }) => name !== state.file);
    if (version.main === state.file) version.main = mainOf(version.files);
    state.file = version.main;
    showFile();
    ask();
  },
  share,
  copy: async () => {
    await navigator.clipboard.writeText(shownText()?.text ?? '');
    reply('Copied.');
  },
  download: () => {
    const { path, text } = shownText() ?? {};
    if (path === undefined) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text]));
    link.download = path.replace(/^.*\//, '');
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  },
};

function turnTo(isOld) {
  state.isOld = isOld;
  state.file = shownVersion().main;
  showFile();
}

async function share() {
  const plain = ({ files, main }) => ({ files: files.map(({ name, text }) => ({ name, text })), main });
  const { now, old } = state;
  const fragment = await fragmentOf({ ...plain(now), ...(old !== undefined && { old: plain(old) }) });
  if (fragment === undefined) {
    reply('The contract is too large for a link.');
    return;
  }
  history.replaceState(undefined, '', fragment);
  try {
    await navigator.clipboard.writeText(location.href);
    const size = `${fragment.length.toLocaleString('en')} characters`;
    const isLong = fragment.length > longLink;
    reply(isLong ? `Link copied: ${size}. Many programs cut off links of that length.` : `Link copied: ${size}.`);
  } catch {
    reply('The link is in the address bar.');
  }
}

function rename() {
  const name = byId('path').value.trim();
  const version = shownVersion();
  const file = shownFile();
  if (file === undefined || name === file.name) return;
  if (!isPath(name) || version.files.some((one) => one.name === name)) {
    reply('Another file has this path, or it is not a relative path.');
    byId('path').value = file.name;
    return;
  }
  if (version.main === file.name) version.main = name;
  file.name = name;
  state.file = name;
  showFile();
  ask();
}

async function begin() {
  // Before the change of a path, which a press elsewhere ends, and before the click.
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, () => reply(''), { capture: true });
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener('click', action);
  byId('path').addEventListener('change', rename);
  byId('output-file').addEventListener('change', showText);
  byId('chosen').addEventListener('change', ({ target }) => takeFrom(target.files));
  byId('example').append(...Object.keys(examples).map((title) => new Option(title)));
  byId('example').addEventListener('change', ({ target }) => openExample(target.value));
  for (const type of ['dragenter', 'dragover']) {
    addEventListener(type, (event) => {
      event.preventDefault();
      document.body.classList.add('dropping');
    });
  }
  addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) document.body.classList.remove('dropping');
  });
  addEventListener('drop', (event) => {
    event.preventDefault();
    document.body.classList.remove('dropping');
    takeFrom(event.dataTransfer);
  });
  addEventListener('hashchange', fromLink);
  showResultTabs();
  if (!(await fromLink())) openExample(Object.keys(examples)[0]);
}

/** Opens what the address has. Whether it has anything that can be read. */
async function fromLink() {
  try {
    const shared = await sharedIn(location.hash);
    if (shared === undefined) return false;
    const { old, ...now } = shared;
    open(now, old);
    return true;
  } catch {
    reply('The link is damaged.');
    return false;
  }
}

function openExample(title) {
  const example = examples[title];
  if (example !== undefined) open({ files: [{ ...example }], main: example.name });
}

begin();
