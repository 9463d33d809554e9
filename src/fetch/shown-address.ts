/** Parameters of an address that usually hold secrets. */
const secretParameter =
  /^(?:api[-_]?key|access[-_]?key|auth\w*|key|pass(?:word|wd)?|pwd|secret|sig(?:nature)?|\w*token)$/i;

export function isSecretParameter(name: string): boolean {
  return secretParameter.test(name);
}

/** An address as messages show it: without user name and password, and without the values of parameters that are usually secret. */
export function shownAddress(address: URL): string {
  const shown = new URL(address);
  shown.username = '';
  shown.password = '';
  // Not by searchParams, which would write `?wsdl` as `?wsdl=`.
  shown.search = shown.search.replace(/([?&])([^=&]+)=[^&]+/g, (all, before: string, name: string) =>
    isSecretParameter(name) ? `${before}${name}=***` : all,
  );
  return shown.href;
}

/** A text that may be an address, without user name and password. */
export function withoutCredentials(text: string): string {
  return text.replace(/\/\/[^/@]*@/, '//');
}
