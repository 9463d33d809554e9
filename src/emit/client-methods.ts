import {
  type Declaration,
  localIdentifier,
  type ResolvedBody,
  type ResolvedOperation,
  type ResolvedService,
  type SimpleDefinition,
  type SimpleValue,
} from '../contract/index.ts';
import { type Code, type Doc, headed, line, listed } from './code.ts';
import { lifeCycleTags } from './doc.ts';
import type { Sides } from './file.ts';
import type { GeneratedFile } from './generated-file.ts';
import { valueLiteral } from './literal.ts';
import { inputText, outputText } from './operation-types.ts';
import { inRequests, requestTypesOf } from './request-types.ts';
import { sampleValue } from './sample-value.ts';
import type { TypeNames } from './type-text.ts';
import type { MethodView } from './views.ts';

/** The methods of the classes in client.ts. */
export class ClientMethods {
  readonly #file: GeneratedFile;
  readonly #requests: TypeNames;
  readonly #simpleTypes: SimpleTypes;
  readonly #operations: ReadonlyMap<string, ResolvedOperation>;
  /** Names of the records without content: callers may leave out a request of such a type. */
  readonly #empty: ReadonlySet<string>;

  constructor(service: ResolvedService, file: GeneratedFile, sides: Sides | undefined) {
    this.#file = file;
    this.#requests = inRequests(file, requestTypesOf(service, sides));
    this.#simpleTypes = new Map(service.simpleTypes.map(({ typeName, definition }) => [typeName, definition]));
    this.#operations = new Map(service.operations.map((operation) => [operation.identifier, operation]));
    this.#empty = new Set(
      [...service.messages, ...service.declarations].filter(isEmpty).map(({ typeName }) => typeName),
    );
  }

  /** @param methods identifiers of operations by the names of their methods. */
  views(methods: ReadonlyMap<string, string>): readonly MethodView[] {
    return [...methods].flatMap(([name, identifier]) => {
      const operation = this.#operations.get(identifier);
      return operation === undefined ? [] : [{ doc: this.#doc(name, operation), code: this.#code(name, operation) }];
    });
  }

  #doc(name: string, resolved: ResolvedOperation): Doc['paragraphs'] {
    const { doc, operation, faults } = resolved;
    return [
      doc,
      ...faults.map(({ identifier }) => ({
        tag: '@throws' as const,
        text: `{soap.TypedFault} \`faults.${identifier}\`.`,
      })),
      ...lifeCycleTags(operation),
      { tag: '@example', code: [this.#exampleCall(name, resolved)] },
    ];
  }

  #isWithoutInput({ type }: ResolvedBody): boolean {
    return type.kind === 'record' && this.#empty.has(type.typeName);
  }

  /** A call with the fields of the request: literals for numbers and truth values, variables for all others. */
  #exampleCall(name: string, { input, output }: ResolvedOperation): Code {
    const head = `${output === undefined ? '' : 'const result = '}await client.${name}(`;
    if (this.#isWithoutInput(input)) return line(`${head});`);
    const properties = exampleProperties(input, this.#simpleTypes);
    if (properties === undefined) return line(`${head}request);`);
    return listed(`${head}{`, properties, '});', { spaced: true });
  }

  #code(name: string, operation: ResolvedOperation): readonly Code[] {
    const file = this.#file;
    const otherwise = this.#isWithoutInput(operation.input) ? ' = {}' : '';
    const parameters = [`request: ${inputText(operation, this.#requests)}${otherwise}`, 'options?: soap.CallOptions'];
    const signature = listed(`${name}(`, parameters, `): Promise<${outputText(operation, file)}> {`);
    const body = line(
      `return this.#soap.call(${file.module('operations')}.${operation.identifier}, request, options);`,
    );
    return [headed(signature, [body], '}')];
  }
}

type SimpleTypes = ReadonlyMap<string, SimpleDefinition>;

function isEmpty(declaration: Declaration): boolean {
  if (declaration.kind !== 'structure') return false;
  const { attributes, anyAttribute, content, discriminant } = declaration;
  const hasOthers = attributes.length > 0 || anyAttribute !== undefined || discriminant !== undefined;
  return !hasOthers && content.kind === 'fields' && content.fields.length === 0;
}

function exampleProperties({ structure }: ResolvedBody, simpleTypes: SimpleTypes): readonly string[] | undefined {
  if (structure === undefined) return undefined;
  const { attributes, content } = structure;
  if (content.kind === 'text' || content.kind === 'mixed') return undefined;
  const members = content.kind === 'fields' ? content.fields : content.members;
  return [...attributes, ...members]
    .filter((one) => one.deprecated === undefined)
    .map((one) => {
      const isPlain = 'type' in one && !('many' in one && one.many) && one.type.kind === 'simple' && !one.sensitive;
      const value = isPlain ? exampleValue(one.type, simpleTypes) : undefined;
      const variable = value ?? localIdentifier(one.property, new Set());
      return variable === one.property ? variable : `${one.property}: ${variable}`;
    });
}

/** Undefined for all other types, since a sample would not help. */
function exampleValue({ name, representation, declared }: SimpleValue, simpleTypes: SimpleTypes): string | undefined {
  if (representation !== 'number' && representation !== 'bigint' && representation !== 'boolean') return undefined;
  const definition = declared === undefined ? undefined : simpleTypes.get(declared);
  const text = sampleValue(definition ?? { kind: 'built-in', name, representation });
  if (text === undefined || !/^(?:true|false|-?\d+)$/.test(text)) return undefined;
  return representation === 'boolean' ? text : valueLiteral(text, representation);
}
