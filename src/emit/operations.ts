import {
  type HeaderUse,
  holdsName,
  isEmptyBody,
  isNameType,
  nameKey,
  type ResolvedAttachment,
  type ResolvedBody,
  type ResolvedOperation,
  type ResolvedService,
  requestTypeNameOf,
  responseTypeNameOf,
} from '../contract/index.ts';
import { arrow, type Code, headed, line, listed } from './code.ts';
import { bodyCodec, type RootBody } from './codec/identifiers.ts';
import { Streams } from './codec/streams.ts';
import { encodedPrefixes, prefixedName } from './encoded-prefixes.ts';
import type { EmitOptions, Side, Sides } from './file.ts';
import { GeneratedFile } from './generated-file.ts';
import { stringLiteral } from './literal.ts';
import { hasHead, inputText, outputText, soleResult } from './operation-types.ts';
import { inRequests, requestTypesOf } from './request-types.ts';
import { declaredPrefixes, propertyKey } from './tags.ts';
import type { ModuleView } from './views.ts';

/** client-operations.ts and server-operations.ts: each operation as one side needs it, with no codec of the other side. */
export function operationsModule(
  service: ResolvedService,
  side: Side,
  { source, importExtension, sides }: EmitOptions,
): ModuleView {
  const exported = service.operations.map(({ identifier }) => identifier);
  const file = new GeneratedFile(service, { importExtension, exported });
  const emitter = new OperationEmitter(service, side, file, sides);
  return constantsModule(
    service,
    source,
    file,
    service.operations.map((operation) => emitter.operation(operation)),
  );
}

/** A module of exported constants; each pairs the root element of a message, header or fault with its codec. */
export function constantsModule(
  service: ResolvedService,
  source: string,
  file: GeneratedFile,
  constants: readonly (readonly Code[])[],
): ModuleView {
  if (constants.length === 0) return { source, sections: [[line('export {};')]] };
  file.module('soap');
  // The prefixes may be the first to name the namespace.
  const prefixes = prefixesConstants(service, file);
  const sections = [file.imports, [...file.namespaceConstant, ...prefixes], ...constants];
  return { source, sections: sections.filter((section) => section.length > 0) };
}

/** `const prefixes = { … };` and the same of encoded messages, where the root of a body declares any. */
function prefixesConstants(service: ResolvedService, file: GeneratedFile): readonly Code[] {
  const constant = (name: string, entries: Iterable<readonly [string, string]>): readonly Code[] => {
    const items = [...entries].map(([key, namespace]) => `${key}: ${file.namespace(namespace)}`);
    return items.length === 0 ? [] : [listed(`const ${name} = {`, items, '};', { spaced: true })];
  };
  return [
    ...(file.rootUses.has('literal') ? constant('prefixes', declaredPrefixes(service)) : []),
    ...(file.rootUses.has('encoded') ? constant('encodedPrefixes', encodedEntries(service)) : []),
  ];
}

function encodedEntries(service: ResolvedService): readonly (readonly [key: string, namespace: string])[] {
  return [...encodedPrefixes(service)].map(([namespace, prefix]) => [propertyKey(prefix), namespace]);
}

/** The element at the root of a body, a header block or a fault's detail. */
export type RootElement = Pick<RootBody, 'element' | 'use' | 'type' | 'schemaType' | 'nillable'>;

export function rootTag(service: ResolvedService, root: RootElement, file: GeneratedFile): string {
  const { element, type, nillable, use } = root;
  if (isEmptyBody(element)) return 'soap.noElement';
  if (type.kind === 'any' && !nillable) {
    return `/*@__PURE__*/ soap.anyRootTag(${file.namespace(element.namespace)}, ${stringLiteral(element.local)})`;
  }
  file.rootUses.add(use);
  if (use === 'encoded') return encodedRootTag(service, root, file);
  const call = hasHead({ type, nillable }) || declaresPrefixes(service, type) ? 'rootStartTag' : 'rootTag';
  const prefixes = declaredPrefixes(service).length === 0 ? '' : ', prefixes';
  return `/*@__PURE__*/ soap.${call}(${file.namespace(element.namespace)}, ${stringLiteral(element.local)}${prefixes})`;
}

function encodedRootTag(
  service: ResolvedService,
  { element, type, schemaType, nillable }: RootElement,
  file: GeneratedFile,
): string {
  const isStart =
    hasHead({ type, nillable }) || declaresPrefixes(service, type) || !['record', 'simple'].includes(type.kind);
  const typeName = type.kind === 'array' ? 'soapenc:Array' : ownType(service, type, schemaType);
  const args = [
    file.namespace(element.namespace),
    stringLiteral(element.local),
    encodedEntries(service).length === 0 ? '{}' : 'encodedPrefixes',
    ...(typeName === undefined ? [] : [stringLiteral(typeName)]),
  ];
  return `/*@__PURE__*/ ${file.module('encoded')}.${isStart ? 'encodedStartRoot' : 'encodedRoot'}(${args.join(', ')})`;
}

/** The type that the xsi:type of a root names; undefined where its writer writes the xsi:type. */
function ownType(
  service: ResolvedService,
  type: RootElement['type'],
  schemaType: RootElement['schemaType'],
): string | undefined {
  if (schemaType === undefined || (type.kind !== 'simple' && type.kind !== 'record')) return undefined;
  const isHierarchy = service.declarations.some(
    (one) => type.kind === 'record' && one.kind === 'polymorphic' && one.typeName === type.typeName,
  );
  return isHierarchy ? undefined : prefixedName(schemaType, service);
}

/** Whether a value may need a prefix that is declared in the start tag: one that is, or holds, a QName. */
function declaresPrefixes({ simpleTypes }: ResolvedService, type: ResolvedBody['type']): boolean {
  if (type.kind !== 'simple') return false;
  const declared = simpleTypes.find(({ typeName }) => typeName === type.declared);
  return declared === undefined ? isNameType(type.name) : holdsName(declared.definition);
}

class OperationEmitter {
  readonly #service: ResolvedService;
  readonly #side: Side;
  readonly #sides: Sides | undefined;
  readonly #file: GeneratedFile;
  readonly #streams: Streams;
  /** How many operations have each input element. */
  readonly #inputs: Map<string, number> = new Map();

  constructor(service: ResolvedService, side: Side, file: GeneratedFile, sides: Sides | undefined) {
    this.#service = service;
    this.#sides = sides;
    this.#side = side;
    this.#file = file;
    this.#streams = new Streams(service);
    for (const { input } of service.operations) {
      const key = nameKey(input.element);
      this.#inputs.set(key, (this.#inputs.get(key) ?? 0) + 1);
    }
  }

  /** Codecs are called in functions: bundlers keep an operation that reads a property of a module when it loads. */
  operation(operation: ResolvedOperation): readonly Code[] {
    const { name, identifier, soapAction, anySoapAction, input, output } = operation;
    const types = requestTypesOf(this.#service, this.#sides);
    const given = inputText(operation, this.#side === 'client' ? inRequests(this.#file, types) : this.#file);
    const [kind, parameters] =
      output === undefined ? ['OneWayOperation', [given]] : ['Operation', [given, outputText(operation, this.#file)]];
    const typeName = this.#side === 'client' ? `Client${kind}` : `Server${kind}`;
    const head = listed(`export const ${identifier}: soap.${typeName}<`, parameters, '> = {', { lastComma: false });
    const members = [
      line(`name: ${stringLiteral(name)},`),
      line(`soapAction: ${stringLiteral(soapAction)},`),
      ...(this.#side === 'server' && anySoapAction ? [line('anySoapAction: true,')] : []),
      ...this.#actions(operation),
      line(`input: ${rootTag(this.#service, input, this.#file)},`),
      ...(this.#side === 'client' && this.#sharesInput(input) ? [line('sharesInput: true,')] : []),
      ...((this.#side === 'client' ? output : input)?.use === 'encoded' ? [line('encoded: true,')] : []),
      ...(output === undefined
        ? [line('oneWay: true,')]
        : [line(`output: ${rootTag(this.#service, output, this.#file)},`)]),
      ...this.#streamed(operation),
      this.#request(operation),
      ...(output === undefined ? [] : [this.#response(operation, output)]),
      ...this.#faults(operation),
      ...this.#headers(operation),
    ];
    return [headed(head, members, '};')];
  }

  /** The actions of WS-Addressing that this side sends. */
  #actions({ addressingAction, responseAction, faultActions }: ResolvedOperation): readonly Code[] {
    const request =
      addressingAction === undefined ? [] : [line(`addressingAction: ${stringLiteral(addressingAction)},`)];
    if (this.#side === 'client') return request;
    const faults = [...faultActions].map(([name, action]) => `${propertyKey(name)}: ${stringLiteral(action)}`);
    return [
      ...request,
      ...(responseAction === undefined ? [] : [line(`responseAction: ${stringLiteral(responseAction)},`)]),
      ...(faults.length === 0 ? [] : [listed('faultActions: {', faults, '},', { spaced: true })]),
    ];
  }

  #streamedNames(body: ResolvedBody | undefined): readonly string[] {
    return body === undefined ? [] : this.#streams.namesInBody(body).map(stringLiteral);
  }

  #sharesInput({ element }: ResolvedBody): boolean {
    return (this.#inputs.get(nameKey(element)) ?? 0) > 1;
  }

  /** The streamed fields that this side reads. */
  #streamed({ input, output }: ResolvedOperation): readonly Code[] {
    const names = this.#streamedNames(this.#side === 'client' ? output : input);
    if (names.length === 0) return [];
    const list = names.join(', ');
    const field =
      this.#side === 'client'
        ? `output: /*@__PURE__*/ ${this.#file.module('streaming')}.streamedResponse(${list})`
        : `input: [${list}]`;
    return [listed('streamed: {', [field], '},', { spaced: true })];
  }

  #request({ input, operation, attachments }: ResolvedOperation): Code {
    const isClient = this.#side === 'client';
    const isEmpty = isEmptyBody(input.element);
    const attached = attachments.input;
    if (isEmpty && attached.length === 0) return line(isClient ? 'writeInput: () => {},' : 'readInput: () => ({}),');
    const { read, write } = bodyCodec(input, requestTypeNameOf(operation), this.#service);
    if (isClient)
      return this.#write('writeInput', 'request', isEmpty ? undefined : `${write}(writer, request)`, attached);
    return this.#read('readInput', isEmpty ? '{}' : this.#readBody(input, read), attached);
  }

  #response(resolved: ResolvedOperation, output: ResolvedBody): Code {
    const isClient = this.#side === 'client';
    const isEmpty = isEmptyBody(output.element);
    const attached = resolved.attachments.output;
    if (isEmpty && attached.length === 0) return line(isClient ? 'readOutput: () => ({}),' : 'writeOutput: () => {},');
    const { operation } = resolved;
    const result = soleResult(resolved) === undefined ? resolved.result : undefined;
    const { read, write } = bodyCodec(output, responseTypeNameOf(operation), this.#service);
    if (isClient) {
      const value = result === undefined ? '' : `.${result.property}`;
      return this.#read('readOutput', isEmpty ? '{}' : `${this.#readBody(output, read)}${value}`, attached);
    }
    const value = result === undefined ? 'result' : `{ ${result.property}: result }`;
    return this.#write('writeOutput', 'result', isEmpty ? undefined : `${write}(writer, ${value})`, attached);
  }

  /** The method that writes a body. @param write the call of its codec; undefined for an empty body. */
  #write(method: string, value: string, write: string | undefined, attached: readonly ResolvedAttachment[]): Code {
    const head = `${method}: (writer, ${value}) =>`;
    const call = write === undefined ? undefined : `${this.#file.module('codec')}.${write}`;
    if (attached.length === 0) return arrow(head, `${call},`);
    const attach = listed(`soap.writeAttached(writer, ${value}, [`, attached.map(attachedText), ']);');
    return headed(line(`${head} {`), [...(call === undefined ? [] : [line(`${call};`)]), attach], '},');
  }

  /** The method that reads a body. @param read an expression. */
  #read(method: string, read: string, attached: readonly ResolvedAttachment[]): Code {
    const head = `${method}: (reader) =>`;
    if (attached.length === 0) return arrow(head, `${read},`);
    const list = attached.map((one) => attachedText({ ...one, type: undefined }));
    return listed(`${head} soap.readAttached(reader, ${read}, [`, list, ']),');
  }

  /** The expression that reads the element of a body. */
  #readBody({ use }: ResolvedBody, name: string): string {
    const read = `${this.#file.module('codec')}.${name}`;
    return use === 'literal' ? `${read}(reader)` : `${this.#file.module('encoded')}.readBody(reader, ${read})`;
  }

  #faults({ faults }: ResolvedOperation): readonly Code[] {
    if (this.#side === 'server' || faults.length === 0) return [];
    return [
      listed(
        'faults: [',
        faults.map(({ identifier }) => this.#file.constant('client-faults', identifier)),
        '],',
      ),
    ];
  }

  #headers({ headers: { input, output } }: ResolvedOperation): readonly Code[] {
    const lists = [
      ...(input.length === 0 ? [] : [this.#headerList('input', input)]),
      ...(output.length === 0 ? [] : [this.#headerList('output', output)]),
    ];
    return lists.length === 0 ? [] : [listed('headers: {', lists, '},', { spaced: true })];
  }

  #headerList(key: 'input' | 'output', uses: readonly HeaderUse[]): string {
    const items = uses.map(({ header, required }) => {
      const constant = this.#file.constant(`${this.#side}-headers`, header.identifier);
      return `{ header: ${constant}, required: ${String(required)} }`;
    });
    return `${key}: [${items.join(', ')}]`;
  }
}

/** An attachment of a message as `Attached`. */
function attachedText({ part, property, type }: ResolvedAttachment): string {
  const typed = type === undefined ? '' : `, type: ${stringLiteral(type)}`;
  return `{ part: ${stringLiteral(part)}, property: ${stringLiteral(property)}${typed} }`;
}
