import type { Challenge } from '../client-error.ts';
import type { Connection } from '../connecting-transport.ts';
import type { Exchange, ResponseHead, Sending } from './exchange.ts';
import { badChallenge, badHandshake } from './refusals.ts';
import type { ConnectionScheme } from './scheme.ts';

/** A connection, and which of its sockets is signed in. */
export interface SignedConnection<Own extends Connection> {
  readonly connection: Own;
  /** The socket's number; 0 for none. */
  of: number;
  /** Whether the service has asked again on a connection that was signed in: then each request signs in. */
  isForgotten?: boolean;
}

interface Reading {
  isChallenge(head: ResponseHead): boolean;
  /** The challenges of the scheme. @throws {ClientError} if it is not offered. */
  challengesOf(head: ResponseHead): readonly Challenge[];
}

/** More messages than any handshake has. */
const mostSteps = 10;

/**
 * Sends a request on a connection that is signed in, or signs it in first. The first message of a handshake goes without the
 * body, and the last one with it, so that the body is sent once.
 */
export async function connectionExchange<Own extends Connection, Response extends ResponseHead>(
  scheme: ConnectionScheme,
  signed: SignedConnection<Own>,
  exchange: Exchange<Own, Response>,
  reading: Reading,
): Promise<Response> {
  const { connection } = signed;
  const send = (authorization: string | undefined, withBody: boolean): Promise<Response> =>
    exchange.send({ authorization, withBody, connection } satisfies Sending<Own>);
  const everyRequest = scheme.everyRequest || signed.isForgotten === true;
  if (signed.of > 0 && signed.of === connection.opened && connection.isOpen && !everyRequest) {
    const response = await send(undefined, true);
    if (!reading.isChallenge(response)) return response;
    reading.challengesOf(response);
    // On a new socket it only has not seen the handshake.
    signed.isForgotten = signed.of === connection.opened;
  }
  signed.of = 0;
  const handshake = scheme.handshake(exchange);
  let token: string | undefined = await handshake.start();
  for (let step = 0; step < mostSteps; step++) {
    const isLast = handshake.takesBody;
    const socket = connection.opened;
    const response: Response = await send(`${scheme.name} ${token}`, isLast);
    if (step > 0 && connection.opened !== socket) throw badHandshake(scheme.name, 'the connection has ended between');
    if (!reading.isChallenge(response)) {
      // Who demands no credentials passes the first message over.
      if (!isLast) return exchange.hasBody ? await send(undefined, true) : response;
      await handshake.finish?.(tokenOf(scheme, response));
      signed.of = connection.opened;
      return response;
    }
    const challenge = reading.challengesOf(response).find((each) => each.token !== undefined);
    // The scheme without a token starts anew: the credentials were refused.
    if (challenge?.token === undefined) {
      if (step === 0 && !isLast) throw badHandshake(scheme.name, 'the server does not answer its first message');
      return response;
    }
    if (!/^[A-Za-z0-9+/]+=*$/.test(challenge.token)) throw badChallenge(scheme.name, 'has a token that is not base64');
    token = await handshake.next(challenge.token, connection.certificate());
    if (token === undefined) return response;
  }
  throw badHandshake(scheme.name, `it did not end in ${mostSteps} messages`);
}

/** The token of a final response, in a header of the name of challenges. */
function tokenOf({ name }: ConnectionScheme, { headers }: ResponseHead): string | undefined {
  for (let at = 0; at < headers.length; at += 2) {
    if (!/^(?:www|proxy)-authenticate$/i.test(headers[at] as string)) continue;
    const [scheme, token] = (headers[at + 1] as string).split(' ');
    if (scheme?.toLowerCase() === name.toLowerCase()) return token;
  }
  return undefined;
}
