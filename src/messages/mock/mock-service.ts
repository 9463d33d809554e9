import { type FaultCode, SoapFault, TypedFault } from '@soapwright/runtime';
import type { ResolvedFault, ResolvedOperation } from '../../contract/index.ts';
import { closest, Report } from '../../diagnostics/index.ts';
import { contractOfFile } from '../contract-of-file.ts';
import type { Value } from '../model/value.ts';
import { Random } from '../values/random.ts';
import type { Converted } from '../values/service-messages.ts';
import type { ComputedOutcome, MockFault, MockOutcome } from './example.ts';
import { failureOf, MockError } from './mock-error.ts';
import type { ReceivedRequest } from './mock-server.ts';
import { type OpenMock, openMock } from './open-mock.ts';

export { MockError } from './mock-error.ts';
export type { ReceivedRequest } from './mock-server.ts';
export { type RecordedTransportOptions, recordedTransport } from './recorded-transport.ts';

export interface MockServiceOptions {
  /** The same seed gives the same responses; default `soapwright`. */
  readonly seed?: string | number | undefined;
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /** Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Path of the service; default: that of the contract's address. */
  readonly path?: string | undefined;
  /** Folder with a YAML file of examples for each operation that has any. */
  readonly examples?: string | undefined;
  /** Respond with a fault to a request that deviates from the contract; default true. */
  readonly strict?: boolean | undefined;
  /** Of a WSDL: the overlay. */
  readonly overlay?: string | undefined;
  /** Of a WSDL: the service, and one of its ports. */
  readonly service?: string | undefined;
  readonly wsdlPort?: string | undefined;
}

export interface RuleOptions {
  /** Milliseconds before the response. */
  readonly delay?: number | undefined;
  /** Number of requests that get this response; later ones get the next rule's. Default: any number. */
  readonly times?: number | undefined;
}

/** A fault as a rule has it. */
export interface RuleFault {
  readonly reason: string;
  /** Default `Receiver`. */
  readonly code?: FaultCode | undefined;
  /** HTTP status; default that of the code. */
  readonly status?: number | undefined;
  /** Name of a fault that the contract declares for the operation. */
  readonly name?: string | undefined;
  /** Value of its detail; required fields that are missing are made up. */
  readonly detail?: unknown;
}

type RequestOf<Handler> = Handler extends (request: infer Request, ...rest: never[]) => unknown ? Request : unknown;
type ResponseOf<Handler> = Handler extends (...parameters: never[]) => infer Response ? Awaited<Response> : unknown;
/** Some of the fields of a value, at any depth. */
export type PartOf<Type> = Type extends readonly unknown[] | Date | Uint8Array
  ? Type
  : Type extends object
    ? { readonly [Name in keyof Type]?: PartOf<Type[Name]> }
    : Type;

/** Decides the responses to the requests of one operation. Rules that are added later count first. */
export interface MockRule<Handler = unknown> {
  /**
   * Responds with a value, or with what a function returns for each request. Required fields that are missing are made up. A
   * function may throw a `SoapFault`, also one that the operation declares.
   *
   * @throws {MockError} for a value that does not fit the contract, with the path of each mistake.
   */
  respond(
    response: PartOf<ResponseOf<Handler>> | ((request: RequestOf<Handler>) => unknown),
    options?: RuleOptions,
  ): void;
  /** Responds with a fault. @throws {MockError} for a fault that the operation does not declare. */
  fault(fault: RuleFault, options?: RuleOptions): void;
}

/** A mock for tests, which listens. `Handlers` is the generated interface of the handlers, for the types of values. */
export interface MockService<Handlers extends object = Readonly<Record<string, unknown>>> {
  /** Address of the service; with `?wsdl` that of its WSDL. */
  readonly url: string;
  /** All requests until now, decoded. */
  readonly requests: readonly ReceivedRequest[];
  /**
   * @param operation name of its method.
   * @param when part of the requests that the rule is for; default: all.
   * @throws {MockError} for an unknown operation, and a pattern with fields that the request does not have.
   */
  on<Name extends keyof Handlers & string>(
    operation: Name,
    when?: PartOf<RequestOf<Handlers[Name]>>,
  ): MockRule<Handlers[Name]>;
  /** The decoded requests of an operation. */
  requestsOf<Name extends keyof Handlers & string>(operation: Name): readonly RequestOf<Handlers[Name]>[];
  /** Forgets requests and rules; the examples of the folder are read again. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * Starts a service that responds as a contract says, for tests with Vitest, Jest, node:test or any other runner.
 *
 * @param contract path of a contract in YAML or of a WSDL.
 * @throws {MockError} for a contract or an example with errors, and when it cannot listen.
 *
 * @example
 * const mock = await mockService('schema/shop.yaml');
 * mock.on('Find', { Number: '7' }).respond({ Status: 'paid' });
 * const client = new ShopClient({ address: mock.url });
 */
export async function mockService<Handlers extends object = Readonly<Record<string, unknown>>>(
  contract: string,
  options: MockServiceOptions = {},
): Promise<MockService<Handlers>> {
  const { seed = 'soapwright', strict = true, overlay, service, wsdlPort, ...rest } = options;
  const report = new Report();
  const loaded = contractOfFile(contract, { overlay, choice: { service, port: wsdlPort } }, report);
  const requests: ReceivedRequest[] = [];
  const settings = {
    ...rest,
    seed: String(seed),
    strict,
    onRequest: (request: ReceivedRequest) => requests.push(request),
  };
  const open = loaded && (await openMock(loaded, settings, report));
  if (open === undefined) throw failureOf(report);
  return new Mock(open, requests, String(seed));
}

interface DeclaredDetail {
  readonly fault: ResolvedFault;
  readonly detail: Value;
}

class Mock<Handlers extends object> implements MockService<Handlers> {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  readonly #mock: OpenMock;
  readonly #seed: string;

  constructor(mock: OpenMock, requests: ReceivedRequest[], seed: string) {
    this.url = mock.listening.url;
    this.requests = requests;
    this.#mock = mock;
    this.#seed = seed;
  }

  on<Name extends keyof Handlers & string>(name: Name, when?: unknown): MockRule<Handlers[Name]> {
    const operation = this.#operation(name);
    const { messages, behaviour } = this.#mock;
    const pattern =
      when === undefined
        ? undefined
        : checked('when', messages.convert(operation, 'request', when, ['when'], { partial: true }));
    const add = (outcome: MockOutcome | ComputedOutcome, { times = Number.POSITIVE_INFINITY }: RuleOptions): void =>
      behaviour.add(operation, { when: pattern, outcomes: [outcome], times });
    return {
      respond: (response, options = {}) => {
        const { delay = 0 } = options;
        if (typeof response !== 'function') add(this.#response(operation, response, delay), options);
        else {
          const respond = response as (request: Value) => unknown;
          const compute = async (request: Value): Promise<MockOutcome> =>
            this.#response(operation, await this.#called(operation, respond, request), delay);
          add({ kind: 'computed', compute }, options);
        }
      },
      fault: (fault, options = {}) =>
        add({ kind: 'fault', fault: this.#fault(operation, fault), delay: options.delay ?? 0 }, options),
    };
  }

  requestsOf<Name extends keyof Handlers & string>(name: Name): readonly RequestOf<Handlers[Name]>[] {
    const { identifier } = this.#operation(name);
    const own = this.requests.filter(({ operation }) => operation === identifier);
    return own.map(({ request }) => request as RequestOf<Handlers[Name]>);
  }

  reset(): void {
    this.requests.length = 0;
    const report = new Report();
    this.#mock.reload(report);
    if (report.hasErrors) throw failureOf(report);
  }

  close(): Promise<void> {
    return this.#mock.listening.close(0);
  }

  #operation(name: string): ResolvedOperation {
    const { operations } = this.#mock.service;
    const found = operations.find((one) => one.identifier === name || one.name === name);
    if (found !== undefined) return found;
    const suggestion = closest(
      name,
      operations.map(({ identifier }) => identifier),
    );
    const meant = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
    throw new MockError(`The contract has no operation "${name}".${meant}`);
  }

  #response(operation: ResolvedOperation, given: Value, delay: number): MockOutcome {
    const { messages } = this.#mock;
    const missing = messages.maker({ random: new Random(`${this.#seed} ${operation.name}`) });
    const converted = messages.convert(operation, 'response', given, ['response'], { missing });
    return { kind: 'respond', value: checked('response', converted), delay };
  }

  /** What a function of a rule returns for a request. The detail of a declared fault that it throws is converted. */
  async #called(operation: ResolvedOperation, respond: (request: Value) => unknown, request: Value): Promise<Value> {
    try {
      return await respond(request);
    } catch (error) {
      throw error instanceof TypedFault ? this.#withDetail(operation, error) : error;
    }
  }

  /** A client's fault type can read its detail, but not write it. */
  #withDetail(operation: ResolvedOperation, thrown: TypedFault<unknown>): SoapFault {
    const { code, reason, subcode, language, httpStatus, retryAfter, type, value } = thrown;
    const { fault, detail } = this.#declared(operation, type.name, value);
    const detailXml = this.#mock.messages.writeRoot(fault, detail);
    const { identifier: detailCode } = fault;
    const init = { code, reason, subcode, language, httpStatus, retryAfter, detailCode, detailXml };
    return new SoapFault({ ...init, cause: thrown });
  }

  #fault(operation: ResolvedOperation, { name, detail = {}, status, reason, code = 'Receiver' }: RuleFault): MockFault {
    const declared = name === undefined ? undefined : this.#declared(operation, name, detail);
    return { reason, code, status, declared };
  }

  /** @throws {MockError} for a fault that the operation does not declare, and a detail that does not fit it. */
  #declared({ faults, name: operation }: ResolvedOperation, name: string, given: Value): DeclaredDetail {
    const fault = faults.find(({ identifier, element }) => identifier === name || element.name.local === name);
    if (fault === undefined) throw new MockError(`The operation ${operation} declares no fault "${name}".`);
    const { messages } = this.#mock;
    const missing = messages.maker({ random: new Random(`${this.#seed} ${name}`) });
    return { fault, detail: checked('detail', messages.convertRoot(fault, given, ['detail'], { missing })) };
  }
}

/** @throws {MockError} with the path of each mistake. */
function checked(what: string, { value, problems }: Converted): Value {
  if (problems.length === 0) return value;
  const texts = problems.map(({ path, reason, among }) => {
    if (among === undefined) return `${path.join('/')}: ${reason}`;
    const name = String(path.at(-1));
    const suggestion = closest(name, among);
    const meant = suggestion === undefined ? `its fields are ${among.join(', ')}` : `did you mean "${suggestion}"?`;
    return `${path.slice(0, -1).join('/')} has no field "${name}": ${meant}`;
  });
  throw new MockError(`The ${what} does not fit the contract: ${texts.join('; ')}`);
}
