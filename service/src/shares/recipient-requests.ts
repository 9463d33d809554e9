import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OtherRequests } from '@soapwright/runtime/server/node';
import type { Sender } from '../downloads/sender.ts';
import { Unsubscribe, unsubscribePrefix } from '../mail/unsubscribe.ts';
import { sharesPrefix } from '../operator/manage-shares.ts';
import type { State } from '../state.ts';
import { OwnerPage } from './owner-page.ts';
import { Shares } from './shares.ts';

export interface RecipientOptions {
  readonly hasShares: boolean;
  readonly hasMail: boolean;
  /** The path of the service's public URL, without a `/` at its end. */
  readonly base: string;
  /** The address of the service without the path of its contract and without a `/` at its end. */
  readonly publicAddress: () => string;
  readonly isSecure: boolean;
  /** The origin of the service's public URL: `https://files.example`; undefined: by the host of each request. */
  readonly origin: string | undefined;
}

/** The requests of people on the port of the service; undefined when nothing is for them. */
export function recipientRequests(
  state: State,
  sender: Sender,
  { hasShares, hasMail, base, publicAddress, isSecure, origin }: RecipientOptions,
): OtherRequests | undefined {
  if (!hasShares && !hasMail) return undefined;
  const { commits } = state.uploads.parts;
  const shares = new Shares({ state, commits, sender, base, isSecure, origin });
  const owner = new OwnerPage({ state, path: `${base}/shares`, publicAddress, isSecure, origin });
  const unsubscribe = base + unsubscribePrefix;
  const responders: readonly [(path: string) => boolean, Responder][] = [
    [(path) => hasShares && path.startsWith(`${base}${sharesPrefix}`), shares],
    [(path) => hasShares && path === `${base}/shares`, owner],
    [(path) => hasMail && path.startsWith(unsubscribe), new Unsubscribe(state, unsubscribe)],
  ];
  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    const responder = responders.find(([matches]) => matches(path))?.[1];
    if (responder === undefined) return false;
    void responder.respond(request, response);
    return true;
  };
}

interface Responder {
  /** Never rejects. */
  respond(request: IncomingMessage, response: ServerResponse): Promise<void>;
}
