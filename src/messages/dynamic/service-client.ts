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
import type { Value } from '../model/value.ts';
import type { Deviation, ReadingMode } from '../read/deviation.ts';
import { envelopeText } from '../values/envelope-text.ts';
import { type MessageProblem, problemsBelow } from '../values/plain-message.ts';
import { Random } from '../values/random.ts';
import { ServiceMessages } from '../values/service-messages.ts';
import { describeRequest, type FieldLine } from './describe-request.ts';
import { type DynamicResponse, dynamicOperation, problemTexts, type WrittenRequest } from './dynamic-operation.ts';
import { ServiceError } from './service-error.ts';

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

/** An operation of a service, as it can be called. */
export interface ServiceOperation {
  readonly name: string;
  readonly doc: string | undefined;
  readonly isOneWay: boolean;
  /** Names of the header blocks of its requests; a call without a required one is refused. */
  readonly headers: readonly { readonly name: string; readonly required: boolean }[];
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
export interface RawRequest extends WrittenRequest {
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
  readonly #messages: ServiceMessages;
  readonly #client: SoapClient;
  readonly #reading: ReadingMode;
  readonly #soapVersion: SoapVersion;
  readonly #address: string;
  readonly #operations = new Map<ResolvedOperation, ReturnType<typeof dynamicOperation>>();

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
    this.#messages = new ServiceMessages(contract, this.service);
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

  /** Reads and writes its messages. */
  get messages(): ServiceMessages {
    return this.#messages;
  }

  /** Where calls go. */
  get address(): string {
    return this.#address;
  }

  get operations(): readonly ServiceOperation[] {
    return this.service.operations.map(described);
  }

  /** An operation by the name of its method, or on the wire; undefined for another name. */
  operationNamed(name: string): ServiceOperation | undefined {
    const found = this.#find(name);
    return found && described(found);
  }

  /** The fields of the requests of an operation. @throws {ServiceError} for an unknown one. */
  describe(name: string): DescribedOperation {
    const operation = this.#operation(name);
    const { model } = this.#messages;
    const isEmpty = isEmptyBody(operation.input.element);
    return {
      operation: described(operation),
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
    return await this.send(name, this.prepare(name, input, options), options);
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
    { signal, timeout, httpHeaders: headers }: Omit<ServiceCallOptions, 'headers'> = {},
  ): Promise<ServiceResponse> {
    const operation = this.#operation(name);
    let httpStatus = 0;
    const onResponse = (response: { readonly httpStatus: number }): void => {
      httpStatus = response.httpStatus;
    };
    let called = this.#operations.get(operation);
    if (called === undefined) {
      called = dynamicOperation(this.#messages, operation, { reading: this.#reading });
      this.#operations.set(operation, called);
    }
    const output = (await this.#client.call(called as never, request as never, {
      signal,
      timeout,
      headers,
      headerBlocks,
      onResponse,
    })) as DynamicResponse | undefined;
    const { body, headers: received = {}, deviations = [] } = output ?? { body: undefined };
    return { body, headers: received, httpStatus, deviations };
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
    const maker = this.#messages.maker({ random: new Random(`${seed} ${operation.name}`) });
    return this.#messages.plain(operation, 'request', this.#messages.make(operation, 'request', maker), {
      json: true,
    });
  }

  #write(operation: ResolvedOperation, input: unknown): WrittenRequest {
    const { fields, attached } = split(operation, input);
    const { value, problems } = this.#messages.convert(operation, 'request', fields, []);
    if (problems.length > 0) throw invalid(operation, problemsBelow(operation.input.element.local, problems));
    const referred: [string, Blob][] = [];
    const attach = (content: string): string => {
      const uri = `cid:${crypto.randomUUID()}`;
      referred.push([uri, new Blob([content], { type: 'text/plain' })]);
      return uri;
    };
    const text = this.#messages.write(operation, 'request', value, this.#soapVersion, attach);
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
      const converted = this.#messages.convertRoot(header, own, []);
      problems.push(...problemsBelow(place, converted.problems));
      if (converted.problems.length > 0) return [];
      return [this.#messages.writeBlock(header, converted.value, this.#soapVersion)];
    });
    if (problems.length > 0) throw invalid(operation, problems);
    return blocks;
  }

  #find(name: string): ResolvedOperation | undefined {
    const { operations } = this.service;
    return operations.find(({ identifier }) => identifier === name) ?? operations.find((one) => one.name === name);
  }

  #operation(name: string): ResolvedOperation {
    const found = this.#find(name);
    if (found !== undefined) return found;
    const names = this.service.operations.map(({ identifier }) => identifier);
    const meant = closest(name, names);
    throw new ServiceError(
      `The service has no operation "${name}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
    );
  }
}

function described({ identifier: name, doc, output, headers }: ResolvedOperation): ServiceOperation {
  return {
    name,
    doc,
    isOneWay: output === undefined,
    headers: headers.input.map(({ header, required }) => ({ name: header.identifier, required })),
  };
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
