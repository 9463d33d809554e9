/** What is wrong with a text as an http(s) URL, as the end of a sentence; undefined when nothing is. */
export function whyNoHttpUrl(text: string): string | undefined {
  if (/[\s\p{Cc}]/u.test(text)) return 'it holds white space';
  if (!/^https?:\/\//i.test(text)) return 'it does not begin with http:// or https://';
  if (/["<>\\^`{|}]/.test(text)) return 'it holds a character that no URL holds';
  if (!URL.canParse(text)) return 'it cannot be parsed';
  const { username, password, hash } = new URL(text);
  if (username !== '' || password !== '') return 'it holds a user or a password, which would stand in generated files';
  return hash === '' && !text.includes('#') ? undefined : 'it holds a fragment';
}

/** What is wrong with a text as the namespace of a service. */
export function whyNoNamespace(text: string): string | undefined {
  return whyNoUri(text) ?? (reserved.test(text) ? 'it belongs to a standard' : undefined);
}

/** What is wrong with a text as a URI of any kind. */
export function whyNoUri(text: string): string | undefined {
  if (/[\s\p{Cc}\p{Cs}]/u.test(text)) return 'it holds white space';
  return /["<>\\^`{|}]/.test(text) ? 'it holds a character that no URI holds' : undefined;
}

const reserved =
  /^http:\/\/(?:www\.w3\.org\/(?:XML\/1998\/namespace|2000\/xmlns\/|2001\/XMLSchema|2001\/XMLSchema-instance|2003\/05\/soap-envelope)|schemas\.xmlsoap\.org\/(?:soap|wsdl)\/.*)$/;
