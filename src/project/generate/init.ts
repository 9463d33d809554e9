import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { type Diagnostic, type ExitCode, cli as messages, Report, report, source } from '../../diagnostics/index.ts';
import { projectLayout } from '../config/project-layout.ts';
import { repositoryOf } from '../config/repository.ts';
import { type ChangedFile, commit, contentOf, Folder, reportOutputError, whileLocked } from '../output/index.ts';
import { placeOf, type Recipe } from '../recipes/index.ts';
import { exampleFiles, filesForContract, type InitFile } from './init-files.ts';

export interface InitResult {
  readonly exitCode: ExitCode;
  readonly changes: readonly ChangedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface InitOptions {
  /** In milliseconds: how long to wait for another run on the same folder. */
  readonly patience: number;
  /** Path of a contract that exists, from the working directory; by default there is an example. */
  readonly schema?: string | undefined;
  /** For a build system. An existing configuration is kept then. */
  readonly recipe?: Recipe | undefined;
}

/**
 * Creates a configuration, an example contract unless there is a contract, and the files of a recipe. Existing files are
 * not changed: if the configuration exists, or with a recipe its first file, nothing is written.
 */
export async function init(folder: Folder, { patience, schema, recipe }: InitOptions): Promise<InitResult> {
  const to = new Report();
  let changes: readonly ChangedFile[] = [];
  try {
    const project = projectFiles(folder, schema, to);
    const [configuration] = project;
    const hasConfiguration = configuration !== undefined && existsSync(configuration.path);
    const all = [...(recipe && !to.hasErrors ? recipeFiles(recipe, folder) : []), ...project];
    const files = recipe !== undefined && hasConfiguration ? all.filter((file) => !project.includes(file)) : all;
    const existing = files.filter(({ path }) => existsSync(path));
    const missing = files.filter((file) => !existing.includes(file));
    if (existing[0] !== undefined && existing[0] === files[0]) {
      to.add(existsAlready(existing[0], recipe));
    } else if (missing.length > 0) {
      await write(missing, patience);
      changes = missing.map(({ kind, path, shown }) => ({ kind, path, shown }));
      to.add(...existing.map(({ shown: file }) => report(messages.kept, { file }, { file })));
    }
  } catch (error) {
    reportOutputError(error, to);
  }
  return { exitCode: to.exitCode, changes, diagnostics: to.diagnostics };
}

interface NewFile extends ChangedFile {
  readonly kind: 'create';
  readonly folder: Folder;
  readonly content: ReturnType<typeof contentOf>;
  readonly exclusive: true;
}

function newFile(folder: Folder, { path, text }: InitFile): NewFile {
  return {
    kind: 'create',
    folder,
    path: folder.resolve(path),
    shown: folder.show(path),
    content: contentOf(text),
    exclusive: true,
  };
}

/** Nothing if there is no such contract. */
function projectFiles(folder: Folder, schema: string | undefined, to: Report): readonly NewFile[] {
  const layout = projectLayout(folder.path);
  if (schema === undefined) return exampleFiles(layout).map((file) => newFile(folder, file));
  const path = resolve(schema);
  if (!existsSync(path)) {
    to.add(report(source.notFound, { file: schema }, { file: schema }));
    return [];
  }
  const files = filesForContract(relative(folder.path, path).replaceAll(sep, '/'), layout);
  return files.map((file) => newFile(folder, file));
}

/** In the folder of the configuration, or at the root of the repository. */
function recipeFiles({ files, inRepository }: Recipe, folder: Folder): readonly NewFile[] {
  const root = repositoryOf(folder.path) ?? folder.path;
  const shown = relative(process.cwd(), root) || '.';
  const target = inRepository && root !== folder.path ? new Folder(root, shown) : folder;
  return files(placeOf(folder.path, root)).map((file) => newFile(target, file));
}

function existsAlready({ shown: file }: NewFile, recipe: Recipe | undefined): Diagnostic {
  return report(recipe === undefined ? messages.alreadyThere : messages.recipeThere, { file }, { file });
}

async function write(files: readonly NewFile[], patience: number): Promise<void> {
  const folders = [...new Set(files.map(({ folder }) => folder))];
  const changes = folders.map((folder) => ({ folder, changes: files.filter((file) => file.folder === folder) }));
  await whileLocked(folders, patience, () => commit(changes));
}
