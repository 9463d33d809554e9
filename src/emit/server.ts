import type { ResolvedOperation, ResolvedService } from '../contract/index.ts';
import { type Code, listed } from './code.ts';
import { Streams } from './codec/streams.ts';
import { deprecatedTag, docComment, sinceTag } from './doc.ts';
import { type EmitOptions, specifierOf } from './file.ts';
import { importedTypes, runtimeImport } from './imported-types.ts';
import { answerText, inputText } from './operation-types.ts';
import { Imports, type Qualifiers } from './type-text.ts';
import type { HandlerMemberView, ServerView } from './views.ts';

/** server.ts: the interface of the handlers, and the function that makes a server of them. */
export function serverView(service: ResolvedService, { source, importExtension }: EmitOptions): ServerView {
  const types = specifierOf('./types', importExtension);
  const { handlers, authorizers, createServer } = service.names;
  const imports = new Imports();
  const qualifiers = { records: '', runtime: '', imports };
  const members = service.operations.map((operation) => handlerMember(operation, qualifiers));
  const streams = new Streams(service);
  const streaming = service.operations.filter(({ input }) => streams.namesInBody(input).length > 0);
  const state = '`State` is what every handler is given besides its request.';
  return {
    source,
    types,
    operations: specifierOf('./server-operations', importExtension),
    description: specifierOf('./description', importExtension),
    imports: importedTypes(imports, types),
    runtimeTypes: runtimeImport(imports.runtime),
    faults: service.faults.length === 0 ? '' : specifierOf('./faults', importExtension),
    headers: service.headers.length === 0 ? '' : specifierOf('./headers', importExtension),
    service: docComment([`What ${service.name} does, operation by operation. ${state}`, service.doc], 0),
    handlersName: handlers,
    createName: createServer,
    implementations: service.operations.map((operation) => implementation(operation, streaming.includes(operation))),
    handlers: members,
    authorizersName: streaming.length === 0 ? '' : authorizers,
    authorizers: streaming.map((operation) => authorizer(operation, qualifiers)),
  };
}

function handlerMember(operation: ResolvedOperation, qualifiers: Qualifiers): HandlerMemberView {
  const { identifier, doc } = operation;
  const { since, deprecated } = operation.operation;
  const parameters = [inputText(operation, qualifiers), answerText(operation, qualifiers), 'State'];
  return {
    doc: docComment([doc, sinceTag(since), deprecatedTag(deprecated)], 2),
    type: [listed(`${identifier}: soap.Handler<`, parameters, '>;', 2, { lastComma: false })],
  };
}

function implementation({ identifier }: ResolvedOperation, isStreaming: boolean): readonly Code[] {
  const parameters = [`operations.${identifier}`, `handlers.${identifier}`];
  if (isStreaming) parameters.push(`options.authorize?.${identifier}`);
  return [listed('soap.implement(', parameters, '),', 4)];
}

function authorizer(operation: ResolvedOperation, qualifiers: Qualifiers): readonly Code[] {
  // Nothing is read yet of a request that is one streamed element.
  const input = operation.input.type.kind === 'simple' ? 'Record<never, never>' : inputText(operation, qualifiers);
  const parameters = [input, answerText(operation, qualifiers), 'State'];
  return [listed(`${operation.identifier}?: soap.Authorize<`, parameters, '>;', 2, { lastComma: false })];
}
