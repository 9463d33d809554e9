import type { ResolvedOperation, ResolvedService } from '../contract/index.ts';
import { listed } from './code.ts';
import { deprecatedTag, docComment } from './doc.ts';
import { type EmitOptions, specifierOf } from './file.ts';
import { importedTypes, namesDateTime } from './imported-types.ts';
import { fieldTypeText } from './type-text.ts';
import type { HandlerMemberView, ServerView } from './views.ts';

/** server.ts: the interface of the handlers, and the function that makes a server of them. */
export function serverView(service: ResolvedService, { source, importExtension }: EmitOptions): ServerView {
  const types = specifierOf('./types', importExtension);
  const { handlers, createServer } = service.names;
  const state = '`State` is what every handler is given besides its request.';
  return {
    source,
    types,
    binding: specifierOf('./binding', importExtension),
    pages: specifierOf('./pages', importExtension),
    imports: importedTypes(service.operations, types),
    dateTime: namesDateTime(service.operations),
    service: docComment([`What ${service.name} does, operation by operation. ${state}`, service.doc], 0),
    handlersName: handlers,
    createName: createServer,
    operations: service.operations.map(({ identifier }) => identifier),
    handlers: service.operations.map(handlerMember),
  };
}

function handlerMember({ identifier, doc, input, result, operation }: ResolvedOperation): HandlerMemberView {
  const parameters = [input.typeName, fieldTypeText(result), 'State'];
  return {
    doc: docComment([doc, deprecatedTag(operation.deprecated)], 2),
    type: [listed(`${identifier}: soap.Handler<`, parameters, '>;', 2, { lastComma: false })],
  };
}
