import { type Contract, type ResolvedOperation, resolveService } from '../contract/index.ts';
import { listed } from './code.ts';
import { docComment } from './doc.ts';
import { type ImportExtension, specifierOf } from './file.ts';
import { importedTypes, namesDateTime } from './imported-types.ts';
import { stringLiteral } from './literal.ts';
import { render } from './render.ts';
import { fieldTypeText } from './type-text.ts';

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
export function emitHandlers(contract: Contract, { importExtension, server }: HandlerOptions): EmittedHandlers {
  const service = resolveService(contract);
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
  const { identifier, input, result, doc } = operation;
  // The function and the record that it returns may share a name; the record is then imported under another.
  const shared = result.type.kind === 'record' && result.type.typeName === identifier;
  const output = fieldTypeText(result).replace(identifier, shared ? `${identifier}Result` : identifier);
  const parameters = [`_request: ${input.typeName}`, '_context: Context'];
  const imports = shared
    ? [
        listed(
          'import type {',
          [input.typeName, `${identifier} as ${identifier}Result`],
          `} from ${stringLiteral(server)};`,
          0,
          { spaced: true },
        ),
      ]
    : importedTypes([operation], server);
  return render('handler', {
    imports,
    dateTime: namesDateTime([operation]),
    context: stringLiteral(context),
    doc: docComment([doc], 0),
    signature: [listed(`export async function ${identifier}(`, parameters, `): Promise<${output}> {`)],
    reason: stringLiteral(`${operation.name} has no handler yet.`),
  });
}
