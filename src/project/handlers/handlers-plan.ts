import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, handlers as messages, type Report, report, visible } from '../../diagnostics/index.ts';
import {
  type Change,
  contentOf,
  type Folder,
  type FolderPlan,
  namesIn,
  readText,
  readUtf8,
  reportOutputError,
} from '../output/index.ts';
import {
  type HandlerFile,
  type HandlerFiles,
  type IndexEntry,
  type IndexSummary,
  missingEntries,
  type TextFile,
  withoutExtension,
} from './handler-files.ts';
import type { Obstacle } from './index-edit.ts';
import { scanIndex } from './index-scan.ts';

/**
 * Plans the files and index entries that a folder of handlers lacks. Of the existing files only the index is read, and
 * only lines are added to it.
 *
 * @param known operations of the previous run.
 */
export async function planHandlers(
  folder: Folder,
  files: HandlerFiles,
  known: ReadonlySet<string>,
  to: Report,
): Promise<FolderPlan> {
  const names = new Set(namesIn(folder.path, folder.shown));
  const indexFile = { path: join(folder.path, files.index.path), shown: folder.show(files.index.path) };
  const basis = { ...indexFile, text: readText(indexFile.path, indexFile.shown) };
  const changes: Change[] = [];
  const add = (change: () => Change): void => {
    try {
      changes.push(change());
    } catch (error) {
      reportOutputError(error, to);
    }
  };
  const create = ({ path, content }: TextFile): void =>
    add(() => ({ kind: 'create', path: folder.resolve(path), shown: folder.show(path), content, exclusive: true }));

  let needed: readonly HandlerFile[] = files.handlers;
  let unchanged = 0;
  if (names.has(files.index.path)) {
    const index = await planIndex(indexFile.path, indexFile.shown, files, known, to);
    needed = index.needed;
    const { text } = index;
    if (text === undefined) unchanged++;
    else add(() => ({ ...indexTarget(folder, files.index.path), kind: 'update', content: contentOf(text) }));
  } else create(files.index);

  const byLowerCase = new Map([...names].map((name) => [name.toLowerCase(), name]));
  for (const handler of needed) {
    const other = byLowerCase.get(handler.path.toLowerCase());
    if (names.has(handler.path)) unchanged++;
    else if (other === undefined) create(handler);
    else {
      const file = folder.show(handler.path);
      to.add(report(messages.sameNameInAnotherCase, { file, other: folder.show(other) }, { file }));
    }
  }
  if (names.has(files.context.path)) unchanged++;
  // Handlers import it: it is created with the first handler, and recreated only together with a new one.
  else if (changes.some(({ kind }) => kind === 'create')) create(files.context);
  return { folder, changes, unchanged, basis };
}

/** A warning for each handler of a removed operation. */
export function retiredWarnings(
  folder: Folder,
  files: HandlerFiles,
  retired: readonly string[],
): readonly Diagnostic[] {
  const extension = extensionOf(files);
  return retired.map((operation) => {
    const file = folder.show(`${operation}${extension}`);
    return report(messages.retired, { file, operation, index: folder.show(files.index.path) }, { file });
  });
}

/** Returns a function that tells whether the handler file of an operation exists. */
export function handlerFinder(folder: Folder, files: HandlerFiles): (operation: string) => boolean {
  const extension = extensionOf(files);
  let names: ReadonlySet<string> | undefined;
  return (operation) => {
    names ??= new Set(namesIn(folder.path, folder.shown));
    return names.has(`${operation}${extension}`);
  };
}

function extensionOf({ index }: HandlerFiles): string {
  return index.path.slice(index.path.indexOf('.'));
}

interface IndexPlan {
  /** Handler files that have to exist. */
  readonly needed: readonly HandlerFile[];
  /** The new text; undefined if the index does not change. */
  readonly text?: string;
}

async function planIndex(
  path: string,
  shown: string,
  { handlers, typeName }: HandlerFiles,
  known: ReadonlySet<string>,
  to: Report,
): Promise<IndexPlan> {
  const before = readUtf8(path, shown);
  if (before === undefined) {
    to.add(obstacleDiagnostic(shown, { kind: 'notUtf8' }, handlers));
    return { needed: handlers };
  }
  const scanned = scanIndex(before);
  if (scanned !== undefined && missingEntries(scanned, handlers, known).length === 0)
    return { needed: neededFiles(scanned, handlers, []) };
  // Loads the TypeScript parser.
  const { extendIndex } = await import('./index-edit.ts');
  const extension = extendIndex(before, typeName, handlers, known);
  switch (extension.kind) {
    case 'complete':
      return { needed: neededFiles(extension.summary, handlers, []) };
    case 'extended': {
      const { text, summary, added } = extension;
      return { needed: neededFiles(summary, handlers, added), text };
    }
    case 'blocked': {
      const { summary, obstacle } = extension;
      const missing = summary === undefined ? unmentioned(before, handlers) : extension.missing;
      to.add(obstacleDiagnostic(shown, obstacle, missing));
      return { needed: summary === undefined ? handlers : neededFiles(summary, handlers, missing) };
    }
  }
}

/** In a text that does not parse, only the words can be compared. */
function unmentioned(text: string, handlers: readonly HandlerFile[]): readonly HandlerFile[] {
  const words = new Set(text.split(/[^\p{ID_Continue}$]+/u));
  return handlers.filter(({ identifier }) => !words.has(identifier));
}

/** The files that the index imports or will import. Handlers that it imports from elsewhere need none. */
function neededFiles(
  { modules }: IndexSummary,
  handlers: readonly HandlerFile[],
  missing: readonly IndexEntry[],
): readonly HandlerFile[] {
  const added = new Set(missing.map(({ identifier }) => identifier));
  return handlers.filter(
    ({ identifier, specifier }) => added.has(identifier) || modules.has(withoutExtension(specifier)),
  );
}

/** A symbolic link to an index elsewhere in the folder is kept: its target is updated. */
function indexTarget(folder: Folder, path: string): { readonly path: string; readonly shown: string } {
  const absolute = folder.resolve(path);
  const real = lstatSync(absolute).isSymbolicLink() ? realpathSync(absolute) : absolute;
  return { path: real, shown: folder.show(path) };
}

/** The most entries that a diagnostic lists. */
const listedEntries = 10;

/** Why an index cannot be extended, and the lines to add by hand. */
function obstacleDiagnostic(
  file: string,
  obstacle: Obstacle | { readonly kind: 'notUtf8' },
  missing: readonly IndexEntry[],
): Diagnostic {
  const diagnostic = withoutEntries(file, obstacle);
  const listed = missing.slice(0, listedEntries).map(({ identifier, specifier }) => ({
    name: visible(identifier),
    specifier: visible(specifier),
  }));
  const rest = missing.length - listed.length;
  const lines = [
    ...listed.map(({ name, specifier }) => `  import { ${name} } from '${specifier}';`),
    `  export const handlers = { …, ${listed.map(({ name }) => name).join(', ')} };`,
    ...(rest > 0 ? [`  … and the same for ${rest} more`] : []),
  ];
  return { ...diagnostic, remedy: [diagnostic.remedy ?? '', ...lines].join('\n') };
}

function withoutEntries(file: string, obstacle: Obstacle | { readonly kind: 'notUtf8' }): Diagnostic {
  switch (obstacle.kind) {
    case 'unparsable': {
      const { reason, line, column } = obstacle;
      return report(messages.indexDoesNotParse, { file, reason }, { file, line, column });
    }
    case 'unrecognised':
      return report(messages.indexNotRecognised, { file }, { file });
    case 'nameTaken':
      return report(messages.nameTaken, { file, name: obstacle.name }, { file });
    case 'notUtf8':
      return report(messages.indexNotText, { file }, { file });
  }
}
