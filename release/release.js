// Makes the commit and the tag of a release: docs/contributing/release.md.
//
//   npm run release -- <major|minor|patch|version> [--dry-run]
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  datedChangelog,
  lockWithVersion,
  nextVersion,
  removals,
  sectionOf,
  withMentions,
  withVersion,
} from './changes.js';
import { hasVersion, manifestOf, mentions, published, root, versioned } from './packages.js';

const list = 'release/public.txt';

/** @param {readonly string[]} args @returns {string} the output. */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/** @param {string} file @returns {string} its text. */
function read(file) {
  return readFileSync(`${root}${file}`, 'utf8');
}

/** Why the version cannot be released. @param {string} from @param {string} to @returns {readonly string[]} */
function refusals(from, to) {
  const changelog = read('CHANGELOG.md');
  const branch = git('rev-parse', '--abbrev-ref', 'HEAD');
  const changes = sectionOf(changelog, 'Unreleased') ?? '';
  const said = [
    git('status', '--porcelain') !== '' && 'The working tree has changes. Commit or stash them.',
    branch !== 'main' && `The branch is ${branch}. Releases are made on main.`,
    !/^- /m.test(changes) && 'CHANGELOG.md has nothing below [Unreleased].',
    sectionOf(changelog, to) !== undefined && `CHANGELOG.md has a section of ${to} already.`,
    git('tag', '--list', `v${to}`) !== '' && `The tag v${to} exists.`,
    hasVersion('soapwright', to) && `npm has soapwright ${to} already.`,
  ];
  return [...said.filter((text) => text !== false), ...removalRefusals(from, to, changes)];
}

/** The rules of docs/reference/support.md about removals since the last release. */
function removalRefusals(from, to, changes) {
  const last = spawnSync('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*'], { cwd: root, encoding: 'utf8' });
  if (last.status !== 0) return [];
  const removed = removals(git('show', `${last.stdout.trim()}:${list}`), read(list));
  if (removed.length === 0) return [];
  const [major, minor] = from.split('.');
  const allowed = major === '0' ? !to.startsWith(`0.${minor}.`) : !to.startsWith(`${major}.`);
  const names = removed.map(({ name }) => `\n  ${name}`).join('');
  const sudden = removed.filter(({ deprecated }) => !deprecated).map(({ name }) => `\n  ${name}`);
  return [
    ...(allowed ? [] : [`${to} must not remove anything, and these are no longer there:${names}`]),
    ...(sudden.length === 0 ? [] : [`These were removed, but not deprecated by the last release:${sudden.join('')}`]),
    ...(/^### Removed$/m.test(changes) ? [] : [`CHANGELOG.md has no section Removed for:${names}`]),
  ];
}

/** The files that change, with their new texts. @returns {Map<string, string>} */
function changedFiles(from, to, date) {
  const names = versioned.map((folder) => manifestOf(folder).name);
  const files = new Map([['CHANGELOG.md', datedChangelog(read('CHANGELOG.md'), to, date)]]);
  for (const folder of versioned) {
    const file = folder === '.' ? 'package.json' : `${folder}/package.json`;
    files.set(file, withVersion(read(file), names, from, to));
  }
  files.set('package-lock.json', lockWithVersion(read('package-lock.json'), versioned, names, from, to));
  for (const file of mentions) files.set(file, withMentions(read(file), from, to));
  return new Map([...files].filter(([file, text]) => text !== read(file)));
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean' } } });
const from = manifestOf('.').version;
const [step = '', ...more] = positionals;
if (step === '' || more.length > 0)
  throw new Error('Usage: npm run release -- <major|minor|patch|version> [--dry-run]');
const to = nextVersion(from, step);
const date = new Date().toISOString().slice(0, 10);
const refused = refusals(from, to);
for (const text of refused) console.error(`refused: ${text}`);
if (refused.length > 0) process.exit(1);

const files = changedFiles(from, to, date);
const names = published.map((folder) => manifestOf(folder).name);
const subject = `Release ${to}`;
const body = `Packages: ${names.join(', ')}.`;
const notes = sectionOf(datedChangelog(read('CHANGELOG.md'), to, date), to);
console.log(`${from} -> ${to}\n\nFiles:\n${[...files.keys()].map((file) => `  ${file}`).join('\n')}`);
console.log(`\nCHANGELOG: ## [${to}] - ${date}, ${notes?.match(/^- /gm)?.length ?? 0} entries`);
console.log(`\nCommit:\n  ${subject}\n\n  ${body}\n\nTag: v${to}`);
if (values['dry-run']) {
  console.log('\nNothing was written (--dry-run).');
} else {
  for (const [file, text] of files) writeFileSync(`${root}${file}`, text);
  git('commit', '--quiet', '--all', '-m', subject, '-m', body);
  git('tag', '-a', `v${to}`, '-m', subject);
  console.log(`\nNext: git push origin main v${to}`);
}
