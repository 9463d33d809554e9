import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { manifestOf, mentions, root, versioned } from '../../release/packages.js';
import { requireGeneration } from '../../runtime/src/generation.ts';
import { generation } from '../../src/emit/index.ts';
import { copyRepository } from '../support/installation/repository-copy.ts';

const page = readFileSync(join(root, 'docs/contributing/release.md'), 'utf8');
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(/```(\w+)\n(.*?)```/gs)].filter(([, name]) => name === language).map(([, , text = '']) => text);
const { version } = manifestOf('.');

/** Files that name old versions for good, or versions of others. */
const historical =
  /^(?:(?:editors\/vscode\/)?CHANGELOG\.md|bench\/RESULTS\.md|package-lock\.json|site\/package-lock\.json|test\/|release\/|docs\/contributing\/release\.md)/;

describe('npm run release, as docs/contributing/release.md describes it', () => {
  let folder: string;
  let copy: string;
  let registry: Server;
  const known: Record<string, object> = {};

  const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: copy, encoding: 'utf8' }).trim();
  const commit = (message: string): string => git('commit', '--quiet', '--all', '-m', message);
  /** Runs commands while the registry of this process answers. */
  const run = (script: string) => {
    const { port } = registry.address() as AddressInfo;
    const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_fetch_retries: '0' };
    return new Promise<{ status: unknown; output: string }>((resolve) => {
      execFile('sh', ['-ec', script], { cwd: copy, env, timeout: 60_000 }, (error, stdout, stderr) =>
        resolve({ status: error?.code ?? 0, output: stdout + stderr }),
      );
    });
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-release-'));
    copy = join(folder, 'copy');
    copyRepository(copy);
    execFileSync('git', ['clone', '--quiet', '--bare', copy, join(folder, 'origin')]);
    git('remote', 'set-url', 'origin', join(folder, 'origin'));
    git('checkout', '--quiet', '-B', 'main');
    git('config', 'user.name', 'test');
    git('config', 'user.email', 'test@files.example');
    const changelog = readFileSync(join(copy, 'CHANGELOG.md'), 'utf8');
    if (!/\n## \[Unreleased\]\n[^#]*(?:### [^\n]*\n\s*)?- /.test(changelog)) {
      const added = changelog.replace('\n## [Unreleased]\n', '\n## [Unreleased]\n\n### Added\n\n- More.\n');
      writeFileSync(join(copy, 'CHANGELOG.md'), added);
      commit('More');
    }
    registry = createServer(({ url = '' }, response) => {
      const document = known[decodeURIComponent(url.slice(1))];
      response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(document ?? { error: 'Not found' }));
    });
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => {
    registry.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('--dry-run prints the release and writes nothing', async () => {
    const [command = ''] = blocks('sh');
    const { status, output } = await run(command);
    expect({ status, output }).toMatchObject({ status: 0 });
    const lines = output.split('\n').map((line) => line.replace(version, '0.1.0'));
    for (const line of blocks('text')[0]?.trim().split('\n') ?? []) expect(lines).toContain(line);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('tag')).toBe('');
  });

  it('changes the version everywhere, dates the CHANGELOG, commits and tags', async () => {
    expect(await run(blocks('sh')[1] ?? '')).toMatchObject({ status: 0 });
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '-1', '--format=%s')).toBe('Release 0.2.0');
    const pushed = git('ls-remote', 'origin', 'refs/heads/main', 'refs/tags/v0.2.0^{}').split('\n');
    const head = git('rev-parse', 'HEAD');
    expect(pushed).toEqual([`${head}\trefs/heads/main`, `${head}\trefs/tags/v0.2.0^{}`]);
    for (const name of versioned) expect(manifestOf(name, copy).version).toBe('0.2.0');
    const left = spawnSync('git', ['grep', '-lF', version], { cwd: copy, encoding: 'utf8' }).stdout.trim().split('\n');
    expect(left.filter((file) => !historical.test(file))).toEqual([]);
    expect(readFileSync(join(copy, 'CHANGELOG.md'), 'utf8')).toMatch(
      /\n## \[Unreleased\]\n\n## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n\n### /,
    );
    const lock = JSON.parse(readFileSync(join(copy, 'package-lock.json'), 'utf8'));
    expect(lock.packages.service.dependencies['@soapwright/runtime']).toBe('0.2.0');
    expect(lock.packages[''].peerDependencies['@soapwright/runtime']).toBe('0.2.0');
    expect((await run('node release/notes.js v0.2.0')).output).toMatch(/^### /);
    expect((await run('node release/notes.js v0.3.0')).output).toContain('The tag is v0.3.0, the version 0.2.0.');
  });

  it('refuses a dirty tree, another branch, an empty section and a version that exists', async () => {
    known.soapwright = {
      name: 'soapwright',
      'dist-tags': { latest: '0.2.0' },
      versions: { '0.2.0': { version: '0.2.0' } },
    };
    git('checkout', '--quiet', '-b', 'other');
    appendFileSync(join(copy, 'README.md'), '\n');
    expect(await run('npm run --silent release -- 0.2.0')).toEqual({
      status: 1,
      output: [
        'refused: The working tree has changes. Commit or stash them.',
        'refused: The branch is other. Releases are made on main.',
        'refused: CHANGELOG.md has nothing below [Unreleased].',
        'refused: CHANGELOG.md has a section of 0.2.0 already.',
        'refused: The tag v0.2.0 exists.',
        'refused: npm has soapwright 0.2.0 already.\n',
      ].join('\n'),
    });
    git('checkout', '--quiet', '--force', 'main');
  });

  it('refuses a removal that nobody was told of', async () => {
    const list = readFileSync(join(copy, 'release/public.txt'), 'utf8');
    const shorter = list.replace('class GenerationError: name\n', '').replace(' compare', '');
    writeFileSync(join(copy, 'release/public.txt'), shorter);
    const changelog = readFileSync(join(copy, 'CHANGELOG.md'), 'utf8');
    const unreleased = '\n## [Unreleased]\n';
    const write = (heading: string): void =>
      writeFileSync(
        join(copy, 'CHANGELOG.md'),
        changelog.replace(unreleased, `${unreleased}\n### ${heading}\n\n- Much.\n`),
      );
    write('Changed');
    commit('Remove');
    const names = ['class DateTime.compare', 'class GenerationError', 'class GenerationError.name'];
    const listed = names.map((name) => `\n  @soapwright/runtime: ${name}`).join('');
    expect(await run('npm run --silent release -- patch')).toEqual({
      status: 1,
      output: [
        `refused: 0.2.1 must not remove anything, and these are no longer there:${listed}`,
        `refused: These were removed, but not deprecated by the last release:${listed}`,
        `refused: CHANGELOG.md has no section Removed for:${listed}\n`,
      ].join('\n'),
    });
    // As if the last release had deprecated them.
    git('checkout', '--quiet', 'v0.2.0');
    const deprecated = list.replace('GenerationError:', 'GenerationError(deprecated):');
    writeFileSync(join(copy, 'release/public.txt'), deprecated.replace(' compare', ' compare(deprecated)'));
    commit('Deprecate');
    git('tag', 'v0.2.1');
    git('checkout', '--quiet', 'main');
    git('merge', '--quiet', '-s', 'ours', '-m', 'Merge', 'v0.2.1');
    write('Removed');
    commit('Tell');
    expect(await run('npm run --silent release -- minor --dry-run')).toMatchObject({ status: 0 });
  });
});

it('replaces a version, and not the longer ones that contain it', async () => {
  const { withMentions } = await import(join(root, 'release/changes.js'));
  const text = (own: string): string =>
    `^${own} v${own} a-${own}.vsix:${own}. ^20.19.0 0.19.01 0.19.0.1 1.0.19.0 0x19.0`;
  expect(withMentions(text('0.19.0'), '0.19.0', '0.20.0')).toBe(text('0.20.0'));
});

describe('.github/workflows/release.yml', () => {
  const { jobs, permissions } = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8'));
  type Job = { readonly steps: readonly { readonly uses?: string; readonly run?: string }[] };
  const steps = Object.values<Job>(jobs).flatMap((job) => job.steps);

  it('pins all actions by digest', () => {
    const actions = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(actions.length).toBeGreaterThan(5);
    for (const action of actions) expect(action).toMatch(/^actions\/[\w-]+@[\da-f]{40}$/);
  });

  it('gives the rights to publish to the jobs that do nothing else', () => {
    expect(Object.keys(jobs)).toEqual(['pack', 'publish', 'site']);
    expect([permissions, jobs.pack.permissions]).toEqual([{}, { contents: 'read' }]);
    expect(jobs.publish).toMatchObject({ needs: 'pack', environment: 'npm', if: "github.event_name == 'push'" });
    expect(jobs.publish.permissions).toEqual({ contents: 'write', 'id-token': 'write', attestations: 'write' });
    expect(jobs.site).toMatchObject({ needs: 'publish', environment: 'github-pages' });
    expect(jobs.site.permissions).toEqual({ pages: 'write', 'id-token': 'write' });
    expect(jobs.site.steps).toHaveLength(1);
  });

  it('checks the public list, and releases the extension with the packages', () => {
    const commands = steps.map(({ run }) => run ?? '').join('\n');
    expect(commands).toContain('--project thorough test/packages\n');
    expect(commands).toContain('npm run extension && mv .build/*.vsix .build/packages\n');
    expect(commands).toMatch(/gh release create \S+ \*\.tgz \*\.vsix /);
  });

  it('runs scripts and programs that are there', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    const named = commands.flatMap((command) =>
      [...command.matchAll(/npm (?:run (?:-s )?)?(\w+)/g)].map(([, one]) => one),
    );
    expect(named.filter((name) => name !== 'ci' && scripts[name ?? ''] === undefined)).toEqual([]);
    for (const [file] of commands.join('\n').matchAll(/(?:release|test)\/[\w/.]+/g))
      expect(existsSync(join(root, file))).toBe(true);
  });
});

it('one version is in all packages, and in their ranges of each other', () => {
  const names = versioned.map((folder) => manifestOf(folder).name);
  for (const folder of versioned) {
    const manifest = manifestOf(folder) as ReturnType<typeof manifestOf> & Record<string, Record<string, string>>;
    expect(manifest.version).toBe(version);
    for (const kind of ['dependencies', 'devDependencies', 'peerDependencies']) {
      const own = Object.entries(manifest[kind] ?? {}).filter(([name]) => names.includes(name));
      expect(own.filter(([, range]) => range !== version)).toEqual([]);
    }
  }
  expect(Object(manifestOf('runtime'))).toMatchObject({ soapwright: { generation } });
  expect(() => requireGeneration<number>(generation as never)).not.toThrow();
  for (const file of mentions) expect(readFileSync(join(root, file), 'utf8')).toContain(version);
});
