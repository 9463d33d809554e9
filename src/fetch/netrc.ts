/** What a netrc file says of a host. */
export interface NetrcEntry {
  readonly login: string | undefined;
  readonly password: string | undefined;
}

/**
 * The entry of a host in a netrc file, or its `default` (as in curl and ftp).
 *
 * @param login the wanted user; undefined for any.
 */
export function netrcEntry(text: string, host: string, login: string | undefined): NetrcEntry | undefined {
  // A macro ends with an empty line.
  const words = text.replace(/\bmacdef\b[\s\S]*?(?:\n\s*\n|$)/g, '').matchAll(/"((?:[^"\\]|\\.)*)"|#.*|(\S+)/g);
  const entries: { host: string | undefined; login?: string; password?: string }[] = [];
  let name: string | undefined;
  for (const [whole, quoted, plain] of words) {
    if (whole.startsWith('#') && name === undefined) continue;
    const word = quoted?.replace(/\\(.)/g, '$1') ?? plain ?? whole;
    const entry = entries.at(-1);
    if (name === 'machine') entries.push({ host: word });
    else if (entry !== undefined && (name === 'login' || name === 'password')) entry[name] = word;
    else if (name === undefined && word === 'default') entries.push({ host: undefined });
    name = name === undefined && /^(?:machine|login|password|account)$/.test(word) ? word : undefined;
  }
  const fits = entries.filter((entry) => login === undefined || entry.login === undefined || entry.login === login);
  const found = fits.find((entry) => entry.host === host) ?? fits.find((entry) => entry.host === undefined);
  return found && { login: found.login, password: found.password };
}
