import type { HeaderBlock } from '../soap/header-block.ts';
import type { HeaderContent } from '../soap/header-type.ts';
import type { SoapVersion } from '../soap/version.ts';
import type { HandlerContext } from './handler.ts';
import { headerValue, proxyRequestId, type RequestHead } from './request-head.ts';

/** The id of a request, found on demand: most requests need none. Behind a trusted proxy it is that of the proxy. */
export class RequestId {
  readonly #head: RequestHead;
  readonly #trustProxy: boolean;
  #value: string | undefined;

  constructor(head: RequestHead, { trustProxy }: { readonly trustProxy: boolean }) {
    this.#head = head;
    this.#trustProxy = trustProxy;
  }

  get generated(): string | undefined {
    return this.#value;
  }

  get value(): string {
    this.#value ??= (this.#trustProxy ? proxyRequestId(this.#head) : undefined) ?? crypto.randomUUID();
    return this.#value;
  }
}

/** The context of one request; its costly parts are created on demand. */
export class RequestContext<State> implements HandlerContext<State> {
  readonly operation: string;
  readonly soapVersion: SoapVersion;
  readonly headerBlocks: readonly HeaderBlock[];
  readonly state: State;
  readonly #head: RequestHead;
  readonly #requestId: RequestId;
  /** Set by the authentication. */
  principal: unknown;
  #signal: AbortSignal | undefined;
  #responseHeaderBlocks: HeaderContent[] | undefined;

  constructor(
    operation: string,
    soapVersion: SoapVersion,
    headerBlocks: readonly HeaderBlock[],
    state: State,
    head: RequestHead,
    requestId: RequestId,
  ) {
    this.operation = operation;
    this.soapVersion = soapVersion;
    this.headerBlocks = headerBlocks;
    this.state = state;
    this.#head = head;
    this.#requestId = requestId;
  }

  get requestId(): string {
    return this.#requestId.value;
  }

  get peerAddress(): string | undefined {
    return this.#head.peerAddress;
  }

  get clientCertificate(): Uint8Array | undefined {
    return this.#head.clientCertificate;
  }

  get responseHeaderBlocks(): HeaderContent[] {
    this.#responseHeaderBlocks ??= [];
    return this.#responseHeaderBlocks;
  }

  /** The blocks that the handler has pushed, if any. */
  get pushedHeaders(): readonly HeaderContent[] | undefined {
    return this.#responseHeaderBlocks;
  }

  get signal(): AbortSignal {
    if (this.#signal === undefined) {
      const controller = new AbortController();
      this.#signal = controller.signal;
      this.#head.onAbort?.(() => controller.abort());
    }
    return this.#signal;
  }

  httpHeader(name: string): string | undefined {
    return headerValue(this.#head.rawHeaders, name.toLowerCase());
  }
}
