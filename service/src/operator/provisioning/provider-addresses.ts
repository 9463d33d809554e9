/** What is wrong with an address that browsers are sent to, to follow the field's name; undefined when nothing is. */
export function faultOfWebAddress(text: string): string | undefined {
  const url = parsed(text);
  const fits = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.hash === '';
  return fits ? undefined : 'must be an http or https address, without user and fragment';
}

/** As {@link faultOfWebAddress}; beyond this machine it must be https. */
export function faultOfSecureAddress(text: string): string | undefined {
  const fault = faultOfWebAddress(text);
  if (fault !== undefined || isSecure(text)) return fault;
  return 'must begin with https: http is for this machine alone';
}

/** An entity id of SAML: an absolute URI, which need not lead anywhere (saml-core-2.0, 8.3.6). */
export function faultOfEntityId(text: string): string | undefined {
  if (parsed(text) !== undefined && !/[\s\p{Cc}]/u.test(text) && text.length <= 1024) return undefined;
  return 'must be an absolute URI of 1024 characters or fewer';
}

/** Where an OAuth client gets its code: any absolute address, of an application's own scheme too (RFC 8252, 7.1). */
export function faultOfRedirectUri(text: string): string | undefined {
  const url = parsed(text);
  const fits = url !== undefined && url.hash === '' && !/[\s\p{Cc}#]/u.test(text);
  return fits && !/^(javascript|data|vbscript|blob|file|about):$/.test(url.protocol)
    ? undefined
    : 'must be an absolute address without a fragment';
}

/** Whether nobody on the way can read or change what goes to an address. */
export function isSecure(text: string): boolean {
  const url = parsed(text);
  return url !== undefined && (url.protocol === 'https:' || isLoopback(url.hostname));
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(hostname);
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
