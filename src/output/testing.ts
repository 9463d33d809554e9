import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { commit } from './commit.ts';
import { contentOf } from './content.ts';
import { Folder } from './folder.ts';
import { type FolderPlan, planFolder, type Wanted } from './plan.ts';

/** A folder for one test, with what is in it as plain data. */
export interface Sandbox {
  readonly path: string;
  /** Its subfolder `out`, which need not be there. */
  readonly out: Folder;
  /** By path in the sandbox. */
  readonly write: (files: Readonly<Record<string, string>>) => void;
  /** The text of each file in it, the manifest and hidden files too. */
  readonly read: () => Readonly<Record<string, string>>;
  readonly remove: () => void;
}

export function sandbox(): Sandbox {
  const path = mkdtempSync(join(tmpdir(), 'soapwright-output-'));
  return {
    path,
    out: new Folder(join(path, 'out'), 'out'),
    write: (files) => {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        writeFileSync(join(path, name), text);
      }
    },
    read: () => {
      const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
      const files = names.filter((name) => statSync(join(path, name), { throwIfNoEntry: false })?.isFile());
      return Object.fromEntries(
        files.map((name) => [name.replaceAll('\\', '/'), readFileSync(join(path, name), 'utf8')]),
      );
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

export function wanted(files: Readonly<Record<string, string>>, operations: readonly string[] = []): Wanted {
  return {
    files: Object.entries(files).map(([path, text]) => ({ path, content: contentOf(text) })),
    generation: 1,
    operations,
  };
}

/** Plans and commits, unless the plan holds an error. */
export function write(
  folder: Folder,
  what: Wanted,
  force = false,
  isLeft: (operation: string) => boolean = () => true,
): FolderPlan {
  const plan = planFolder(folder, what, { force, isLeft });
  if (plan.diagnostics.every(({ severity }) => severity !== 'error')) commit([plan]);
  return plan;
}
