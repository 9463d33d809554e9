import { randomUUID } from 'node:crypto';
import type { HttpResponse, PendingBody, RequestHead, SoapServer } from '@soapwright/runtime/server';

export type Begun = ReturnType<SoapServer['begin']>;

/** Another protocol on the port of the service, below a path of its own. */
export interface Mount {
  /** Begins the paths of its requests. */
  readonly prefix: string;
  /** As `begin` of a SoapServer: never rejects. */
  begin(request: MountedRequest): Begun;
}

interface RequestCaller {
  readonly requestId: string;
  readonly peerAddress: string | undefined;
  httpHeader(name: string): string | undefined;
}

/** A request to a mount. */
export class MountedRequest implements RequestCaller {
  readonly requestId: string = randomUUID();
  readonly method: string;
  /** Below the prefix, as it was sent. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly head: RequestHead;

  constructor(head: RequestHead, prefix: string) {
    const rest = head.target.slice(prefix.length);
    const [path = ''] = rest.split('?', 1);
    this.head = head;
    this.method = head.method;
    this.path = path;
    this.query = new URLSearchParams(rest.slice(path.length));
  }

  get peerAddress(): string | undefined {
    return this.head.peerAddress;
  }

  /** The value of a header; those of one name are joined by commas. */
  httpHeader(name: string): string | undefined {
    const { rawHeaders } = this.head;
    const values = rawHeaders.filter(
      (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name.toLowerCase(),
    );
    return values.length === 0 ? undefined : values.join(', ');
  }

  /** The request as the caller of a check of credentials. */
  asCaller<State>(state: State): RequestCaller & { readonly state: State } {
    const { requestId, peerAddress } = this;
    return { requestId, peerAddress, httpHeader: (name) => this.httpHeader(name), state };
  }
}

/** The server with other protocols beside the SOAP service. */
export function mounted(server: SoapServer, mounts: readonly Mount[]): SoapServer {
  if (mounts.length === 0) return server;
  return {
    path: server.path,
    get load() {
      return server.load;
    },
    fetch: (request, info) => server.fetch(request, info),
    begin(head) {
      const mount = mounts.find(({ prefix }) => head.target.startsWith(prefix));
      return mount === undefined ? server.begin(head) : mount.begin(new MountedRequest(head, mount.prefix));
    },
  };
}

/** A complete response. @param headers names and values. */
export function responseOf(
  status: number,
  headers: Readonly<Record<string, string | undefined>>,
  body: string = '',
): HttpResponse {
  const all = { 'Content-Length': String(Buffer.byteLength(body)), 'Cache-Control': 'no-store', ...headers };
  const listed = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
  return { status, headers: listed, body };
}

/** A request whose body is received in memory; `refused` responds to one that is too large (413) or encoded (415). */
export function pendingBody(
  request: MountedRequest,
  limit: number,
  { respond, refused }: Pick<PendingBody, 'respond'> & { readonly refused: (status: number) => HttpResponse },
): Begun {
  const announced = request.httpHeader('content-length');
  const length = announced === undefined ? undefined : Number(announced);
  if (request.httpHeader('content-encoding') !== undefined) return refused(415);
  if (length !== undefined && length > limit) return refused(413);
  return {
    limit,
    length,
    coding: undefined,
    mostBytes: limit,
    respond,
    tooLarge: () => refused(413),
    undecodable: () => refused(415),
    intake: () => undefined,
  };
}
