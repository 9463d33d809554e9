import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { FileSystem } from '../../contract/index.ts';
import { type Diagnostic, breaking as kinds, report, source as sourceKinds } from '../../diagnostics/index.ts';

/** The files of a commit, as `git show` prints them. */
export interface Commit {
  /** As the user named it. */
  readonly name: string;
  readonly files: FileSystem;
  /** Whether the commit has a file. @param path absolute. */
  has(path: string): boolean;
}

export type FoundCommit = { readonly commit: Commit } | { readonly problem: Diagnostic };

/** In bytes: as much as a contract on disk may have. */
const largestFile = 64 * 2 ** 20;

/** The commit that a branch, a tag or an id names. @param current a folder of the repository; absolute. */
export function findCommit(name: string, current: string): FoundCommit {
  const run = (...args: readonly string[]): GitResult => runGit(current, args);
  const top = run('rev-parse', '--show-toplevel');
  if (top.failure !== undefined) {
    return { problem: report(kinds.gitFailed, { against: name, reason: top.failure }) };
  }
  if (!top.isFound) return { problem: notInRepository(name, top.message) };
  const found = run('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  if (!found.isFound) return { problem: unknownCommit(name, run) };
  const root = outputText(top).replace(/\r?\n$/, '');
  return { commit: commitOf(name, outputText(found).trim(), root, current) };
}

function notInRepository(against: string, message: string): Diagnostic {
  // Of a folder that belongs to somebody else, git says what to do.
  return /not a git repository/i.test(message)
    ? report(kinds.noRepository, { against })
    : report(kinds.gitFailed, { against, reason: message });
}

function unknownCommit(against: string, run: (...args: readonly string[]) => GitResult): Diagnostic {
  const isShallow = outputText(run('rev-parse', '--is-shallow-repository')).trim() === 'true';
  const command = fetchCommand(against, isShallow);
  return report(isShallow ? kinds.shallowClone : kinds.unknownCommit, { against, command });
}

/** The command that fetches the commit of a name. */
function fetchCommand(name: string, isShallow: boolean): string {
  const depth = isShallow ? ' --depth=1' : '';
  const [, remote, branch] = /^(origin|upstream)\/(.+)$/.exec(name) ?? [];
  if (/[~^@{]/.test(name)) return isShallow ? 'git fetch --unshallow' : 'git fetch --all --tags';
  if (remote !== undefined) return `git fetch${depth} ${remote} ${branch}:refs/remotes/${remote}/${branch}`;
  return /^[\da-f]{7,64}$/.test(name) ? `git fetch${depth} origin ${name}` : `git fetch${depth} origin ${name}:${name}`;
}

function commitOf(name: string, id: string, root: string, current: string): Commit {
  const [realRoot, realCurrent] = [realpathSync(root), realpathSync(current)];
  const pathIn = (path: string): string => {
    const absolute = resolve(realCurrent, relative(current, path));
    return relative(realRoot, absolute).replaceAll(sep, '/');
  };
  const show = (path: string): GitResult => runGit(root, ['show', '--end-of-options', `${id}:${pathIn(path)}`]);
  const kindOf = (path: string): string => outputText(runGit(root, ['cat-file', '-t', `${id}:${pathIn(path)}`])).trim();
  const has = (path: string): boolean => !pathIn(path).startsWith('../') && kindOf(path) === 'blob';
  return {
    name,
    has,
    files: {
      realPath: (path) => path,
      readBytes: (path, file) => {
        if (!has(path)) return { diagnostics: [report(sourceKinds.notFound, { file }, { file })] };
        const { isFound, bytes, message } = show(path);
        if (isFound) return { bytes, diagnostics: [] };
        return { diagnostics: [report(sourceKinds.cannotRead, { file, reason: message }, { file })] };
      },
    },
  };
}

interface GitResult {
  readonly isFound: boolean;
  readonly bytes: Uint8Array;
  /** The first line of the errors. */
  readonly message: string;
  /** Why git was not run at all. */
  readonly failure: string | undefined;
}

function runGit(folder: string, args: readonly string[]): GitResult {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd: folder,
    maxBuffer: largestFile,
    // Messages in English, which are looked at; no question on the terminal.
    env: { ...process.env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const message = stderr === null ? '' : (new TextDecoder().decode(stderr).trim().split('\n')[0] ?? '');
  const code = error !== undefined && 'code' in error ? String(error.code) : undefined;
  const failure = status === null && code !== 'ENOBUFS' ? (code ?? 'it was stopped') : undefined;
  return { isFound: status === 0, bytes: stdout ?? new Uint8Array(), message: code ?? message, failure };
}

function outputText({ bytes }: GitResult): string {
  return new TextDecoder().decode(bytes);
}
