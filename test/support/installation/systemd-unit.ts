import { chmodSync, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RootFolder } from './root-folder.ts';
import { type ServedProgram, serveProgram } from './served-program.ts';

/** Keys of [Service] that do not decide whether the program starts here. */
const ignored =
  /^(Type|User|Group|ExecReload|KillSignal|KillMode|TimeoutStopSec|Restart|RestartSec|RestartPreventExitStatus|LimitNOFILE|NoNewPrivileges|CapabilityBoundingSet|AmbientCapabilities|Protect\w+|Private\w+|RemoveIPC|LockPersonality|Restrict\w+|SystemCall\w+)$/;

/** The values of each key of a section of a unit, in order. */
export function unitSection(unit: string, section: string): ReadonlyMap<string, readonly string[]> {
  const [, text = ''] = new RegExp(`^\\[${section}\\]\\n((?:(?!\\[).*\\n?)*)`, 'm').exec(unit) ?? [];
  const values = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, key = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  return values;
}

/**
 * Starts the program of a unit as systemd does: with only the unit's settings in its environment, in its state
 * folder, and with its credential.
 *
 * @param more environment variables: ports, since all tests share those of this machine.
 * @throws {Error} for a key of the unit that the test does not know.
 */
export async function startUnit(
  unit: string,
  { root, path, more }: { root: RootFolder; path: string; more: Readonly<Record<string, string>> },
): Promise<ServedProgram> {
  const values = new Map(unitSection(unit, 'Service'));
  const take = (key: string): readonly string[] => {
    const taken = values.get(key) ?? [];
    values.delete(key);
    return taken;
  };
  const one = (key: string): string => {
    const [value, ...others] = take(key);
    if (value === undefined || others.length > 0) throw new Error(`The unit must have one ${key}.`);
    return value;
  };
  const state = root.path(join('/var/lib', one('StateDirectory')));
  mkdirSync(state, { recursive: true });
  chmodSync(state, Number.parseInt(one('StateDirectoryMode'), 8));
  const credentials = root.path('/run/credentials');
  mkdirSync(credentials, { recursive: true });
  for (const credential of take('LoadCredential')) {
    const [name = '', file = ''] = credential.split(':');
    copyFileSync(root.path(file), join(credentials, name));
  }
  const expanded = (value: string): string =>
    value.replaceAll(/%(.)/g, (specifier, letter: string) => {
      const folder = { S: '/var/lib', d: '/run/credentials' }[letter];
      if (folder === undefined) throw new Error(`The test does not know ${specifier}.`);
      return folder;
    });
  const environment = take('Environment').map((text): readonly [string, string] => {
    const [, name = '', value = ''] = /^(\w+)=(\S*)$/.exec(expanded(text)) ?? [];
    return [name, value.startsWith('/') ? root.path(value) : value];
  });
  const argv = root.commands(expanded(one('ExecStart'))).split(' ');
  const cwd = root.path(one('WorkingDirectory'));
  if (!existsSync(cwd)) throw new Error(`There is no ${cwd}.`);
  const umask = one('UMask');
  const unknown = [...values.keys()].filter((key) => !ignored.test(key));
  if (unknown.length > 0) throw new Error(`The test does not know ${unknown.join(', ')} of the unit.`);
  return await serveProgram(argv, { env: { PATH: path, ...Object.fromEntries(environment), ...more }, cwd, umask });
}
