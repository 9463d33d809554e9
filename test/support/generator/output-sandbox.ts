import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Report } from '../../../src/diagnostics/index.ts';
import { commit } from '../../../src/project/output/commit.ts';
import { contentOf } from '../../../src/project/output/content.ts';
import { Folder } from '../../../src/project/output/folder.ts';
import { type GeneratedFiles, type OutputFolderPlan, planFolder } from '../../../src/project/output/folder-plan.ts';

/** A temporary folder for one test. */
export interface Sandbox {
  readonly path: string;
  /** Its subfolder `out`, which may not exist. */
  readonly out: Folder;
  /** Writes files, by their paths in the sandbox. */
  readonly write: (files: Readonly<Record<string, string>>) => void;
  /** The text of each file, including the manifest and hidden files. */
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

export function generatedFiles(
  files: Readonly<Record<string, string>>,
  operations: readonly string[] = [],
): GeneratedFiles {
  return {
    files: Object.entries(files).map(([path, text]) => ({ path, content: contentOf(text) })),
    generation: 1,
    operations,
  };
}

export interface TestPlan extends OutputFolderPlan {
  readonly report: Report;
}

export function plan(
  folder: Folder,
  files: GeneratedFiles,
  { force = false, hasHandler = (): boolean => true }: Partial<Parameters<typeof planFolder>[2]> = {},
): TestPlan {
  const report = new Report();
  return { ...planFolder(folder, files, { force, hasHandler }, report), report };
}

/** Plans and commits, unless there are errors. */
export function write(...parameters: Parameters<typeof plan>): TestPlan {
  const planned = plan(...parameters);
  if (!planned.report.hasErrors) commit([planned]);
  return planned;
}
