/** Headers of the connection or of the request's form, which this command sets itself. */
const reserved = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The header with its name in lower case, or its mistake, never with the value, which may be a secret. */
export function readHeader(name: string, value: string): { readonly name: string; readonly value: string } | string {
  if (name === '') return 'it has no name and value';
  // RFC 9110, 5.6.2: a token.
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return `"${name}" is not a name of a header`;
  if (reserved.has(name.toLowerCase())) return `"${name}" belongs to the connection`;
  if (value === '') return `"${name}" has no value`;
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    return `the value of "${name}" has characters that a header cannot have`;
  return { name: name.toLowerCase(), value };
}
