import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, handlers as messages, report } from '../diagnostics/index.ts';
import { type Change, contentOf, type Folder, namesIn, OutputError, readExactText } from '../output/index.ts';
import type { Extension } from './extend.ts';
import type { HandlerFile, HandlerFiles, TextFile } from './handler-files.ts';
import { type IndexReading, needsFile, unanswered } from './reading.ts';
import { refusalDiagnostic } from './refusal.ts';
import { scanIndex } from './scan.ts';

export interface HandlersPlan {
  readonly folder: Folder;
  readonly changes: readonly Change[];
  readonly unchanged: number;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * What a folder of handlers lacks. Handler files are never read, the index alone is; what is there is never removed or
 * overwritten, and in the index nothing but new lines comes up.
 *
 * @param known operations that were there when soapwright ran last.
 */
export async function planHandlers(
  folder: Folder,
  files: HandlerFiles,
  known: ReadonlySet<string>,
  extend: Extender,
): Promise<HandlersPlan> {
  const names = new Set(namesIn(folder.path, folder.shown));
  const changes: Change[] = [];
  const diagnostics: Diagnostic[] = [];
  const create = ({ path, content }: TextFile): void => {
    changes.push({ kind: 'create', path: folder.resolve(path), shown: folder.show(path), content, exclusive: true });
  };
  const guard = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof OutputError)) throw error;
      diagnostics.push(error.diagnostic);
    }
  };

  let needed: readonly HandlerFile[] = files.handlers;
  let unchanged = 0;
  if (names.has(files.index.path)) {
    const state = await lookAtIndex(folder, files, known, extend);
    needed = state.needed;
    if (state.diagnostic !== undefined) diagnostics.push(state.diagnostic);
    const { text } = state;
    if (text !== undefined) {
      const content = contentOf(text);
      guard(() => changes.push({ ...indexPlace(folder, files.index.path), kind: 'update', content }));
    } else unchanged++;
  } else {
    guard(() => create(files.index));
  }

  const folded = foldedNames(names);
  for (const handler of needed) {
    const other = folded.get(handler.path.toLowerCase());
    if (names.has(handler.path)) unchanged++;
    else if (other === undefined) guard(() => create(handler));
    else {
      const file = folder.show(handler.path);
      diagnostics.push(report(messages.sameNameInAnotherCase, { file, other: folder.show(other) }, { file }));
    }
  }
  if (names.has(files.context.path)) unchanged++;
  // Handlers import it: it comes with the first, and again with a new one only where it is gone.
  else if (changes.some(({ kind }) => kind === 'create')) guard(() => create(files.context));
  return { folder, changes, unchanged, diagnostics };
}

/** What handlers are left of operations that are gone: a warning for each. */
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

/** Tells whether the handler of an operation is there. */
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

interface IndexState {
  readonly needed: readonly HandlerFile[];
  /** Undefined when it stays as it is. */
  readonly text: string | undefined;
  readonly diagnostic: Diagnostic | undefined;
}

async function lookAtIndex(
  folder: Folder,
  files: HandlerFiles,
  known: ReadonlySet<string>,
  extend: Extender,
): Promise<IndexState> {
  const { handlers, index, typeName } = files;
  const shown = folder.show(index.path);
  const before = readExactText(join(folder.path, index.path), shown);
  if (before === undefined) {
    const diagnostic = refusalDiagnostic(shown, { kind: 'notText' }, handlers);
    return { needed: handlers, text: undefined, diagnostic };
  }
  const untouched = { text: undefined, diagnostic: undefined };
  const reading = scanIndex(before, typeName);
  if (reading !== undefined && unanswered(reading, handlers, known).length === 0)
    return { ...untouched, needed: filesFor(reading, handlers, []) };
  const extension = await extend(before, files, known);
  switch (extension.kind) {
    case 'complete':
      return { ...untouched, needed: filesFor(extension.reading, handlers, []) };
    case 'extended': {
      const { text, added } = extension;
      return { ...untouched, needed: filesFor(extension.reading, handlers, added), text };
    }
    case 'refused': {
      const answers = extension.reading === undefined ? unnamed(before, handlers) : extension.missing;
      const missing = answers.map(({ identifier }) => identifier);
      return {
        ...untouched,
        needed: extension.reading === undefined ? handlers : filesFor(extension.reading, handlers, missing),
        diagnostic: refusalDiagnostic(shown, extension.because, answers),
      };
    }
  }
}

/** Extends an index; loads the parser when it is first called. */
export type Extender = (text: string, files: HandlerFiles, known: ReadonlySet<string>) => Promise<Extension>;

/** An index is looked at before the folder is locked, and again while it is: the second look costs nothing. */
export function rememberingExtender(): Extender {
  const done = new Map<string, Extension>();
  return async (text, files, known) => {
    const key = JSON.stringify([text, files.typeName, files.handlers.map(({ specifier }) => specifier), [...known]]);
    const before = done.get(key);
    if (before !== undefined) return before;
    const { extendIndex } = await import('./extend.ts');
    const extension = extendIndex(text, files.typeName, files.handlers, known);
    done.set(key, extension);
    return extension;
  };
}

/** In a text that cannot be parsed, all that can be told is which names do not occur. */
function unnamed(text: string, handlers: readonly HandlerFile[]): readonly HandlerFile[] {
  const words = new Set(text.split(/[^\p{ID_Continue}$]+/u));
  return handlers.filter(({ identifier }) => !words.has(identifier));
}

function filesFor(
  reading: IndexReading,
  handlers: readonly HandlerFile[],
  missing: readonly string[],
): readonly HandlerFile[] {
  const lacking = new Set(missing);
  return handlers.filter((handler) => needsFile(reading, handler, lacking.has(handler.identifier)));
}

/** A link to an index elsewhere in the folder stays a link. */
function indexPlace(folder: Folder, path: string): { readonly path: string; readonly shown: string } {
  const absolute = folder.resolve(path);
  const real = lstatSync(absolute).isSymbolicLink() ? realpathSync(absolute) : absolute;
  return { path: real, shown: folder.show(path) };
}

function foldedNames(names: ReadonlySet<string>): ReadonlyMap<string, string> {
  return new Map([...names].map((name) => [name.toLowerCase(), name]));
}
