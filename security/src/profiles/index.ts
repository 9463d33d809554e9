import type { Interceptor } from '@soapwright/runtime/client';
import { addressed, security } from '../client.ts';
import { wsse } from '../names.ts';
import { escaped } from '../xml-text.ts';
import { element, withBlocks } from './blocks.ts';

export { type AmadeusOptions, AmadeusSession, amadeus } from './amadeus.ts';
export { type GematikOptions, gematik } from './gematik.ts';
export { type NetSuiteOptions, netsuite, netsuiteSignature } from './netsuite.ts';
export { type OnvifOptions, onvif } from './onvif.ts';
export { type SalesforceSession, salesforce } from './salesforce.ts';

/**
 * Signs calls of Workday in: a UsernameToken with the password as text, and a Timestamp.
 *
 * @param account of an integration system user; without a password for `signatureProfiles['workday-x509']` of
 * `@soapwright/security/messages`, which signs the message with the user's name.
 */
export function workday(account: {
  readonly user: string;
  readonly tenant: string;
  readonly password?: string | undefined;
}): Interceptor {
  const user = `${account.user}@${account.tenant}`;
  if (account.password === undefined) {
    const token = `<wsse:UsernameToken>${element('wsse:Username', user)}</wsse:UsernameToken>`;
    return withBlocks(({ soapVersion }) => [
      `<wsse:Security xmlns:wsse="${wsse}"${addressed(soapVersion, true, undefined)}>${token}</wsse:Security>`,
    ]);
  }
  return security({ usernameToken: { user, password: account.password, type: 'text' }, timestamp: true });
}

/** Signs calls of DocuSign in: a UsernameToken with the integrator key before the user, and the password as text. */
export function docusign(account: {
  readonly integratorKey: string;
  readonly user: string;
  readonly password: string;
}): Interceptor {
  const user = `[${account.integratorKey}]${account.user}`;
  return security({ usernameToken: { user, password: account.password, type: 'text' } });
}

const exchangeTypes = 'http://schemas.microsoft.com/exchange/services/2006/types';

/**
 * Adds the header blocks of Exchange Web Services: the version of the schema, such as `Exchange2013_SP1`, and whose mailbox
 * is used. Sign in by `authentication`: `ntlm` or `negotiate` on premises.
 */
export function exchange(options: {
  readonly version: string;
  /** SMTP address of the account to act as (ApplicationImpersonation). */
  readonly actAs?: string | undefined;
}): Interceptor {
  const { version, actAs } = options;
  const blocks = [`<t:RequestServerVersion xmlns:t="${exchangeTypes}" Version="${escaped(version)}"/>`];
  if (actAs !== undefined) {
    const address = element('t:PrimarySmtpAddress', actAs);
    const account = `<t:ConnectingSID>${address}</t:ConnectingSID>`;
    blocks.push(`<t:ExchangeImpersonation xmlns:t="${exchangeTypes}">${account}</t:ExchangeImpersonation>`);
  }
  return withBlocks(() => blocks);
}
