import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DockerContext } from './docker-context.ts';
import { cleanEnvironment } from './program-folder.ts';
import { RootFolder } from './root-folder.ts';

/** Paths that instructions may name; all others would be of this machine. */
const paths = ['/app', '/program', '/data', '/backup', '/usr/local/bin'];

/** Instructions that only describe the image. */
const descriptions = ['LABEL', 'USER', 'VOLUME', 'EXPOSE', 'STOPSIGNAL'];

/** An image, as its last stage leaves it. */
export interface Image {
  readonly base: string;
  readonly root: RootFolder;
  readonly cwd: string;
  /** What ENV sets, with the paths of this machine. */
  readonly environment: Readonly<Record<string, string>>;
  /** ENTRYPOINT, CMD, and the command of HEALTHCHECK. */
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

interface Stage {
  readonly base: string;
  readonly root: RootFolder;
  readonly environment: Record<string, string>;
  cwd: string;
  entrypoint: readonly string[];
  command: readonly string[];
  healthCheck: readonly string[];
}

/** The instructions of a Dockerfile, in order. */
export function instructions(dockerfile: string): readonly { readonly name: string; readonly text: string }[] {
  return dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', text = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
      return { name, text };
    });
}

/**
 * Builds an image by the lines of a Dockerfile, without an engine: each stage is a folder, and RUN runs in it.
 *
 * @param programs the folder that is PATH of RUN.
 * @throws {Error} for an instruction or a path that the test does not know, and for a command that fails.
 */
export async function buildImage(
  dockerfile: string,
  { context, folder, programs }: { context: DockerContext; folder: string; programs: string },
): Promise<Image> {
  const variables: Record<string, string> = {};
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  const current = (): Stage => {
    if (stage === undefined) throw new Error('An instruction comes before FROM.');
    return stage;
  };
  const replaced = (text: string): string =>
    text.replaceAll(/\$\{(\w+)\}/g, (_all, name: string) => variables[name] ?? '');
  const perform: Readonly<Record<string, (text: string) => void | Promise<void>>> = {
    ARG(text) {
      const [name = '', value = ''] = text.split('=');
      variables[name] ??= value;
    },
    FROM(text) {
      const [, base = '', name = `stage-${stages.size}`] = /^(\S+)(?: AS (\S+))?$/.exec(replaced(text)) ?? [];
      const root = new RootFolder(join(folder, name), paths);
      mkdirSync(root.path('/usr/local/bin'), { recursive: true });
      stage = { base, root, environment: {}, cwd: root.folder, entrypoint: [], command: [], healthCheck: [] };
      stages.set(name, stage);
    },
    WORKDIR(text) {
      current().cwd = current().root.path(text);
      mkdirSync(current().cwd, { recursive: true });
    },
    ENV(text) {
      for (const [, name = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) {
        current().environment[name] = value.startsWith('/') ? current().root.path(value) : value;
      }
    },
    COPY(text) {
      const words = text.split(' ');
      const from = /^--from=(.*)$/.exec(words[0] ?? '')?.[1];
      const [to = '', ...reversed] = (from === undefined ? words : words.slice(1)).reverse();
      const target = to.startsWith('/') ? current().root.path(to) : join(current().cwd, to);
      for (const source of reversed) {
        if (from === undefined) context.copy(source, target, to.endsWith('/'));
        else copyFolder(stages.get(from)?.root.path(source) ?? '', target);
      }
    },
    async RUN(text) {
      const { root, cwd, environment } = current();
      const env = { ...cleanEnvironment(programs), ...environment };
      await promisify(execFile)('/bin/sh', ['-c', root.commands(text)], { cwd, env });
    },
    ENTRYPOINT: (text) => {
      current().entrypoint = JSON.parse(text) as string[];
    },
    CMD: (text) => {
      current().command = JSON.parse(text) as string[];
    },
    HEALTHCHECK: (text) => {
      current().healthCheck = JSON.parse(text.slice(text.indexOf('CMD ') + 'CMD '.length)) as string[];
    },
  };
  for (const { name, text } of instructions(dockerfile)) {
    if (descriptions.includes(name)) continue;
    const step = perform[name];
    if (step === undefined) throw new Error(`The test does not know the instruction ${name}.`);
    await step(text);
  }
  return current();
}

function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
  }
}
