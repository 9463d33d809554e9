import { defaultTransport, watchSignal } from '#transport';
import type { HeaderContent } from '../soap/header-type.ts';
import type { AnyClientOperation, ClientOneWayOperation, ClientOperation } from '../soap/operation.ts';
import type { SoapVersion } from '../soap/version.ts';
import type { Deviation } from '../xml/deviation.ts';
import { type NamedLimits, withDefaults } from '../xml/limits.ts';
import { type Address, parseAddress } from './address.ts';
import { errorsOf, type Fail } from './call-error.ts';
import { type ExchangeSettings, exchange } from './call-exchange.ts';
import { Cancellation } from './cancellation.ts';
import { ClientError } from './client-error.ts';
import { HttpHeaders } from './http-headers.ts';
import type { Call, Next, SoapResponse } from './interceptor.ts';
import { type CallOptions, type ClientOptions, checkTimeout, readerOptionsOf } from './options.ts';

const minute = 60_000;

/**
 * Calls the operations of one service. Generated clients are built on it.
 *
 * @example
 * const client = new SoapClient({ address: 'https://soap.example/greeter' });
 * const { Text } = await client.call(Greet, { Name: 'Anna' });
 */
export class SoapClient {
  readonly #address: Address;
  readonly #soap: SoapVersion;
  readonly #timeout: number;
  readonly #headers: HttpHeaders;
  readonly #headerBlocks: readonly HeaderContent[];
  readonly #settings: ExchangeSettings;
  /** The interceptors and the exchange; undefined without interceptors. */
  readonly #chain: Next | undefined;
  readonly #onDeviation: ClientOptions['onDeviation'];

  /** @throws {ClientError} `invalid-options`. */
  constructor(options: ClientOptions & { readonly address: string }) {
    this.#address = parseAddress(options.address);
    this.#soap = checkVersion(options.soap ?? '1.1');
    this.#timeout = checkTimeout(options.timeout ?? minute);
    const { url, authorization } = this.#address;
    this.#headers = new HttpHeaders(authorization ? { Authorization: authorization } : {});
    this.#headers.replace(new HttpHeaders(options.headers));
    this.#headerBlocks = options.headerBlocks ?? [];
    const limits = checkLimits(options.limits);
    const transport = options.transport ?? defaultTransport();
    this.#settings = {
      transport: options.authentication?.over(transport, url) ?? transport,
      url,
      reading: {
        limits,
        ...readerOptionsOf(options.reading),
        charset: 'utf-8',
        understood: options.understood,
      },
      maxResponseBytes: limits.maxBodyBytes,
      limits,
      spool: options.spool,
      multipart: options.multipart,
      actionParameter: options.actionParameter === true,
      cookies: options.cookies,
    };
    this.#onDeviation = options.onDeviation;
    const { interceptors = [] } = options;
    if (interceptors.length > 0) {
      const innermost: Next = (call) => exchange(call, this.#settings);
      this.#chain = interceptors.reduceRight((next, interceptor) => interceptor(handled(next)), innermost);
    }
  }

  /**
   * Calls an operation.
   *
   * @returns its result.
   * @throws {SoapFault} the fault with which the service responds.
   * @throws {ClientError} when the request cannot be sent, or there is no valid response.
   */
  call<Input, Output>(operation: ClientOperation<Input, Output>, input: Input, options?: CallOptions): Promise<Output>;
  /** Calls a one-way operation. The promise resolves when the service has accepted the request. */
  call<Input>(operation: ClientOneWayOperation<Input>, input: Input, options?: CallOptions): Promise<void>;
  call<Input, Output>(
    operation: AnyClientOperation<Input, Output>,
    input: Input,
    options: CallOptions = {},
  ): Promise<Output> {
    // Settled here, so that a timeout ends the call even if an interceptor or the transport ignores the signal.
    return new Promise((resolve, reject) => {
      const timeout = options.timeout === undefined ? this.#timeout : checkTimeout(options.timeout);
      const cancellation = new Cancellation();
      const call = this.#prepare(operation, input, options, cancellation);
      const fail = errorsOf(call);
      const { signal } = options;
      if (signal?.aborted) throw aborted(fail, signal);
      let over = false;
      const settle = (): void => {
        over = true;
        clearTimeout(timer);
        unwatch?.();
      };
      const end = (error: unknown): void => {
        settle();
        reject(error);
        cancellation.cancel(error);
      };
      const onDeviation = options.onDeviation ?? this.#onDeviation;
      const report = (): void =>
        call.deviations?.forEach((deviation) => {
          onDeviation?.({ ...deviation, operation: operation.name });
        });
      const failed = (error: unknown): void => {
        settle();
        reject(error);
        // An interceptor may have thrown while its request is still being sent.
        if (this.#chain !== undefined) cancellation.cancel(error);
      };
      const late = (): void => end(fail('timeout', `no response within ${timeout} ms.`));
      const timer = timeout === Number.POSITIVE_INFINITY ? undefined : setTimeout(late, timeout);
      const unwatch = signal && watchSignal(signal, () => end(aborted(fail, signal)));
      const succeeded = (response: SoapResponse | undefined): void => {
        if (over) return;
        try {
          if (response === undefined) throw new TypeError('An interceptor returned no response.');
          options.onResponse?.(response);
        } catch (error) {
          failed(error);
          return;
        }
        settle();
        resolve(response.output as Output);
      };
      try {
        const running = this.#chain?.(call) ?? exchange(call, this.#settings, cancellation);
        (call.deviations === undefined ? running : running.finally(report)).then(succeeded, failed);
      } catch (error) {
        // An interceptor that is not an async function can throw.
        failed(error);
      }
    });
  }

  #prepare<Input, Output>(
    operation: AnyClientOperation<Input, Output>,
    input: Input,
    options: CallOptions,
    cancellation: Cancellation,
  ): Call {
    const call = new PreparedCall(
      {
        operation,
        input,
        address: this.#address.url,
        soapVersion: this.#soap,
        headers: this.#headersOf(options),
        headerBlocks: withBlocks(this.#headerBlocks, options.headerBlocks),
        deviations: (options.onDeviation ?? this.#onDeviation) && [],
      },
      cancellation,
    );
    // Interceptors receive a plain object, so that they can spread it.
    return this.#chain === undefined ? call : { ...call, signal: call.signal };
  }

  /** A copy, if interceptors or the call can change it. */
  #headersOf(options: CallOptions): HttpHeaders {
    if (this.#chain === undefined && options.headers === undefined) return this.#headers;
    const headers = new HttpHeaders(this.#headers);
    if (options.headers !== undefined) headers.replace(new HttpHeaders(options.headers));
    return headers;
  }
}

/** A class, because a getter in an object literal would give every call a hidden class of its own. */
class PreparedCall implements Call {
  readonly operation: AnyClientOperation<unknown, unknown>;
  readonly input: unknown;
  readonly address: string;
  readonly soapVersion: SoapVersion;
  readonly headers: HttpHeaders;
  readonly headerBlocks: readonly HeaderContent[];
  readonly deviations: Deviation[] | undefined;
  readonly #cancellation: Cancellation;

  constructor(call: Omit<Call, 'signal'>, cancellation: Cancellation) {
    this.operation = call.operation;
    this.input = call.input;
    this.address = call.address;
    this.soapVersion = call.soapVersion;
    this.headers = call.headers;
    this.headerBlocks = call.headerBlocks;
    this.deviations = call.deviations;
    this.#cancellation = cancellation;
  }

  get signal(): AbortSignal {
    return this.#cancellation.signal;
  }
}

/** The client's blocks and those of a call, which replace the client's of the same type. */
function withBlocks(
  client: readonly HeaderContent[],
  call: readonly HeaderContent[] | undefined,
): readonly HeaderContent[] {
  if (call === undefined || call.length === 0) return client;
  const replaced = new Set(call.map((block) => (typeof block === 'string' ? undefined : block.type)));
  return [...client.filter((block) => typeof block === 'string' || !replaced.has(block.type)), ...call];
}

/** Marks rejections as handled: an interceptor that throws abandons its requests, and Node exits on unhandled rejections. */
function handled(next: Next): Next {
  return (call) => {
    const response = next(call);
    Promise.resolve(response).catch(() => undefined);
    return response;
  };
}

function aborted(fail: Fail, signal: AbortSignal): ClientError {
  return fail('aborted', 'the signal of the call was aborted.', { cause: signal.reason });
}

function checkVersion(version: SoapVersion): SoapVersion {
  if (version === '1.1' || version === '1.2') return version;
  throw new ClientError('invalid-options', `soap is '1.1' or '1.2', not ${JSON.stringify(version)}.`);
}

function checkLimits(limits: ClientOptions['limits']): NamedLimits {
  try {
    return { ...withDefaults(limits), maxExpansion: limits?.maxExpansion };
  } catch (error) {
    throw new ClientError('invalid-options', error instanceof Error ? error.message : String(error));
  }
}
