import { type Interceptor, SoapFault } from '@soapwright/runtime/client';
import { requireProtected } from '@soapwright/runtime/client/authentication';
import { escaped } from '../xml-text.ts';
import { element } from './blocks.ts';

/** A session of Salesforce: the result of `login`, or an access token of OAuth 2 and the address of the instance. */
export interface SalesforceSession {
  readonly sessionId: string;
  /** Where calls go; default the client's address. */
  readonly serverUrl?: string | undefined;
}

/**
 * Sends the calls of Salesforce's partner and enterprise APIs within a session. `session` is called before the first call,
 * and again when the service says INVALID_SESSION_ID; the call is then sent once more. `login` itself has no session.
 *
 * @throws {ClientError} `insecure-address` from calls over http to other machines, without `allowHttp`.
 * @see https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_header_sessionheader.htm
 */
export function salesforce(
  session: () => Promise<SalesforceSession>,
  { allowHttp = false }: { readonly allowHttp?: boolean | undefined } = {},
): Interceptor {
  let current: Promise<SalesforceSession> | undefined;
  const open = (): Promise<SalesforceSession> => {
    const opened = session();
    // One that could not be opened is not kept.
    opened.catch(() => {
      if (current === opened) current = undefined;
    });
    current = opened;
    return opened;
  };
  return (next) => async (call) => {
    if (call.operation.name === 'login') return await next(call);
    const namespace = escaped(call.operation.input.namespace);
    const send = async (opened: Promise<SalesforceSession>) => {
      const { sessionId, serverUrl = call.address } = await opened;
      requireProtected('The SessionHeader', serverUrl, allowHttp);
      const block = `<s:SessionHeader xmlns:s="${namespace}">${element('s:sessionId', sessionId)}</s:SessionHeader>`;
      return await next({ ...call, address: serverUrl, headerBlocks: [...call.headerBlocks, block] });
    };
    const used = current ?? open();
    try {
      return await send(used);
    } catch (error) {
      if (!(error instanceof SoapFault) || error.subcode?.local !== 'INVALID_SESSION_ID') throw error;
      // Of calls at the same time, the first opens the next session.
      return await send(current === undefined || current === used ? open() : current);
    }
  };
}
