import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SoapServer } from '../../soap-server.ts';
import { hostedListener } from '../listener.ts';
import { type ParsedRequest, receivedBody } from './received-body.ts';

/** The members of a Fastify 4 or 5 instance that the plugin uses. */
export interface FastifyHost {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    contentType: string,
    parser: (request: never, payload: never, done: (error: Error | null, body?: undefined) => void) => void,
  ): unknown;
  route(options: {
    readonly method: ('GET' | 'HEAD' | 'POST' | 'OPTIONS')[];
    readonly url: string;
    readonly exposeHeadRoute: boolean;
    readonly handler: (request: FastifyCall, reply: FastifyReply) => void;
  }): unknown;
}

export interface FastifyCall {
  readonly raw: IncomingMessage;
  readonly body?: unknown;
}

export interface FastifyReply {
  readonly raw: ServerResponse;
  /** Leaves the response to the handler. */
  hijack(): unknown;
  /** Headers that hooks have set. */
  getHeaders(): Readonly<Record<string, number | string | string[] | undefined>>;
}

export interface FastifyServiceOptions {
  /** The path of the service below the prefix of `register`; default: the server's own. */
  readonly path?: string;
}

/**
 * A plugin that serves a SOAP service: `app.register(fastifyPlugin(server))`, or with `{ prefix: '/soap', path: '/orders' }`.
 * Hooks of Fastify run before it, such as those that authenticate; body parsers do not.
 */
export function fastifyPlugin(
  server: SoapServer,
): (host: FastifyHost, options: FastifyServiceOptions) => Promise<void> {
  const listener = hostedListener(server);
  const handler = (call: FastifyCall, reply: FastifyReply): void => {
    const request: ParsedRequest = Object.assign(call.raw, call.body !== undefined && { body: call.body });
    const received = receivedBody(request);
    // Those of hooks, which a hijacked reply would lose.
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    reply.hijack();
    listener.handle(request, reply.raw, false, { mounted: true, ...received });
  };
  return async (host, { path = server.path }) => {
    // The service reads the body itself, with its own limits.
    host.removeAllContentTypeParsers();
    host.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    host.route({ method: ['GET', 'HEAD', 'POST', 'OPTIONS'], url: path, exposeHeadRoute: false, handler });
  };
}
