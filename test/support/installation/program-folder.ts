import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes a folder with the programs that commands may use, to be the whole of PATH: any other one is not found.
 *
 * @param programs those of this machine, and with a text, scripts that take the place of one.
 * @returns the folder.
 */
export function programFolder(
  folder: string,
  programs: {
    readonly real: readonly string[];
    readonly node: string;
    readonly scripts: Readonly<Record<string, string>>;
  },
): string {
  mkdirSync(folder, { recursive: true });
  for (const name of programs.real) {
    symlinkSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(), join(folder, name));
  }
  symlinkSync(programs.node, join(folder, 'node'));
  for (const [name, text] of Object.entries(programs.scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

/** The environment of this process without what only tests have, and with this PATH. */
export function cleanEnvironment(path: string): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ||
    /^(NODE_|VITEST|RFS_|TEST$|MODE$|DEV$|PROD$|SSR$|npm_(lifecycle|package|command|execpath))/.test(name)
      ? []
      : [[name, value] as const],
  );
  return { ...Object.fromEntries(entries), PATH: path };
}
