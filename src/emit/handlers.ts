import { type Contract, type ResolvedOperation, type ResolvedService, resolveService } from '../contract/index.ts';
import { listed } from './code.ts';
import { docComment } from './doc.ts';
import { type ImportExtension, specifierOf } from './file.ts';
import { importedTypes, runtimeImport } from './imported-types.ts';
import { stringLiteral } from './literal.ts';
import { answerText, inputText } from './operation-types.ts';
import { render } from './render.ts';
import { Imports } from './type-text.ts';

export interface HandlerOptions {
  readonly importExtension: ImportExtension;
  /**
   * What handlers import the generated server from, such as `../generated/server.js` or
   * `@example/generated/greeter/server`.
   */
  readonly server: string;
}

/** What a folder of handlers begins as. */
export interface EmittedHandlers {
  /** Name of the interface that the handlers object is of. */
  readonly typeName: string;
  readonly handlers: readonly EmittedHandler[];
  readonly index: { readonly path: string; readonly text: string };
  readonly context: { readonly path: string; readonly text: string };
}

export interface EmittedHandler {
  /** Name of the handler: its key in the index, its function and its file. */
  readonly identifier: string;
  /** What the index imports it from. */
  readonly specifier: string;
  readonly path: string;
  readonly text: string;
}

/** Texts of the files that people fill in: one an operation, in the contract's order, their index, and their context. */
export function emitHandlers(
  contract: Contract,
  { importExtension, server }: HandlerOptions,
  service: ResolvedService = resolveService(contract),
): EmittedHandlers {
  const context = specifierOf('./context', importExtension);
  const handlers = service.operations.map((operation) => ({
    identifier: operation.identifier,
    specifier: specifierOf(`./${operation.identifier}`, importExtension),
    path: `${operation.identifier}.ts`,
    text: handlerText(operation, server, context),
  }));
  const index = render('handler-index', {
    server: stringLiteral(server),
    context: stringLiteral(context),
    handlersName: service.names.handlers,
    handlers: handlers.map(({ identifier, specifier }) => ({ name: identifier, specifier: stringLiteral(specifier) })),
  });
  return {
    typeName: service.names.handlers,
    handlers,
    index: { path: 'index.ts', text: index },
    context: { path: 'context.ts', text: render('handler-context', {}) },
  };
}

function handlerText(operation: ResolvedOperation, server: string, context: string): string {
  const { identifier, doc } = operation;
  const imports = new Imports();
  const qualifiers = { records: '', runtime: '', imports };
  const input = inputText(operation, qualifiers);
  // The function and what it returns may share a name; the type is then imported under another.
  const shared = imports.records.has(identifier) ? 'input' : 'no';
  const answer = answerText(operation, qualifiers);
  const hidden = imports.records.delete(identifier);
  const renamed = `${identifier}${shared === 'input' ? 'Request' : 'Result'}`;
  const typed = (text: string): string =>
    hidden ? text.replace(new RegExp(`(?<![\\w$])${escaped(identifier)}(?![\\w$])`, 'g'), renamed) : text;
  if (hidden) imports.records.add(`${identifier} as ${renamed}`);
  const parameters = [`_request: ${typed(input)}`, '_context: Context'];
  return render('handler', {
    imports: importedTypes(imports, server),
    runtimeTypes: runtimeImport(imports.runtime),
    context: stringLiteral(context),
    doc: docComment([doc], 0),
    signature: [listed(`export async function ${identifier}(`, parameters, `): Promise<${typed(answer)}> {`)],
    reason: stringLiteral(`${operation.name} has no handler yet.`),
  });
}

/** As part of a regular expression. */
function escaped(identifier: string): string {
  return identifier.replaceAll('$', '\\$');
}
