import type { ServerResponse } from 'node:http';
import type { SoapServer } from '../../soap-server.ts';
import { hostedListener } from '../listener.ts';
import { type ParsedRequest, receivedBody } from './received-body.ts';

/** A request of Express 4 or 5, or of Connect. */
export interface ExpressRequest extends ParsedRequest {
  /** The request target before a mount path was removed from `url`. */
  readonly originalUrl?: string;
  /** Present in handlers of `app.all(path, …)` and the like. */
  readonly route?: unknown;
}

/** Middleware of Express, and of frameworks built on it. */
export type ExpressHandler = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Middleware that responds with a SOAP service.
 *
 * - `app.use('/orders', expressHandler(server))` and `app.all('/orders', …)` serve it at that path, whatever path the
 *   server has; the addresses in the WSDL and on pages are those of the request.
 * - `app.use(expressHandler(server))` serves it at the server's own path.
 *
 * All other requests go on to `next()`, those of the server's `routes` too. A body that `express.raw` or `express.text` has
 * read is taken as it is; of one that another parser has read, nothing is left: `next` gets a TypeError at once.
 */
export function expressHandler(server: SoapServer): ExpressHandler {
  const listener = hostedListener(server);
  return (request, response, next) => {
    const target = request.originalUrl ?? request.url ?? '/';
    const mounted = request.route !== undefined || isMounted(request, target);
    if (!mounted && pathOf(target) !== server.path) {
      next();
      return;
    }
    let received: ReturnType<typeof receivedBody>;
    try {
      received = receivedBody(request);
    } catch (error) {
      next(error);
      return;
    }
    listener.handle(request, response, false, { target, mounted, ...received });
  };
}

/** Whether the request is for the path that the middleware is mounted at, which Express removes from `url`. */
function isMounted({ url = '/' }: ExpressRequest, target: string): boolean {
  return url !== target && pathOf(url) === '/';
}

function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? '';
}
