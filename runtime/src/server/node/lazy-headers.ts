import { type IncomingHttpHeaders, IncomingMessage } from 'node:http';

const own = Object.getOwnPropertyDescriptor(IncomingMessage.prototype, 'headers');

/**
 * A request that makes the object `headers` when it is used. Node looks for `expect` in it in each request, and would add
 * all other headers for that; a server of SOAP reads `rawHeaders`. The first use of `headers` gets a view that looks names
 * up in `rawHeaders`, and makes the object for all that is more than a name that was not sent. Later uses get the object.
 */
export class LazyHeadersRequest extends IncomingMessage {
  /** Whether `headers` was read, and whether its object was made. */
  headersUse: 'none' | 'view' | 'object' = 'none';

  static {
    // Where `headers` is not an accessor of the prototype, as in other runtimes, requests are usual ones.
    if (own?.get !== undefined) Object.defineProperty(LazyHeadersRequest.prototype, 'headers', { ...own, get });
  }
}

function get(this: LazyHeadersRequest): IncomingHttpHeaders {
  if (this.headersUse !== 'none') return allHeaders(this);
  this.headersUse = 'view';
  return new Proxy<IncomingHttpHeaders>({}, new View(this));
}

/** Node makes the object when it is first read. */
function allHeaders(request: LazyHeadersRequest): IncomingHttpHeaders {
  request.headersUse = 'object';
  return own?.get?.call(request);
}

/** The headers of a request. */
class View implements ProxyHandler<IncomingHttpHeaders> {
  readonly #request: LazyHeadersRequest;

  constructor(request: LazyHeadersRequest) {
    this.#request = request;
  }

  get(_: IncomingHttpHeaders, name: string | symbol): unknown {
    const { rawHeaders, headersUse } = this.#request;
    const isAbsent = headersUse === 'view' && typeof name === 'string' && !(name in Object.prototype);
    return isAbsent && !wasSent(rawHeaders, name) ? undefined : Reflect.get(allHeaders(this.#request), name);
  }

  has(_: IncomingHttpHeaders, name: string | symbol): boolean {
    return Reflect.has(allHeaders(this.#request), name);
  }

  ownKeys(): (string | symbol)[] {
    return Reflect.ownKeys(allHeaders(this.#request));
  }

  getOwnPropertyDescriptor(_: IncomingHttpHeaders, name: string | symbol): PropertyDescriptor | undefined {
    return Reflect.getOwnPropertyDescriptor(allHeaders(this.#request), name);
  }

  set(_: IncomingHttpHeaders, name: string | symbol, value: unknown): boolean {
    return Reflect.set(allHeaders(this.#request), name, value);
  }

  defineProperty(_: IncomingHttpHeaders, name: string | symbol, property: PropertyDescriptor): boolean {
    return Reflect.defineProperty(allHeaders(this.#request), name, property);
  }

  deleteProperty(_: IncomingHttpHeaders, name: string | symbol): boolean {
    return Reflect.deleteProperty(allHeaders(this.#request), name);
  }
}

function wasSent(rawHeaders: readonly string[], lowerCaseName: string): boolean {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === lowerCaseName.length && name.toLowerCase() === lowerCaseName) return true;
  }
  return false;
}
