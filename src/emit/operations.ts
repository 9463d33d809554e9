import {
  type HeaderUse,
  keyOf,
  type ResolvedBody,
  type ResolvedOperation,
  type ResolvedService,
  requestTypeNameOf,
  responseTypeNameOf,
  type SimpleDefinition,
} from '../contract/index.ts';
import { bodyCodec } from './body-codecs.ts';
import { arrow, type Code, headed, line, listed } from './code.ts';
import { Streams } from './codec/streams.ts';
import { type EmitOptions, specifierOf } from './file.ts';
import { stringLiteral } from './literal.ts';
import { answerText, hasHead, inputText, soleResult } from './operation-types.ts';
import { declaredPrefixes } from './tags.ts';
import { qualified } from './type-text.ts';
import type { OperationsView } from './views.ts';

/** Whose code it is: a client writes requests and reads responses, a server reads requests and writes responses. */
export type Side = 'client' | 'server';

/** client-operations.ts and server-operations.ts: each operation as one side needs it, with no codec of the other side. */
export function operationsView(
  service: ResolvedService,
  side: Side,
  { source, importExtension }: EmitOptions,
): OperationsView {
  const emitter = new OperationEmitter(service, side);
  return {
    source,
    types: specifierOf('./types', importExtension),
    codec: specifierOf('./codec', importExtension),
    isStreaming: side === 'client' && emitter.hasStreamedResponse,
    faults:
      side === 'server' || service.operations.every(({ faults }) => faults.length === 0)
        ? ''
        : specifierOf('./faults', importExtension),
    headers: service.headers.length === 0 ? '' : specifierOf('./headers', importExtension),
    namespace: stringLiteral(service.namespace),
    prefixes: prefixesConstant(service),
    operations: service.operations.map((operation) => emitter.operation(operation)),
  };
}

/** `const prefixes = { … };`, where the root of a body declares any. */
export function prefixesConstant(service: ResolvedService): readonly Code[] {
  const entries = declaredPrefixes(service).map(([key, name]) => {
    return `${key}: ${name === service.namespace ? 'namespace' : stringLiteral(name)}`;
  });
  return entries.length === 0 ? [] : [listed('const prefixes = {', entries, '};', 0, { spaced: true })];
}

/** The element at the root of a body, a header block or a fault's detail. */
export function rootTag(service: ResolvedService, { element, type }: Pick<ResolvedBody, 'element' | 'type'>): string {
  const call = hasHead({ type }) || declaresPrefixes(service, type) ? 'rootStartTag' : 'rootTag';
  const namespace = element.namespace === service.namespace ? 'namespace' : stringLiteral(element.namespace);
  const prefixes = declaredPrefixes(service).length === 0 ? '' : ', prefixes';
  return `/*@__PURE__*/ soap.${call}(${namespace}, ${stringLiteral(element.local)}${prefixes})`;
}

/** Whether a value may need a prefix that is declared in the start tag: one that is, or holds, a QName. */
function declaresPrefixes({ simpleTypes }: ResolvedService, type: ResolvedBody['type']): boolean {
  if (type.kind === 'record') return false;
  const declared = simpleTypes.find(({ typeName }) => typeName === type.declared);
  return declared === undefined ? isName(type.name) : holdsName(declared.definition);
}

function holdsName(definition: SimpleDefinition): boolean {
  switch (definition.kind) {
    case 'built-in':
      return isName(definition.name);
    case 'declared':
      return holdsName(definition.definition);
    case 'restriction':
      return holdsName(definition.base);
    case 'list':
      return holdsName(definition.item);
    case 'union':
      return definition.members.some(holdsName);
  }
}

function isName(type: string): boolean {
  return type === 'QName' || type === 'NOTATION';
}

class OperationEmitter {
  readonly #service: ResolvedService;
  readonly #side: Side;
  readonly #streams: Streams;
  /** How many operations have each input element. */
  readonly #inputs: Map<string, number> = new Map();

  constructor(service: ResolvedService, side: Side) {
    this.#service = service;
    this.#side = side;
    this.#streams = new Streams(service);
    for (const { input } of service.operations) {
      const key = keyOf(input.element);
      this.#inputs.set(key, (this.#inputs.get(key) ?? 0) + 1);
    }
  }

  /** A client's codecs are called in functions: bundlers keep an operation that reads a property of a module when it loads. */
  operation(operation: ResolvedOperation): readonly Code[] {
    const { name, identifier, soapAction, input, output } = operation;
    const given = inputText(operation, qualified);
    const [kind, types] =
      output === undefined ? ['OneWayOperation', [given]] : ['Operation', [given, answerText(operation, qualified)]];
    const typeName = this.#side === 'client' ? `Client${kind}` : `Server${kind}`;
    const head = listed(`export const ${identifier}: soap.${typeName}<`, types, '> = {', 0, { lastComma: false });
    const request = bodyCodec(input.type, requestTypeNameOf(operation.operation));
    const members = [
      line(`name: ${stringLiteral(name)},`),
      line(`soapAction: ${stringLiteral(soapAction)},`),
      line(`input: ${rootTag(this.#service, input)},`),
      ...(this.#side === 'client' && this.#sharesInput(input) ? [line('sharesInput: true,')] : []),
      ...(output === undefined ? [line('oneWay: true,')] : [line(`output: ${rootTag(this.#service, output)},`)]),
      ...this.#streamed(operation),
      this.#side === 'client'
        ? arrow('writeInput: (writer, request) =>', `codec.${request.write}(writer, request),`)
        : line(`readInput: codec.${request.read},`),
      ...(output === undefined ? [] : [this.#response(operation, output)]),
      ...this.#faults(operation),
      ...this.#headers(operation),
    ];
    return headed(head, members, '};');
  }

  /** Whether a response has streamed fields. */
  get hasStreamedResponse(): boolean {
    return this.#service.operations.some(({ output }) => this.#streamedNames(output).length > 0);
  }

  #streamedNames(body: ResolvedBody | undefined): readonly string[] {
    return body === undefined ? [] : this.#streams.namesInBody(body).map(stringLiteral);
  }

  #sharesInput({ element }: ResolvedBody): boolean {
    return (this.#inputs.get(keyOf(element)) ?? 0) > 1;
  }

  /** The streamed fields that this side reads. */
  #streamed({ input, output }: ResolvedOperation): readonly Code[] {
    const names = this.#streamedNames(this.#side === 'client' ? output : input);
    if (names.length === 0) return [];
    const list = names.join(', ');
    const field =
      this.#side === 'client' ? `output: /*@__PURE__*/ streaming.streamedResponse(${list})` : `input: [${list}]`;
    return [listed('streamed: {', [field], '},', 2, { spaced: true })];
  }

  #response(resolved: ResolvedOperation, output: ResolvedBody): Code {
    const { operation } = resolved;
    const result = soleResult(resolved) === undefined ? resolved.result : undefined;
    const { read, write } = bodyCodec(output.type, responseTypeNameOf(operation));
    if (this.#side === 'client') {
      const value = result === undefined ? '' : `.${result.property}`;
      return line(`readOutput: (reader) => codec.${read}(reader)${value},`);
    }
    if (result === undefined) return line(`writeOutput: codec.${write},`);
    return arrow('writeOutput: (writer, result) =>', `codec.${write}(writer, { ${result.property}: result }),`);
  }

  #faults({ faults }: ResolvedOperation): readonly Code[] {
    if (this.#side === 'server' || faults.length === 0) return [];
    return [
      listed(
        'faults: [',
        faults.map(({ identifier }) => `faults.${identifier}`),
        '],',
        2,
      ),
    ];
  }

  #headers({ headers: { input, output } }: ResolvedOperation): readonly Code[] {
    const lists = [
      ...(input.length === 0 ? [] : [headerList('input', input)]),
      ...(output.length === 0 ? [] : [headerList('output', output)]),
    ];
    return lists.length === 0 ? [] : [listed('headers: {', lists, '},', 2, { spaced: true })];
  }
}

function headerList(key: 'input' | 'output', uses: readonly HeaderUse[]): string {
  const items = uses.map(
    ({ header, required }) => `{ header: headers.${header.identifier}, required: ${String(required)} }`,
  );
  return `${key}: [${items.join(', ')}]`;
}
