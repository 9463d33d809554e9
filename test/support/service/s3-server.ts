import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A store of objects in memory, with the requests of S3 that the service uses. Signatures are not checked. */
export interface S3Server {
  readonly endpoint: string;
  readonly objects: Map<string, Buffer>;
  /** Method and path of each request, with its `range`. */
  readonly requests: string[];
  /** Decides over a request before it is served: a status and an error code to respond with, or undefined. */
  reject: (request: IncomingMessage) => readonly [status: number, code: string] | undefined;
  close(): Promise<void>;
}

export async function startS3Server(bucket: string): Promise<S3Server> {
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const store: S3Server = {
    endpoint: `http://127.0.0.1:${port}`,
    objects: new Map(),
    requests: [],
    reject: () => undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<ServerResponse> => {
    const url = new URL(request.url ?? '', store.endpoint);
    const { range = '' } = request.headers;
    store.requests.push([request.method, url.pathname + url.search, range].filter((text) => text !== '').join(' '));
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const rejected = store.reject(request);
    if (rejected !== undefined) return fail(response, ...rejected);
    const key = url.pathname.slice(`/${bucket}/`.length);
    if (request.method === 'PUT') return put(request, response, { key, body });
    if (request.method === 'DELETE') {
      store.objects.delete(key);
      return response.writeHead(204).end();
    }
    if (key === '') return list(url.searchParams, response);
    return get(range, response, store.objects.get(key));
  };
  const put = (
    { headers }: IncomingMessage,
    response: ServerResponse,
    { key, body }: { readonly key: string; readonly body: Buffer },
  ): ServerResponse => {
    if (headers['content-length'] === undefined) return fail(response, 411, 'MissingContentLength');
    const digest = createHash('sha256').update(body).digest('hex');
    if (digest !== headers['x-amz-content-sha256']) return fail(response, 400, 'XAmzContentSHA256Mismatch');
    store.objects.set(key, body);
    return response.writeHead(200).end();
  };
  const list = (query: URLSearchParams, response: ServerResponse): ServerResponse => {
    const [marker, prefix, most] = [
      query.get('marker') ?? '',
      query.get('prefix') ?? '',
      Number(query.get('max-keys')),
    ];
    const keys = [...store.objects.keys()].filter((key) => key > marker && key.startsWith(prefix)).sort();
    const contents = keys.slice(0, most).map((key) => {
      const size = store.objects.get(key)?.length ?? 0;
      return `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key><LastModified>2026-01-02T03:04:05.678Z</LastModified><Size>${size}</Size></Contents>`;
    });
    return response.end(
      `<ListBucketResult><IsTruncated>${keys.length > most}</IsTruncated>${contents.join('')}</ListBucketResult>`,
    );
  };
  return store;
}

function get(range: string, response: ServerResponse, object: Buffer | undefined): ServerResponse {
  if (object === undefined) return fail(response, 404, 'NoSuchKey');
  const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  const bytes = object.subarray(Number(from), Number(to) + 1);
  if (bytes.length === 0) return fail(response, 416, 'InvalidRange');
  response.writeHead(206, { 'content-range': `bytes ${from}-${Number(from) + bytes.length - 1}/${object.length}` });
  return response.end(bytes);
}

function fail(response: ServerResponse, status: number, code: string): ServerResponse {
  response.writeHead(status, { 'content-type': 'application/xml' });
  return response.end(`<Error><Code>${code}</Code></Error>`);
}
