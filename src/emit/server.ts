import {
  distinctDemands,
  needsKeys,
  type ResolvedOperation,
  type ResolvedService,
  type SecurityDemand,
} from '../contract/index.ts';
import { block, type Code, line, listed } from './code.ts';
import { Streams } from './codec/streams.ts';
import { demandedText, serverCredentials } from './credentials.ts';
import { lifeCycleTags } from './doc.ts';
import { type EmitOptions, specifierOf } from './file.ts';
import { GeneratedFile } from './generated-file.ts';
import { stringLiteral } from './literal.ts';
import { inputText, outputText } from './operation-types.ts';
import type { HandlerMemberView, ServerView } from './views.ts';

/** server.ts: the interface of the handlers, and the function that creates a server from them. */
export function serverView(service: ResolvedService, { source, importExtension }: EmitOptions): ServerView {
  const types = specifierOf('./types', importExtension);
  const { handlers, authorizers, createServer } = service.names;
  const file = new GeneratedFile(service, { importExtension, runtime: '@soapwright/runtime/server', types });
  file.module('soap');
  if (service.operations.length > 0) file.module('operations');
  const members = service.operations.map((operation) => handlerMember(operation, file));
  const streams = new Streams(service);
  const streaming = service.operations.filter(({ input }) => streams.namesInBody(input).length > 0);
  const keys = serverCredentials(demandsOf(service), file);
  const state = '`State` is the type of `context.state`.';
  return {
    source,
    types,
    defaults: members.length === 0 ? [] : optionDefaults(service, file, keys?.messageSecurity),
    description: specifierOf('./description', importExtension),
    faults: service.faults.length === 0 ? '' : specifierOf('./server-faults', importExtension),
    headers: service.headers.length === 0 ? '' : specifierOf('./server-headers', importExtension),
    service: [`The handlers of ${service.name}, one for each operation. ${state}`, service.doc],
    creation: [
      'Creates a server for these handlers; `listen` of `@soapwright/runtime/server/node` starts it on a port.',
      demandNote(service),
    ],
    handlersName: handlers,
    createName: createServer,
    implementations: service.operations.map((operation) => implementation(operation, streaming.includes(operation))),
    handlers: members,
    keyed: keys === undefined ? [] : keyedOptions(keys.option, streaming.length === 0 ? '' : authorizers),
    authorizersName: streaming.length === 0 ? '' : authorizers,
    authorizers: streaming.map((operation) => authorizer(operation, file)),
    imports: file.imports,
  };
}

function demandsOf({ portTypes }: ResolvedService): readonly SecurityDemand[] {
  return distinctDemands(portTypes.flatMap(({ security }) => security));
}

/** The parameter of options that have keys. @param authorizers empty without streamed fields. */
function keyedOptions(option: readonly Code[], authorizers: string): readonly Code[] {
  const own = authorizers === '' ? [] : [line(`readonly authorize?: ${authorizers}<State> | undefined;`)];
  return [block('options: soap.ServerOptions<State> & {', [...own, ...option], '},')];
}

/** What the contract demands of callers, which a server has to check; undefined without demands. */
function demandNote(service: ResolvedService): string | undefined {
  const demands = demandsOf(service);
  if (demands.length === 0) return undefined;
  const alternatives = demands.map((one) => demandedText(one) || 'nothing').join('; or ');
  const isSecured = demands.some(needsKeys);
  const isAuthenticated = demands.some(
    ({ usernameToken, httpAuthentication, clientCertificate }) =>
      usernameToken ?? httpAuthentication ?? clientCertificate,
  );
  const checking = [...(isSecured ? ['`keys`'] : []), ...(isAuthenticated || !isSecured ? ['`authentication`'] : [])];
  const checks = checking.length === 1 ? `option ${checking[0]} checks` : `options ${checking.join(' and ')} check`;
  return `The contract demands of callers: ${alternatives}. The ${checks} it.`;
}

/** Options whose default is not that of the runtime. */
function optionDefaults(
  service: ResolvedService,
  file: GeneratedFile,
  messageSecurity: Code | undefined,
): ServerView['defaults'] {
  const multipart = multipartText(service, file);
  // Message security reads parts by itself.
  const ofParts =
    messageSecurity && multipart ? `(messageSecurity === undefined ? ${multipart} : undefined)` : multipart;
  const all = [
    { name: 'addressing', value: addressingText(service, file) },
    { name: 'multipart', value: ofParts },
  ].filter(({ value }) => value !== '');
  return [
    ...(messageSecurity === undefined ? [] : [{ name: 'messageSecurity', code: [messageSecurity] }]),
    ...all.map(({ name, value }) => ({ name, code: [line(`const ${name} = options.${name} ?? ${value};`)] })),
  ];
}

/** The default of the option `addressing`; empty for none. */
function addressingText({ addressing }: ResolvedService, file: GeneratedFile): string {
  if (addressing === undefined) return '';
  const options = [`version: ${stringLiteral(addressing.version)}`, ...(addressing.required ? ['required: true'] : [])];
  return `${file.module('soapAddressing')}.addressing({ ${options.join(', ')} })`;
}

/** The default of the option `multipart`; empty for none. */
function multipartText({ mtom }: ResolvedService, file: GeneratedFile): string {
  if (mtom.server === undefined) return '';
  return `${file.module('mtom')}.mtom(${mtom.server === 'required' ? '{ required: true }' : ''})`;
}

function handlerMember(operation: ResolvedOperation, file: GeneratedFile): HandlerMemberView {
  const { identifier, doc } = operation;
  const parameters = [inputText(operation, file), outputText(operation, file), 'State'];
  return {
    doc: [doc, ...lifeCycleTags(operation.operation)],
    type: [listed(`${identifier}: soap.Handler<`, parameters, '>;', { lastComma: false })],
  };
}

function implementation({ identifier }: ResolvedOperation, isStreaming: boolean): readonly Code[] {
  const parameters = [`operations.${identifier}`, `handlers.${identifier}`];
  if (isStreaming) parameters.push(`options.authorize?.${identifier}`);
  return [listed('soap.implement(', parameters, '),')];
}

function authorizer(operation: ResolvedOperation, file: GeneratedFile): readonly Code[] {
  // Nothing is read yet of a request that is one streamed element.
  const input =
    operation.input.type.kind !== 'record' || operation.input.nillable
      ? 'Record<never, never>'
      : inputText(operation, file);
  const parameters = [input, outputText(operation, file), 'State'];
  return [listed(`${operation.identifier}?: soap.Authorize<`, parameters, '>;', { lastComma: false })];
}
