import { ClientError, SoapFault, TypedFault } from '@soapwright/runtime/client';
import type { ResolvedOperation } from '../../contract/index.ts';
import { closest } from '../../diagnostics/index.ts';
import { type JsonSchema, JsonSchemas } from '../../emit/index.ts';
import { OperationSearch } from './find-operations.ts';
import { plainBody } from './gateway-json.ts';
import type { ServiceClient } from './service-client.ts';

/** A tool of an agent (Model Context Protocol 2025-06-18, tools). */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Of an object. */
  readonly inputSchema: JsonSchema;
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean };
}

/** What a tool returns: a text of JSON, or of what went wrong. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

export interface ToolOptions {
  /**
   * Operations beside those whose names say that they only read, by the names of their methods; `*` is all. Others are not
   * offered.
   */
  readonly allow?: readonly string[] | undefined;
  /** The most characters of a result; the rest is read by `read_more`. Default 20,000. */
  readonly maxCharacters?: number | undefined;
}

/** More operations than these are found by a tool, since each description costs an agent context. */
const mostTools = 40;

/** The first words of names of operations that only read. What a name promises nobody checks. */
const reading: ReadonlySet<string> = new Set(
  'get find list search query read show describe count lookup look fetch retrieve view is has exists ping echo validate check calculate convert'.split(
    ' ',
  ),
);

/** Operations that are found at once. */
const mostFound = 15;

/** Results whose rest can still be read. */
const mostResults = 20;

/** A service as tools for agents: one for each operation, or three that find, describe and call one of many. */
export class ServiceTools {
  readonly tools: readonly Tool[];
  readonly #client: ServiceClient;
  readonly #operations: ReadonlyMap<string, ResolvedOperation>;
  readonly #hidden: ReadonlySet<string>;
  readonly #maxCharacters: number;
  readonly #isLarge: boolean;
  readonly #rests = new Map<string, string>();
  #search: OperationSearch | undefined;
  /** Names of operations by those of their tools. */
  readonly #byTool = new Map<string, string>();

  /** @throws {TypeError} for an allowed operation that the service does not have, and where none is left to offer. */
  constructor(client: ServiceClient, { allow = [], maxCharacters = 20_000 }: ToolOptions = {}) {
    this.#client = client;
    this.#maxCharacters = maxCharacters;
    const { operations } = client.service;
    const unknown = allow.find((name) => name !== '*' && !operations.some(({ identifier }) => identifier === name));
    if (unknown !== undefined) throw new TypeError(`The service has no operation "${unknown}".`);
    const isAllowed = ({ identifier }: ResolvedOperation): boolean =>
      allow.includes('*') || allow.includes(identifier) || isReading(identifier);
    this.#operations = new Map(operations.filter(isAllowed).map((one) => [one.identifier, one]));
    this.#hidden = new Set(operations.filter((one) => !isAllowed(one)).map(({ identifier }) => identifier));
    if (this.#operations.size === 0) {
      throw new TypeError('No operation has a name of one that only reads: allow some by their names.');
    }
    this.#isLarge = this.#operations.size > mostTools;
    for (const { identifier } of this.#operations.values()) this.#byTool.set(this.#toolName(identifier), identifier);
    this.tools = [...(this.#isLarge ? this.#general() : this.#each()), describeOperation, readMore];
  }

  /** Calls a tool. It never rejects: what goes wrong is for the agent. */
  async call(name: string, input: Readonly<Record<string, unknown>>): Promise<ToolResult> {
    try {
      return this.#short(await this.#result(name, input));
    } catch (error) {
      return { text: messageOf(error), isError: true };
    }
  }

  async #result(name: string, input: Readonly<Record<string, unknown>>): Promise<string> {
    if (name === 'read_more') return this.#more(String(input.result ?? ''));
    if (name === 'describe_operation') {
      return JSON.stringify(this.#described(this.#known(String(input.name ?? ''))));
    }
    if (!this.#isLarge) return await this.#called(this.#byTool.get(name) ?? name, input);
    switch (name) {
      case 'find_operations':
        return JSON.stringify(this.#found(String(input.query ?? '')));
      case 'call_operation':
        return await this.#called(String(input.name ?? ''), input.input);
      default:
        throw new Refusal(`There is no tool ${name}.`);
    }
  }

  async #called(name: string, input: unknown): Promise<string> {
    const { identifier } = this.#known(name);
    const { soapHeaders, ...fields } = (input ?? {}) as Readonly<Record<string, unknown>>;
    const headers = soapHeaders as Readonly<Record<string, unknown>> | undefined;
    const { body, httpStatus } = await this.#client.exchange(identifier, fields, { headers });
    if (body === undefined) return JSON.stringify({ accepted: true, httpStatus });
    return JSON.stringify(await plainBody(body));
  }

  #known(name: string): ResolvedOperation {
    const found = this.#operations.get(name);
    if (found !== undefined) return found;
    if (this.#hidden.has(name)) {
      throw new Refusal(`The operation ${name} is not allowed: its owner offers those that only read.`);
    }
    const meant = closest(name, this.#operations.keys());
    throw new Refusal(`There is no operation ${name}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`);
  }

  /** Operations whose names and documentation have the words of a query, the best first. */
  #found(query: string): readonly object[] {
    this.#search ??= new OperationSearch(this.#operations.values());
    const found = this.#search.find(query, mostFound);
    return found.map(({ identifier: name, doc }) => ({ name, doc: firstSentence(doc) }));
  }

  #described(operation: ResolvedOperation): object {
    const { identifier: name, doc } = operation;
    const outputSchema = this.#outputSchema(operation);
    return { name, doc, example: this.#client.example(name), inputSchema: this.#schema(operation), outputSchema };
  }

  #each(): readonly Tool[] {
    const tools = [...this.#byTool].map(([name, identifier]) => ({ name, operation: this.#known(identifier) }));
    return tools.map(({ name, operation }) => ({
      name,
      title: operation.identifier,
      description:
        operation.doc?.trim() || `Calls the operation ${operation.identifier} of ${this.#client.service.name}.`,
      inputSchema: this.#schema(operation),
      annotations: hints(isReading(operation.identifier)),
    }));
  }

  #general(): readonly Tool[] {
    const text = { type: 'string' };
    const { name: service } = this.#client.service;
    const all = [...this.#operations.keys()].every(isReading);
    return [
      {
        name: 'find_operations',
        title: 'Find operations',
        description: `Finds operations of ${service} by words of their names and documentation. It has ${this.#operations.size}.`,
        inputSchema: object({ query: { ...text, description: 'Words, such as: list phone.' } }),
        annotations: hints(true),
      },
      {
        name: 'call_operation',
        title: 'Call an operation',
        description: 'Calls an operation with its input, as describe_operation says.',
        inputSchema: object({ name: text, input: { type: 'object' } }),
        annotations: hints(all),
      },
    ];
  }

  #schema({ input, attachments, headers }: ResolvedOperation): JsonSchema {
    const schemas = new JsonSchemas(this.#client.service, '#/$defs/');
    const body = schemas.whole(input, attachments.input);
    const blocks = headers.input.map(({ header }): [string, JsonSchema] => [header.identifier, schemas.root(header)]);
    const required = headers.input.filter((use) => use.required).map(({ header }) => header.identifier);
    const soapHeaders = { type: 'object', properties: Object.fromEntries(blocks), required };
    const {
      properties = {},
      required: fields = [],
      ...rest
    } = body as {
      readonly properties?: object;
      readonly required?: readonly string[];
    };
    const isEmpty = Object.keys(schemas.definitions).length === 0;
    return {
      type: 'object',
      ...rest,
      properties: { ...properties, ...(blocks.length > 0 && { soapHeaders }) },
      required: [...fields, ...(required.length > 0 ? ['soapHeaders'] : [])],
      ...(!isEmpty && { $defs: schemas.definitions }),
    };
  }

  /** Undefined for a one-way operation. */
  #outputSchema({ output, result, attachments }: ResolvedOperation): JsonSchema | undefined {
    if (output === undefined) return undefined;
    const schemas = new JsonSchemas(this.#client.service, '#/$defs/');
    const schema = result === undefined ? schemas.body(output, attachments.output) : schemas.field(result);
    const { definitions } = schemas;
    return { ...schema, ...(Object.keys(definitions).length > 0 && { $defs: definitions }) };
  }

  /** Names of tools have letters and digits of ASCII, `_` and `-`, and at most 64 of them. */
  #toolName(identifier: string, number = 1): string {
    const suffix = number === 1 ? '' : `_${number}`;
    const name = `${identifier.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 60)}${suffix}`;
    const isTaken = this.#byTool.has(name) || name === readMore.name || name === describeOperation.name;
    return isTaken ? this.#toolName(identifier, number + 1) : name;
  }

  #short(text: string): ToolResult {
    if (text.length <= this.#maxCharacters) return { text, isError: false };
    const id = crypto.randomUUID().slice(0, 8);
    this.#rests.set(id, text.slice(this.#maxCharacters));
    const [oldest] = this.#rests.keys();
    if (this.#rests.size > mostResults && oldest !== undefined) this.#rests.delete(oldest);
    const left = text.length - this.#maxCharacters;
    const note = `\n\n[${left} characters are left: call read_more with {"result": "${id}"}]`;
    return { text: text.slice(0, this.#maxCharacters) + note, isError: false };
  }

  #more(id: string): string {
    const rest = this.#rests.get(id);
    if (rest === undefined) throw new Refusal('There is no such result, or its rest was read.');
    this.#rests.delete(id);
    return rest;
  }
}

const describeOperation: Tool = {
  name: 'describe_operation',
  title: 'Describe an operation',
  description: 'The JSON Schemas of the input and of the result of an operation, with an example of the input.',
  inputSchema: object({ name: { type: 'string' } }),
  annotations: hints(true),
};

const readMore: Tool = {
  name: 'read_more',
  title: 'Read more of a result',
  description: 'The rest of a result that was too long. Its number is at the end of what was returned.',
  inputSchema: object({ result: { type: 'string' } }),
  annotations: hints(true),
};

/** A reason that an agent may read. */
class Refusal extends Error {}

function object(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function hints(isReading: boolean): Tool['annotations'] {
  return { readOnlyHint: isReading, destructiveHint: !isReading };
}

/** By the first word of the name, in any of the usual cases: `listPhones`, `ListPhones`, `list_phones`. */
function isReading(name: string): boolean {
  const [word = ''] = /[A-Z]?[a-z]+|[A-Z]+/.exec(name) ?? [];
  return reading.has(word.toLowerCase());
}

function firstSentence(doc: string | undefined): string | undefined {
  return doc?.trim().split(/(?<=\.)\s|\n/)[0];
}

/** No message has credentials or addresses: those of the runtime name the operation and the mistake. */
function messageOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof SoapFault) {
    const value = error instanceof TypedFault ? ` ${error.type.name}: ${JSON.stringify(error.value)}` : '';
    return `The service responds with a fault (${error.code}): ${error.reason}${value}`;
  }
  if (error instanceof ClientError) {
    if (error.code === 'invalid-request') return error.message;
    return `There is no result (${error.code}).`;
  }
  return 'The call has failed.';
}
