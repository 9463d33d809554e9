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
import { answerText, hasHead, inputText } from './operation-types.ts';
import { declaredPrefixes } from './tags.ts';
import { qualified } from './type-text.ts';
import type { BindingView } from './views.ts';

/** binding.ts: what client and server share of each operation. */
export function bindingView(service: ResolvedService, { source, importExtension }: EmitOptions): BindingView {
  const binding = new BindingEmitter(service);
  return {
    source,
    types: specifierOf('./types', importExtension),
    codec: specifierOf('./codec', importExtension),
    faults: service.faults.length === 0 ? '' : specifierOf('./faults', importExtension),
    headers: service.headers.length === 0 ? '' : specifierOf('./headers', importExtension),
    namespace: stringLiteral(service.namespace),
    prefixes: prefixesConstant(service),
    operations: service.operations.map((operation) => binding.operation(operation)),
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
  return `soap.${call}(${namespace}, ${stringLiteral(element.local)}${prefixes})`;
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

class BindingEmitter {
  readonly #service: ResolvedService;
  readonly #streams: Streams;
  /** How many operations have each input element. */
  readonly #inputs: Map<string, number> = new Map();

  constructor(service: ResolvedService) {
    this.#service = service;
    this.#streams = new Streams(service);
    for (const { input } of service.operations) {
      const key = keyOf(input.element);
      this.#inputs.set(key, (this.#inputs.get(key) ?? 0) + 1);
    }
  }

  operation(operation: ResolvedOperation): readonly Code[] {
    const { name, identifier, soapAction, input, output } = operation;
    const given = inputText(operation, qualified);
    const [kind, types] =
      output === undefined ? ['OneWayOperation', [given]] : ['Operation', [given, answerText(operation, qualified)]];
    const head = listed(`export const ${identifier}: soap.${kind}<`, types, '> = {', 0, { lastComma: false });
    const request = bodyCodec(input.type, requestTypeNameOf(operation.operation));
    const members = [
      line(`name: ${stringLiteral(name)},`),
      line(`soapAction: ${stringLiteral(soapAction)},`),
      line(`input: ${rootTag(this.#service, input)},`),
      ...((this.#inputs.get(keyOf(input.element)) ?? 0) > 1 ? [line('sharesInput: true,')] : []),
      ...(output === undefined ? [] : [line(`output: ${rootTag(this.#service, output)},`)]),
      ...this.#streamed(operation),
      line(`readInput: codec.${request.read},`),
      line(`writeInput: codec.${request.write},`),
      ...(output === undefined ? [line('oneWay: true,')] : this.#answer(operation, output)),
      ...this.#faults(operation),
      ...this.#headers(operation),
    ];
    return headed(head, members, '};');
  }

  #streamed({ input, output }: ResolvedOperation): readonly Code[] {
    const lists = Object.entries({ input, output }).flatMap(([key, body]) => {
      const names = body === undefined ? [] : this.#streams.namesIn(body.type);
      return names.length === 0 ? [] : [`${key}: [${names.map(stringLiteral).join(', ')}]`];
    });
    return lists.length === 0 ? [] : [listed('streamed: {', lists, '},', 2, { spaced: true })];
  }

  #answer({ result, operation }: ResolvedOperation, output: ResolvedBody): readonly Code[] {
    const { read, write } = bodyCodec(output.type, responseTypeNameOf(operation));
    if (result === undefined) return [line(`readOutput: codec.${read},`), line(`writeOutput: codec.${write},`)];
    const { property } = result;
    return [
      line(`readOutput: (reader) => codec.${read}(reader).${property},`),
      arrow('writeOutput: (writer, result) =>', `codec.${write}(writer, { ${property}: result }),`),
    ];
  }

  #faults({ faults }: ResolvedOperation): readonly Code[] {
    if (faults.length === 0) return [];
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
