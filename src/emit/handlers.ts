import { type Contract, type ResolvedOperation, type ResolvedService, resolveService } from '../contract/index.ts';
import { listed } from './code.ts';
import { type ImportExtension, specifierOf } from './file.ts';
import { GeneratedFile } from './generated-file.ts';
import { stringLiteral } from './literal.ts';
import { inputText, outputText } from './operation-types.ts';
import { render } from './render.ts';

export interface HandlerOptions {
  readonly importExtension: ImportExtension;
  /**
   * The specifier that handlers import the generated server from, such as `../generated/server.js` or
   * `@example/generated/greeter/server`.
   */
  readonly server: string;
}

/** The initial files of a folder of handlers. */
export interface EmittedHandlers {
  /** Name of the interface of the handlers object. */
  readonly typeName: string;
  readonly handlers: readonly EmittedHandler[];
  readonly index: { readonly path: string; readonly text: string };
  readonly context: { readonly path: string; readonly text: string };
}

export interface EmittedHandler {
  /** Name of the handler: its key in the index, its function and its file. */
  readonly identifier: string;
  /** The specifier that the index imports it from. */
  readonly specifier: string;
  readonly path: string;
  readonly text: string;
}

/** Texts of the files that people fill in: one for each operation, in the contract's order, the index and the context. */
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
    text: handlerText(service, operation, { importExtension, server }, context),
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

function handlerText(
  service: ResolvedService,
  operation: ResolvedOperation,
  { importExtension, server }: HandlerOptions,
  context: string,
): string {
  const { identifier, doc } = operation;
  const newFile = (renamed?: ReadonlyMap<string, string>): GeneratedFile =>
    new GeneratedFile(service, { importExtension, types: server, ...(renamed && { renamed }) });
  // A type with the name of the function is imported under another name.
  const input = newFile();
  inputText(operation, input);
  const other = `${identifier}${input.importedTypes.has(identifier) ? 'Request' : 'Result'}`;
  const file = newFile(new Map([[identifier, other]]));
  const parameters = [`_request: ${inputText(operation, file)}`, '_context: Context'];
  const head = `export async function ${identifier}(`;
  const signature = listed(head, parameters, `): Promise<${outputText(operation, file)}> {`);
  return render('handler', {
    imports: file.imports,
    context: stringLiteral(context),
    doc: [doc],
    signature: [signature],
    reason: stringLiteral(`${operation.name} has no handler yet.`),
  });
}
