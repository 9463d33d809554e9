import { dirname, resolve } from 'node:path';
import type { Node } from 'yaml';
import { operatorIsPlain, type Setting, type Settings, settingNames, settings } from './settings.ts';
import { type Located, type Problems, parseYaml } from './yaml-document.ts';
import { Fields, scalarText } from './yaml-fields.ts';

/** Sources of settings. */
export interface SettingSources {
  /** The configuration file, if any. */
  readonly file?: { readonly name: string; readonly text: string } | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Values of flags by the name of their setting. */
  readonly flags: { readonly [name in keyof Settings]?: string | undefined };
}

/** Invalid settings. The message has a line for each problem, with the source of the value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Settings with the source of each: `flag --port`, `environment RFS_PORT`, `rfs.yaml:1:7`, `default`. */
export interface TracedSettings {
  readonly settings: Settings;
  readonly sources: { readonly [name in keyof Settings]: string };
}

/**
 * Loads the settings.
 *
 * @throws {SettingsError} for the environment and the flags, {@link FileProblems} for the file.
 */
export function loadSettings(sources: SettingSources): Settings {
  return traceSettings(sources).settings;
}

/** The same, with the source of each setting. */
export function traceSettings({ file, environment, flags }: SettingSources): TracedSettings {
  const fromFile = file === undefined ? {} : readFile(file.name, file.text);
  const faults: string[] = [];
  const loaded: Record<string, unknown> = {};
  const sources: Record<string, string> = {};
  for (const name of settingNames) {
    const setting: Setting<unknown> = settings[name];
    loaded[name] = fromFile[name]?.value ?? setting.fallback;
    sources[name] = fromFile[name]?.location ?? 'default';
    const given = [
      { kind: 'flag', name: flagOf(name), text: flags[name] },
      { kind: 'environment', name: variableOf(name), text: environment[variableOf(name)] },
    ].find(({ text }) => text !== undefined && text !== '');
    if (given?.text === undefined) continue;
    const value = setting.read(given.text);
    if (value === undefined) {
      const source = given.kind === 'flag' ? 'flag' : 'environment variable';
      faults.push(`The ${source} ${given.name} must be ${setting.wanted}.`);
    }
    loaded[name] = value;
    sources[name] =
      value === false && given.kind === 'flag' ? `flag --no-${flagOf(name).slice(2)}` : `${given.kind} ${given.name}`;
  }
  const result = loaded as Record<keyof Settings, unknown> as Settings;
  if ((result.tlsCert === undefined) !== (result.tlsKey === undefined)) {
    faults.push('tls.cert and tls.key belong together: set both or neither.');
  }
  if (result.adminPort !== undefined && result.adminPort !== 0 && result.adminPort === result.port) {
    faults.push('admin.port must differ from port; omit it to serve both on one port.');
  }
  if (result.adminFiles && result.adminPort === undefined) {
    faults.push('admin.files needs admin.port: files are not served on the port of the service.');
  }
  if (result.operatorSignIn !== undefined && result.adminPort === undefined) {
    faults.push('operator.signIn needs admin.port: the pages are not served on the port of the service.');
  }
  if (operatorIsPlain(result)) {
    faults.push('operator.signIn needs admin.url with https, or admin.host on this machine: people sign in there.');
  }
  const isShared = result.databaseUrl !== undefined;
  if ([result.objectsEndpoint, result.objectsBucket].some((value) => (value !== undefined) !== isShared)) {
    faults.push('database.url, objects.endpoint and objects.bucket belong together: set all or none.');
  }
  if (faults.length > 0) throw new SettingsError(faults.join('\n'));
  return { settings: result, sources: sources as Record<keyof Settings, string> };
}

/** `rateLimitKey` is set by `RFS_RATE_LIMIT_KEY`. */
export function variableOf(name: string): string {
  return `RFS_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** `publicUrl` is set by `--public-url`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Paths in the file are relative to it. */
const paths: readonly string[] = [
  'data',
  'tlsCert',
  'tlsKey',
  'serviceKeyFile',
  'objectsCredentialsFile',
  'hooksFile',
  'operatorSignIn',
] satisfies (keyof Settings)[];

interface FromFile {
  readonly value: unknown;
  /** `file:line:column` */
  readonly location: string;
}

function readFile(file: string, text: string): Readonly<Record<string, FromFile>> {
  const { root, problems } = parseYaml(text, file);
  const values: Record<string, FromFile> = {};
  const top = root === null ? undefined : Fields.of(root, 'The configuration', problems);
  const groups = new Map<string, Fields | undefined>();
  for (const name of settingNames) {
    const setting: Setting<unknown> = settings[name];
    const [first = '', second] = setting.path;
    const node = top?.node(first);
    let value: Node | undefined = node;
    if (second !== undefined) {
      if (!groups.has(first)) groups.set(first, node && Fields.of(node, first, problems));
      value = groups.get(first)?.node(second);
    }
    if (value === undefined) continue;
    const located = scalarText(value, setting.path.join('.'), problems);
    const read = located && checked(located, setting, problems);
    if (located === undefined || read === undefined) continue;
    values[name] = {
      value: paths.includes(name) && typeof read === 'string' ? resolve(dirname(file), read) : read,
      location: problems.locationOf(located.offset),
    };
  }
  top?.done();
  for (const group of groups.values()) group?.done();
  problems.throwIfAny();
  return values;
}

function checked({ value, offset }: Located<string>, setting: Setting<unknown>, problems: Problems): unknown {
  const read = setting.read(value);
  if (read === undefined) problems.add(offset, `${setting.path.join('.')} must be ${setting.wanted}.`);
  return read;
}
