import { ClientError, type ClientOptions, SoapClient } from '@soapwright/runtime/client';
import { addressing } from '@soapwright/runtime/client/addressing';
import { mtom } from '@soapwright/runtime/client/mtom';
import { tolerant } from '@soapwright/runtime/client/tolerant';
import {
  type Contract,
  isEmptyBody,
  type ResolvedOperation,
  type ResolvedService,
  type SoapVersion,
} from '../../contract/index.ts';
import { closest } from '../../diagnostics/index.ts';
import { serviceFor } from '../../emit/index.ts';
import type { RootWriter } from '../codec/index.ts';
import type { Value } from '../model/value.ts';
import type { Deviation, ReadingMode } from '../read/deviation.ts';
import { envelopeText } from '../values/envelope-text.ts';
import { type MessageProblem, problemsBelow } from '../values/plain-message.ts';
import { Random } from '../values/random.ts';
import { ServiceMessages } from '../values/service-messages.ts';
import { describeRequest, type FieldLine } from './describe-request.ts';
import {
  type DynamicResponse,
  dynamicOperation,
  problemTexts,
  type WholeRequest,
  type WrittenRequest,
} from './dynamic-operation.ts';
import { operationOf } from './one-operation.ts';
import { recordListOf } from './record-list.ts';
import { recordStream } from './record-stream.ts';
import { ServiceError } from './service-error.ts';
import { describedOperation, type ServiceOperation } from './service-operation.ts';

type DynamicOperation = ReturnType<typeof dynamicOperation>;

/** Options of a client without generated code: those of generated clients, and how its messages are read. */
export interface ServiceClientOptions extends Omit<ClientOptions, 'reading' | 'onDeviation'> {
  /** How responses are read: as generated clients with this option read them; default `standard`. */
  readonly reading?: ReadingMode | undefined;
}

/** Options of one call. */
export interface ServiceCallOptions {
  /** Values of header blocks that the operation declares, by their names. */
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly httpHeaders?: ClientOptions['headers'];
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
  /** In milliseconds. */
  readonly timeout?: number | undefined;
}

/** What a service responds. */
export interface ServiceResponse {
  /** The value of the body; undefined for a one-way operation. */
  readonly body: Value;
  /** Values of the header blocks that the operation declares, by their names. */
  readonly headers: Readonly<Record<string, Value>>;
  readonly httpStatus: number;
  /** Differences from the contract that were passed over. */
  readonly deviations: readonly Deviation[];
}

/** An operation with the fields of its requests. */
export interface DescribedOperation {
  readonly operation: ServiceOperation;
  readonly fields: readonly FieldLine[];
  readonly headers: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly fields: readonly FieldLine[];
  }[];
}

/** A request as it would be sent. */
export interface DryRequest {
  readonly address: string;
  readonly soapVersion: SoapVersion;
  readonly soapAction: string;
  readonly envelope: string;
}

/** A request as XML, with its attachments: as it is sent, whether it fits the contract or not. */
export interface RawRequest extends WholeRequest {
  /** Each declares its prefixes. */
  readonly headerBlocks: readonly string[];
}

/**
 * Calls the operations of a service without generated code. Values are those of JSON: objects by the names of generated
 * types, lists, texts, numbers, booleans and null. Integers that JSON cannot hold exactly, decimals, dates and binary values
 * are texts of XML Schema.
 */
export class ServiceClient {
  /** As generated code knows it. */
  readonly service: ResolvedService;
  /** Reads and writes its messages. */
  readonly messages: ServiceMessages;
  readonly #client: SoapClient;
  readonly #reading: ReadingMode;
  readonly #soapVersion: SoapVersion;
  readonly #address: string;
  readonly #operations = new Map<ResolvedOperation, CalledOperation>();

  /** @throws {ServiceError} for a contract without an address, if the options have none. */
  constructor(
    contract: Contract,
    options: ServiceClientOptions = {},
    service: ResolvedService = serviceFor(contract, 'standard'),
  ) {
    const { reading = 'standard', interceptors = [], ...rest } = options;
    this.service = service;
    const { name, address: own, soapVersions, mtom: multipart, operations } = this.service;
    const { address = own, soap = soapVersions[0] ?? '1.1' } = options;
    if (address === '') throw new ServiceError(`The contract has no address of ${name}: give one.`);
    this.messages = new ServiceMessages(contract, this.service);
    this.#reading = reading;
    this.#soapVersion = soap;
    this.#address = address;
    const declared = operations.flatMap(({ headers }) => headers.output.map(({ header }) => header.element.name));
    const addressed = this.service.addressing === undefined ? [] : [addressing(this.service.addressing)];
    this.#client = new SoapClient({
      multipart: mtom({ send: multipart.client === 'required' ? 'always' : 'large' }),
      ...rest,
      address,
      soap,
      interceptors: [...interceptors, ...addressed],
      understood: [...(options.understood ?? []), ...declared],
      reading: reading === 'tolerant' ? tolerant : reading,
    });
  }

  /** Where calls go. */
  get address(): string {
    return this.#address;
  }

  get operations(): readonly ServiceOperation[] {
    return this.service.operations.map(describedOperation);
  }

  /** An operation by the name of its method, or on the wire; undefined for another name. */
  operationNamed(name: string): ServiceOperation | undefined {
    const found = operationOf(this.service, name);
    return found && describedOperation(found);
  }

  /** The fields of the requests of an operation. @throws {ServiceError} for an unknown one. */
  describe(name: string): DescribedOperation {
    const operation = this.#operation(name);
    const { model } = this.messages;
    const isEmpty = isEmptyBody(operation.input.element);
    return {
      operation: describedOperation(operation),
      fields: describeRequest(model, isEmpty ? undefined : operation.input),
      headers: operation.headers.input.map(({ header, required }) => {
        return { name: header.identifier, required, fields: describeRequest(model, header) };
      }),
    };
  }

  /**
   * Calls an operation.
   *
   * @param name of its method, or on the wire.
   * @param input the fields of its request.
   * @returns the value of the response; undefined for a one-way operation.
   * @throws {ServiceError} for an unknown operation.
   * @throws {ClientError} `invalid-request` for a value that does not fit the contract, with the path of each mistake; nothing
   * is sent. Others as of generated clients.
   * @throws {SoapFault} the fault with which the service responds; a `TypedFault` if the contract declares it.
   */
  async call(name: string, input: unknown = {}, options: ServiceCallOptions = {}): Promise<unknown> {
    return (await this.exchange(name, input, options)).body;
  }

  /** As `call`, with header blocks, HTTP status and deviations of the response. */
  async exchange(name: string, input: unknown = {}, options: ServiceCallOptions = {}): Promise<ServiceResponse> {
    const operation = this.#operation(name);
    return await this.#exchange(operation, this.#called(operation).called, input, options);
  }

  /** The request of a call, as XML. @throws as `call` for a value that does not fit. */
  prepare(name: string, input: unknown, options: Pick<ServiceCallOptions, 'headers'> = {}): RawRequest {
    const operation = this.#operation(name);
    return { ...this.#write(operation, input), headerBlocks: this.#headerBlocks(operation, options.headers) };
  }

  /** Sends a request, whose XML is not checked. */
  async send(
    name: string,
    { headerBlocks, ...request }: RawRequest,
    options: Omit<ServiceCallOptions, 'headers'> = {},
  ): Promise<ServiceResponse> {
    const called = dynamicOperation(this.messages, this.#operation(name), { reading: this.#reading }, undefined);
    return await this.#send(called, request, headerBlocks, options);
  }

  /**
   * Calls an operation whose response is a list, and gives its records as they arrive: a list of any length needs little
   * memory, and the service waits while records are not taken. What the response has beside the list is read and left out.
   *
   * @throws {ServiceError} for an operation whose response has no list, or several.
   * @throws as `call`, from the first `next()` on; records that were given before are valid.
   */
  async *records(
    name: string,
    input: unknown = {},
    options: ServiceCallOptions = {},
  ): AsyncGenerator<unknown, void, undefined> {
    const lists = this.recordLists(name, input, options);
    if (lists === undefined) throw new ServiceError(`The response of ${name} has no list, or several.`);
    for await (const records of lists) yield* records;
  }

  /** As `records`, in lists as they arrive. Undefined for an operation whose response has no list, or several. */
  recordLists(
    name: string,
    input: unknown = {},
    options: ServiceCallOptions = {},
  ): AsyncGenerator<readonly unknown[], void, undefined> | undefined {
    const operation = this.#operation(name);
    const list = recordListOf(this.messages.model, operation);
    if (list === undefined) return undefined;
    return recordStream({
      messages: this.messages,
      operation,
      list,
      reading: this.#reading,
      called: this.#called(operation).called,
      call: (called, end) => {
        const signal = options.signal === undefined ? end : AbortSignal.any([options.signal, end]);
        return this.#exchange(operation, called, input, { ...options, signal });
      },
    });
  }

  async #exchange(
    operation: ResolvedOperation,
    called: DynamicOperation,
    input: unknown,
    options: ServiceCallOptions,
  ): Promise<ServiceResponse> {
    const { writer } = this.#called(operation);
    const request = writer === undefined ? this.#write(operation, input) : { value: this.#converted(operation, input) };
    return await this.#send(called, request, this.#headerBlocks(operation, options.headers), options);
  }

  async #send(
    called: DynamicOperation,
    request: WrittenRequest,
    headerBlocks: readonly string[],
    { signal, timeout, httpHeaders: headers }: Omit<ServiceCallOptions, 'headers'>,
  ): Promise<ServiceResponse> {
    let httpStatus = 0;
    const onResponse = (response: { readonly httpStatus: number }): void => {
      httpStatus = response.httpStatus;
    };
    const output = (await this.#client.call(called as never, request as never, {
      signal,
      timeout,
      headers,
      headerBlocks,
      onResponse,
    })) as DynamicResponse | undefined;
    const { body, headers: received = {} } = output ?? { body: undefined };
    return {
      body,
      headers: received,
      httpStatus,
      get deviations() {
        return output?.deviations ?? [];
      },
    };
  }

  #called(operation: ResolvedOperation): CalledOperation {
    const known = this.#operations.get(operation);
    if (known !== undefined) return known;
    const messages = this.messages;
    const writer = messages.codecs.writer(operation);
    const made = { writer, called: dynamicOperation(messages, operation, { reading: this.#reading }, writer) };
    this.#operations.set(operation, made);
    return made;
  }

  /** Plausible header blocks of a call, by their names: those that it must have, or all that it can have. */
  exampleHeaders(name: string, which: 'required' | 'all' = 'required'): Readonly<Record<string, unknown>> {
    const operation = this.#operation(name);
    const uses = operation.headers.input.filter(({ required }) => required || which === 'all');
    const examples = uses.map(({ header }): [string, unknown] => {
      const maker = this.messages.maker({ random: new Random(`soapwright ${header.identifier}`) });
      const value = this.messages.makeBlock(header, maker);
      return [header.identifier, this.messages.plainRoot(header, value, { json: true })];
    });
    return Object.fromEntries(examples);
  }

  #converted(operation: ResolvedOperation, fields: unknown): unknown {
    const { value, problems } = this.messages.convert(operation, 'request', fields, []);
    if (problems.length > 0) throw invalid(operation, problemsBelow(operation.input.element.local, problems));
    return value;
  }

  /** The request of a call, which is not sent. @throws as `call`. */
  dryRun(name: string, input: unknown = {}, options: Pick<ServiceCallOptions, 'headers'> = {}): DryRequest {
    const operation = this.#operation(name);
    const { text } = this.#write(operation, input);
    const version = this.#soapVersion;
    return {
      address: this.#address,
      soapVersion: version,
      soapAction: operation.soapAction,
      envelope: envelopeText(version, text, this.#headerBlocks(operation, options.headers)),
    };
  }

  /** A plausible request of an operation, to fill in. */
  example(name: string, seed = 'soapwright'): unknown {
    const operation = this.#operation(name);
    const maker = this.messages.maker({ random: new Random(`${seed} ${operation.name}`) });
    return this.messages.plain(operation, 'request', this.messages.make(operation, 'request', maker), {
      json: true,
    });
  }

  #write(operation: ResolvedOperation, input: unknown): WholeRequest {
    const { fields, attached } = split(operation, input);
    const value = this.#converted(operation, fields);
    const referred: [string, Blob][] = [];
    const attach = (content: string): string => {
      const uri = `cid:${crypto.randomUUID()}`;
      referred.push([uri, new Blob([content], { type: 'text/plain' })]);
      return uri;
    };
    const text = this.messages.write(operation, 'request', value, this.#soapVersion, attach);
    return { text, referred, attached };
  }

  #headerBlocks(operation: ResolvedOperation, given: ServiceCallOptions['headers'] = {}): readonly string[] {
    const uses = operation.headers.input;
    const problems = Object.keys(given)
      .filter((name) => !uses.some(({ header }) => header.identifier === name))
      .map((name): MessageProblem => {
        return { place: `Header/${name}`, reason: 'the contract has no such header block of this operation' };
      });
    const blocks = uses.flatMap(({ header, required }) => {
      const own = given[header.identifier];
      const place = `Header/${header.element.name.local}`;
      if (own === undefined) {
        if (required) problems.push({ place, reason: `it is missing: give a value for ${header.identifier}` });
        return [];
      }
      const converted = this.messages.convertRoot(header, own, []);
      problems.push(...problemsBelow(place, converted.problems));
      if (converted.problems.length > 0) return [];
      return [this.messages.writeBlock(header, converted.value, this.#soapVersion)];
    });
    if (problems.length > 0) throw invalid(operation, problems);
    return blocks;
  }

  #operation(name: string): ResolvedOperation {
    const found = operationOf(this.service, name);
    if (found !== undefined) return found;
    const names = this.service.operations.map(({ identifier }) => identifier);
    const meant = closest(name, names);
    throw new ServiceError(
      `The service has no operation "${name}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
    );
  }
}

interface CalledOperation {
  readonly writer: RootWriter | undefined;
  readonly called: DynamicOperation;
}

function invalid({ name: operation }: ResolvedOperation, problems: readonly MessageProblem[]): ClientError {
  return new ClientError('invalid-request', `The request does not fit the contract. ${problemTexts(problems)}`, {
    operation,
  });
}

/** Attachments beside the envelope are Blobs, or texts, among the fields of the body. */
function split(
  { attachments, name: operation }: ResolvedOperation,
  input: unknown,
): { readonly fields: unknown; readonly attached: Readonly<Record<string, Blob>> } {
  const properties = attachments.input.map(({ property }) => property);
  if (properties.length === 0 || typeof input !== 'object' || input === null) return { fields: input, attached: {} };
  const entries = Object.entries(input);
  const attached = entries
    .filter(([name]) => properties.includes(name))
    .map(([name, value]): [string, Blob] => {
      if (value instanceof Blob) return [name, value];
      if (typeof value === 'string') return [name, new Blob([value], { type: 'text/plain' })];
      throw new ClientError('invalid-request', `${name}: an attachment must be a Blob or a text.`, { operation });
    });
  return {
    fields: Object.fromEntries(entries.filter(([name]) => !properties.includes(name))),
    attached: Object.fromEntries(attached),
  };
}
