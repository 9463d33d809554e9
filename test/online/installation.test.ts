import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '../support/free-ports.js';
import { DockerContext } from '../support/installation/docker-context.ts';
import { buildImage, type Image } from '../support/installation/dockerfile.ts';
import {
  commandBlocks,
  type Played,
  type Player,
  playedScript,
  runInShell,
} from '../support/installation/page-shell.ts';
import { programFolder } from '../support/installation/program-folder.ts';
import { copyRepository } from '../support/installation/repository-copy.ts';
import { RootFolder } from '../support/installation/root-folder.ts';
import { type ServedProgram, serveProgram } from '../support/installation/served-program.ts';
import { startUnit } from '../support/installation/systemd-unit.ts';
import { installNode } from '../support/node-version.js';

/** docs/service/install-the-service.md, its unit and its Dockerfile, each line as it stands there, from nothing. */

const page = readFileSync(new URL('../../docs/service/install-the-service.md', import.meta.url), 'utf8');
const blocks = commandBlocks(page);
const block = (heading: string, index: number): string => {
  const found = blocks.get(heading)?.[index];
  if (found === undefined) throw new Error(`The page has no block ${index} of commands below ${heading}.`);
  return found;
};

/** All blocks of the page, and where a test runs them. */
const onMachine = ['Build', 'Install the program', 'systemd', 'First upload', 'Upgrade 0', 'Upgrade 1'];
const inContainer = ['Container', 'Upgrade 2'];

/** Programs that a shell needs on the machine of an operator. */
const tools = ['npm', 'sh', 'bash', 'git', 'tar', 'install', 'ln', 'mkdir', 'chmod', 'cat', 'date', 'openssl', 'env'];

/** Milliseconds: tests install some 300 packages, twice. */
const timeLimit = 1_200_000;

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'rfs-installation-'));
  copyRepository(join(scratch, 'origin'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The clone that the first test has built: on Node 24 the Dockerfile runs the same commands. */
let built: string | undefined;

/** Folder, ports and program folder of a test. @param from a clone that is copied. */
async function place(name: string, node: string, more: Readonly<Record<string, string>>, from?: string) {
  const folder = join(scratch, name);
  const clone = join(folder, 'clone');
  mkdirSync(folder);
  if (from === undefined) execFileSync('git', ['clone', '--quiet', join(scratch, 'origin'), clone]);
  else execFileSync('cp', ['-a', '--reflink=auto', from, clone]);
  const port = await freePorts(2);
  const scripts = (programs: readonly string[]): Record<string, string> =>
    Object.fromEntries(programs.map((program) => [program, playedScript(node, program)]));
  const programs = programFolder(join(folder, 'programs'), {
    real: tools,
    node,
    scripts: { ...scripts(['systemctl', 'useradd', 'docker']), ...more },
  });
  return { folder, clone, programs, port, ports: { RFS_PORT: String(port), RFS_ADMIN_PORT: String(port + 1) } };
}

/** Uploads a file by SOAP with the keys that the shell has exported. */
async function uploadBySoap(url: string, keys: string): Promise<string> {
  const [APIKey = '', FolderAccessKey = ''] = keys.trim().split(' ');
  const client = new RemoteFileServiceClient({ address: url });
  const { ErrorMessage } = await client.AppendChunkWithFolderAccessKey({
    APIKey,
    FolderAccessKey,
    FileName: 'by-soap.txt',
    ChunkData: new Blob(['content']),
    BytesRead: 7,
    Offset: 0n,
    isLastChunk: true,
  });
  return ErrorMessage ?? '';
}

const printKeys = '\necho "keys: $RFS_API_KEY $RFS_FOLDER_KEY"\n';
const keysIn = (output: string): string => /^keys: (.*)$/m.exec(output)?.[1] ?? '';

it('runs all commands of the page', () => {
  const all = [...blocks].flatMap(([heading, { length }]) =>
    heading === 'Upgrade' ? Array.from({ length }, (_, index) => `Upgrade ${index}`) : [heading],
  );
  expect(all.toSorted()).toEqual([...onMachine, ...inContainer].toSorted());
  expect([...blocks].map(([heading, { length }]) => [heading, length])).toEqual([
    ['Build', 1],
    ['Install the program', 1],
    ['systemd', 2],
    ['Container', 1],
    ['First upload', 2],
    ['Upgrade', 3],
  ]);
});

describe.each(['20', '24'])('docs/service/install-the-service.md on Node %s', (version) => {
  it('builds, installs, starts by systemd, uploads and upgrades', { timeout: timeLimit }, async () => {
    const isThis = process.versions.node.startsWith(`${version}.`);
    const node = isThis ? process.execPath : join(installNode(version), 'node');
    const more = {
      // As sudo does by default, the environment of the caller is not passed on.
      sudo: 'exec env -i PATH="$PATH" PLAYED_URL="$PLAYED_URL" PLAYED_SCRIPT="$PLAYED_SCRIPT" "$@"',
      runuser: 'test "$1 $2 $3" = "-u remote-file-service --" || exit 64\nshift 3\nexec "$@"',
    };
    const { folder, clone, programs, port, ports } = await place(`machine-${version}`, node, more, built);
    const known = ['/opt/remote-file-service', '/etc/remote-file-service', '/var/lib/remote-file-service'];
    const root = new RootFolder(
      join(folder, 'root'),
      [...known, '/etc/systemd/system', '/usr/local/bin'],
      ['/dev/stdin', '/usr/sbin/nologin', '/inbox', '/anna/inbox'],
    );
    for (const path of ['/opt', '/etc/systemd/system', '/var/lib', '/usr/local/bin', '/run']) {
      mkdirSync(root.path(path), { recursive: true });
    }
    const path = `${root.path('/usr/local/bin')}:${programs}`;
    let running: ServedProgram | undefined;
    const calls: string[] = [];
    const restart = async (): Promise<void> => {
      expect(await (running?.stop() ?? 0)).toBe(0);
      const unit = readFileSync(root.path('/etc/systemd/system/remote-file-service.service'), 'utf8');
      running = await startUnit(unit, { root, path, more: ports });
    };
    const play: Player = async (program, args) => {
      const call = `${program} ${args.join(' ')}`;
      calls.push(call);
      if (call === 'systemctl enable --now remote-file-service') await restart();
      else if (call === 'systemctl restart remote-file-service') await restart();
      else if (!call.startsWith('useradd --system ') && call !== 'systemctl daemon-reload') {
        throw new Error(`The test does not know: ${call}`);
      }
      return { stdout: '' };
    };
    const commands = [
      ...(built === undefined ? ['Build'] : []).flatMap((heading) => blocks.get(heading) ?? []),
      ...['Install the program', 'systemd'].flatMap((heading) => blocks.get(heading) ?? []),
      ...(blocks.get('First upload') ?? []),
      printKeys,
      block('Upgrade', 0),
      // Build again, install again: here the page refers to the blocks above.
      block('Install the program', 0),
      block('Upgrade', 1),
    ].join('\n');
    try {
      const text = root.commands(commands).replaceAll(':8080', `:${port}`);
      const output = await runInShell(text, { programs: path, cwd: clone, scratch: folder, play });
      expect(output).toMatch(/^ +6 {2}\S+ +\/anna\/inbox\/hello\.txt$/m);
      built ??= clone;
      expect(output.match(/^Nothing found\./gm)).toHaveLength(2);
      expect(calls).toEqual([
        'useradd --system --home-dir /var/lib/remote-file-service --shell /usr/sbin/nologin remote-file-service'.replace(
          '/var/lib',
          root.path('/var/lib'),
        ),
        'systemctl enable --now remote-file-service',
        'systemctl daemon-reload',
        'systemctl restart remote-file-service',
      ]);
      expect(await uploadBySoap(running?.url ?? '', keysIn(output))).toBe('');
      // What only a build needs is not installed, and neither is this repository.
      const installed = execFileSync('find', [root.path('/opt'), '-name', '*.ts', '-path', '*/src/*'], {
        encoding: 'utf8',
      });
      expect(installed).not.toMatch(/\/(service|runtime|generated|upload-client)\/src\//);
      expect(installed).not.toContain('node_modules/typescript/');
      expect(await running?.stop()).toBe(0);
    } finally {
      await running?.stop();
    }
  });
});

describe('service/deploy/Dockerfile', () => {
  it('builds an image whose service starts, is healthy, uploads, backs up and is replaced', {
    timeout: timeLimit,
  }, async () => {
    const { folder, clone, programs, ports } = await place('container', process.execPath, {});
    const images = new Map<string, Image>();
    let running: ServedProgram | undefined;
    let container: { readonly image: Image; readonly env: Readonly<Record<string, string>> } | undefined;
    const play: Player = async (_program, args): Promise<Played> => {
      const call = args.join(' ');
      const build = /^build -f (\S+) -t (\S+) \.$/.exec(call);
      if (build !== null) {
        const [, file = '', tag = ''] = build;
        // Built once: the second build of the page has the same context.
        if (!images.has(tag)) images.set(tag, await builtImage(clone, join(folder, 'image'), file));
        return { stdout: '' };
      }
      const run =
        /^run -d --name rfs -p 8080:8080 -v rfs-data:\/data -v rfs-backup:\/backup --stop-timeout 45 (\S+)$/.exec(call);
      if (run !== null) {
        const image = images.get(run[1] ?? '');
        if (image === undefined || running !== undefined)
          throw new Error(`docker ${call}: no image, or it runs already.`);
        const path = `${image.root.path('/usr/local/bin')}:${dirname(installedNode())}:${programs}`;
        const env = { PATH: path, ...image.environment, ...ports };
        container = { image, env };
        running = await serveProgram([...image.entrypoint, ...image.command], { env, cwd: image.cwd });
        return { stdout: 'rfs\n' };
      }
      if (call === 'stop rfs' && running !== undefined) {
        expect(await running.stop()).toBe(0);
        return { stdout: 'rfs\n' };
      }
      if (call === 'rm rfs') {
        running = undefined;
        return { stdout: 'rfs\n' };
      }
      const command = call.startsWith('exec -i rfs remote-file-service ') ? args.slice(3) : [];
      if (container === undefined || command.length === 0) throw new Error(`The test does not know: docker ${call}`);
      // Paths in the container are below its folder.
      const { image, env } = container;
      const argv = ['env', ...command.map((arg) => arg.replace(/^\/backup/, image.root.path('/backup')))];
      return { argv, env, cwd: image.cwd };
    };
    const commands = [
      block('Container', 0),
      block('First upload', 0),
      printKeys,
      block('Upgrade', 2),
      'rfs doctor || true',
    ];
    try {
      const output = await runInShell(commands.join('\n'), { programs, cwd: clone, scratch: folder, play });
      expect(output.match(/^(?:warning|error|hint) \S+/gm)).toEqual(['warning no-tls:', 'warning no-public-url:']);
      expect(output).toMatch(/^backup: /m);
      expect(await uploadBySoap(running?.url ?? '', keysIn(output))).toBe('');
      if (container === undefined) throw new Error('There is no container.');
      const { image, env } = container;
      const [file = '', ...args] = image.healthCheck;
      expect(spawnSync(file, args, { env, cwd: image.cwd }).status).toBe(0);
      expect(await running?.stop()).toBe(0);
    } finally {
      await running?.stop();
    }
  });
});

/** The Node of the image, by FROM of the Dockerfile. */
function installedNode(): string {
  return join(installNode('24'), 'node');
}

async function builtImage(clone: string, folder: string, file: string): Promise<Image> {
  const text = readFileSync(join(clone, file), 'utf8');
  const context = new DockerContext(clone, readFileSync(join(clone, `${file}.dockerignore`), 'utf8'));
  const programs = programFolder(join(folder, 'programs'), {
    real: ['npm', 'sh', 'tar', 'mkdir', 'ln', 'chmod', 'env'],
    node: installedNode(),
    // The user `node` is the image's.
    scripts: {
      install: '[ "$1 $2 $3 $4 $5" = "-d -o node -g node" ] || exit 64\nshift 5\nexec /usr/bin/install -d "$@"',
    },
  });
  const image = await buildImage(text, { context, folder, programs });
  expect(image.base).toMatch(/^node:24-/);
  chmodSync(image.root.path('/data'), 0o700);
  return image;
}
