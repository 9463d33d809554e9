import {
  type BufferedRequest,
  memoryTransport,
  type Transport,
  type TransportResponse,
} from '@soapwright/runtime/client';
import {
  type UploadEvent,
  Uploader,
  type UploaderOptions,
  type UploadOptions,
} from '../../../upload-client/src/index.ts';
import type { Harness } from './harness.ts';

/** A transport to a service in this process. */
export function transportTo({ server }: Pick<Harness, 'server'>, peerAddress = '192.0.2.7'): Transport {
  return memoryTransport({ fetch: (request) => server.fetch(request, { peerAddress }) });
}

/** A failure of one request. */
export type RequestFailure =
  /** No failure. */
  | 'none'
  /** The connection breaks before the service has received the complete request. */
  | 'lost-request'
  /** The service processes the request, and the response is lost. */
  | 'lost-response'
  /** The service processes it twice, as when a proxy repeats a request. */
  | 'duplicated'
  /** A proxy has no service behind it. */
  | 'bad-gateway'
  /** The service stops. */
  | 'fault';

/** A transport with failures. `next` is called before each request. */
export function unreliable(transport: Transport, next: (request: BufferedRequest) => RequestFailure): Transport {
  return {
    async send(request): Promise<TransportResponse> {
      // Without `streams`, all requests are complete in memory.
      switch (next(request as BufferedRequest)) {
        case 'none':
          return await transport.send(request);
        case 'lost-request':
          throw new Error('read ECONNRESET');
        case 'lost-response':
          await transport.send(request);
          throw new Error('socket hang up');
        case 'duplicated':
          await transport.send(request);
          return await transport.send(request);
        case 'bad-gateway':
          return responseWith(502, 'text/html', '<html><body>Bad Gateway</body></html>');
        case 'fault':
          return responseWith(
            500,
            'text/xml; charset=utf-8',
            `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Server</faultcode><faultstring>The service stops.</faultstring></soap:Fault></soap:Body></soap:Envelope>`,
          );
      }
    },
  };
}

export function responseWith(status: number, type: string, text: string): TransportResponse {
  return { status, headers: ['Content-Type', type], body: new TextEncoder().encode(text) };
}

const namespace = 'https://files.example/v2/';

/** A SOAP 1.1 response to a chunk, with these elements. */
export function resultWith(elements: string): TransportResponse {
  return responseWith(
    200,
    'text/xml; charset=utf-8',
    `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><AppendChunkWithFolderAccessKeyResponse xmlns="${namespace}"><ChunkUploadResult>${elements}</ChunkUploadResult></AppendChunkWithFolderAccessKeyResponse></soap:Body></soap:Envelope>`,
  );
}

export function rejectedWith(message: string): TransportResponse {
  return resultWith(`<ErrorMessage>${message}</ErrorMessage><ChunkAppended>false</ChunkAppended>`);
}

/** The Offset of a request, as in its message. */
export function offsetOf({ body }: Pick<BufferedRequest, 'body'>): number {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return Number(/<Offset>(\d+)<\/Offset>/.exec(text)?.[1]);
}

/** An uploader for a folder of the harness with short delays, and its events. */
export function uploaderFor(
  transport: Transport,
  options: Partial<UploaderOptions> = {},
): { readonly uploader: Uploader; readonly events: UploadEvent[]; readonly listening: UploadOptions } {
  const events: UploadEvent[] = [];
  const uploader = new Uploader({
    url: 'http://service.example/v2/fileservice.asmx',
    apiKey: 'key-for-all',
    folderKey: 'folder-anna-in',
    transport,
    chunkSize: 10,
    ...options,
    retry: { firstDelay: 1, longestDelay: 2, ...options.retry },
  });
  return { uploader, events, listening: { onEvent: (event) => events.push(event) } };
}
