import type { ClientOptions } from '@soapwright/runtime/client';
import type { ServerMessageSecurity } from '@soapwright/runtime/server';
import type { Credentials } from './credentials.ts';
import { clientUses, type DemandedMessages, type KeyUse, type ServerKeys, serverUses } from './message-keys.ts';

/** What a generated client has beside keys. */
export interface ClientSurroundings extends Pick<ClientOptions, 'authentication'> {
  /** MTOM that the contract states: message security then writes the parts, and reads them in any case. */
  readonly mtom?: 'optional' | 'required';
}

/**
 * The options by which a generated client secures its messages, where its credentials have keys.
 *
 * @param surroundings with the HTTP authentication of the client.
 * @param demands alternatives of the contract; the first one counts that the keys are for.
 * @throws {TypeError} for keys that are for no alternative.
 */
export function securedMessages(
  options: Pick<ClientOptions, 'understood' | 'multipart'> & {
    readonly credentials?: Credentials | 'none' | undefined;
  },
  { authentication, mtom }: ClientSurroundings,
  demands: readonly DemandedMessages[],
): Pick<ClientOptions, 'authentication' | 'understood' | 'multipart'> {
  const { credentials, understood = [], multipart } = options;
  const { keys, assertion, timestamp, usernameToken } = credentials === 'none' ? {} : (credentials ?? {});
  if (keys === undefined) return { authentication, understood };
  const fitting = demands.filter((one) => hasToken(one) === (usernameToken !== undefined));
  const demand = chosen(fitting.length === 0 ? demands : fitting, keys.has, clientUses);
  const secured = keys.secured(demand, { assertion, timestamp, authentication, mtom: mtom === 'required' });
  return {
    authentication: secured.authentication,
    understood: [...understood, ...(secured.understood ?? [])],
    ...(mtom && { multipart }),
  };
}

/**
 * The option `messageSecurity` of a generated server, by its keys; undefined with `'none'`.
 *
 * @param demands alternatives of the contract; the first one counts that the keys are for.
 * @throws {TypeError} for keys that are for no alternative.
 */
export function demandedMessageSecurity(
  keys: ServerKeys | 'none' | undefined,
  demands: readonly DemandedMessages[],
): ServerMessageSecurity | undefined {
  return keys === undefined || keys === 'none' ? undefined : keys.secured(chosen(demands, keys.has, serverUses));
}

function chosen(
  demands: readonly DemandedMessages[],
  has: object,
  usesOf: (demand: DemandedMessages) => readonly KeyUse[],
): DemandedMessages {
  const found = demands.find((one) => usesOf(one).every((use) => use in has));
  if (found !== undefined) return found;
  const needed = demands.map((one) => usesOf(one).join(', '));
  throw new TypeError(`The contract demands other keys: ${needed.join('; or ')}.`);
}

function hasToken({ signature, encryption }: DemandedMessages): boolean {
  return (
    signature?.request?.includes('UsernameToken') === true || encryption?.request?.includes('UsernameToken') === true
  );
}
