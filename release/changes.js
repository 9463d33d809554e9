// What a release changes in files, as pure functions of their texts.

const mark = '(deprecated)';

/** @param {string} version @param {string} step `major`, `minor`, `patch` or a version. @returns the next version. */
export function nextVersion(version, step) {
  if (/^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/.test(step)) return step;
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number);
  if (step === 'major') return `${major + 1}.0.0`;
  if (step === 'minor') return `${major}.${minor + 1}.0`;
  if (step === 'patch') return `${major}.${minor}.${patch + 1}`;
  throw new Error(`${step} is not major, minor, patch or a version such as 1.2.0 or 1.2.0-rc.1.`);
}

/** @param {string} text of CHANGELOG.md. @returns the text below the heading of the version, without it. */
export function sectionOf(text, version) {
  const [, after] = text.split(`\n## [${version}]`);
  return after
    ?.replace(/^.*\n/, '')
    .split(/\n## \[/)[0]
    .trim();
}

/** The CHANGELOG with its unreleased section dated. @param {string} date such as `2026-01-31`. */
export function datedChangelog(text, version, date) {
  return text.replace('\n## [Unreleased]\n', `\n## [Unreleased]\n\n## [${version}] - ${date}\n`);
}

/** A package.json or package-lock.json in which the packages of the release have another version. */
export function withVersion(text, names, from, to) {
  const own = `"version": "${from}"`;
  const range = new RegExp(`("(?:${names.join('|')})": )"${from}"`, 'g');
  return text.replace(own, own.replace(from, to)).replaceAll(range, `$1"${to}"`);
}

/** A text with another version of the release. Longer versions of others that contain it stay, such as 20.1.0. */
export function withMentions(text, from, to) {
  return text.replaceAll(new RegExp(`(?<![\\d.])${from.replaceAll('.', '\\.')}(?!\\.?\\d)`, 'g'), to);
}

/** package-lock.json with the version. @param {readonly string[]} folders of its workspaces. */
export function lockWithVersion(text, folders, names, from, to) {
  const lock = JSON.parse(text);
  lock.version = to;
  for (const folder of folders) {
    const entry = lock.packages[folder === '.' ? '' : folder];
    if (entry === undefined) continue;
    entry.version = to;
    for (const dependencies of [entry.dependencies, entry.devDependencies, entry.peerDependencies])
      for (const name of names) if (dependencies?.[name] === from) dependencies[name] = to;
  }
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

/**
 * What a public list no longer has. Lines are `kind name: member member` or `kind: name name`, below headings.
 *
 * @param {string} before @param {string} after texts of public.txt.
 * @returns {readonly { name: string, deprecated: boolean }[]} `deprecated` by the list before.
 */
export function removals(before, after) {
  const now = entriesOf(after);
  return [...entriesOf(before)].filter(([name]) => !now.has(name)).map(([name, deprecated]) => ({ name, deprecated }));
}

/** All names of a list, each with its heading, and whether it is deprecated. @returns {Map<string, boolean>} */
function entriesOf(text) {
  const entries = new Map();
  let heading = '';
  const add = (words, isDeprecated = false) => {
    const deprecated = isDeprecated || words.includes(mark);
    entries.set(`${heading}: ${words.replaceAll(mark, '')}`, deprecated);
    return deprecated;
  };
  for (const line of text.split('\n')) {
    if (line.startsWith('# ')) heading = line.slice(2);
    const [, kind = '', rest = ''] = /^(\w+)(?: ([^:]+))?/.exec(line.startsWith('#') ? '' : line) ?? [];
    if (kind === '') continue;
    const isDeprecated = rest !== '' && add(`${kind} ${rest}`);
    const words = line.split(/: (.*)/)[1]?.split(' ') ?? [];
    for (const word of words) add(`${kind} ${rest === '' ? '' : `${rest.replace(mark, '')}.`}${word}`, isDeprecated);
  }
  return entries;
}
