import { largeBody, type ResponseHead, type Sending } from '@soapwright/runtime/client/authentication';
import { type Dispatcher, request } from 'undici';
import type { OwnConnection } from './own-connection.ts';
import type { Connections } from './proxy-connections.ts';

/** A request of a command. */
export interface CommandRequest {
  /** Whether the address may see credentials. */
  readonly trusted: boolean;
  readonly method: 'GET' | 'POST';
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  readonly signal: AbortSignal;
}

interface Received extends ResponseHead {
  readonly response: Dispatcher.ResponseData;
}

/**
 * Sends a request, signed in if it is trusted and the user asked for it. Redirects are not followed.
 *
 * @throws {ClientError} instead of sending credentials that the options do not allow, and the errors of undici.
 */
export async function signedRequest(
  address: URL,
  connections: Connections,
  { trusted, method, headers, body, signal }: CommandRequest,
): Promise<Dispatcher.ResponseData> {
  let before: Dispatcher.ResponseData | undefined;
  const send = async ({ authorization, withBody, connection }: Sending<OwnConnection>): Promise<Received> => {
    // Otherwise its connection takes no other request.
    await before?.body.dump();
    const response = await request(address, {
      dispatcher: connection?.dispatcher ?? connections.dispatcher(address, trusted),
      method,
      headers: { ...headers, ...(authorization !== undefined && { authorization }) },
      body: (withBody ? body : undefined) ?? (method === 'POST' ? '' : null),
      signal,
      // The callers have limits of their own.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    before = response;
    return { status: response.statusCode, headers: flat(response.headers), response };
  };
  const authenticator = trusted && headers.authorization === undefined ? connections.authenticator(address) : undefined;
  if (authenticator === undefined) {
    return (await send({ authorization: undefined, withBody: true, connection: undefined })).response;
  }
  const { response } = await authenticator.exchange({
    method,
    url: address.href,
    target: address.pathname + address.search,
    isLarge: (body?.length ?? 0) > largeBody,
    hasBody: body !== undefined,
    body: async () => (typeof body === 'string' ? Buffer.from(body) : (body ?? Buffer.alloc(0))),
    send,
  });
  return response;
}

function flat(headers: Dispatcher.ResponseData['headers']): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().flatMap((each) => [name, each]));
}
