import { type Diagnostic, fetching as kinds, report } from '../diagnostics/index.ts';

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Which hosts a fetch may send requests to: that of the typed address, and those that the user allowed. */
export class AllowedHosts {
  readonly #own: URL;
  readonly #others: ReadonlySet<string>;

  /** @param others as `readHosts` returns them. */
  constructor(own: URL, others: readonly string[]) {
    this.#own = own;
    this.#others = new Set(others);
  }

  permits(address: URL): boolean {
    return this.isOwn(address) || this.#others.has(address.hostname) || this.#others.has(hostAndPort(address));
  }

  /** Whether it is the typed address' own host: with the same port, or both with the default port of their scheme. */
  isOwn(address: URL): boolean {
    if (address.hostname !== this.#own.hostname) return false;
    return address.port === this.#own.port;
  }

  /**
   * Whether credentials may be sent there: to the own host, but not in clear text where the typed address encrypts, nor
   * encrypted to a server that was not named.
   */
  isTrusted(address: URL): boolean {
    return this.isOwn(address) && (address.protocol === this.#own.protocol || address.protocol === 'https:');
  }
}

/** Reads values of `--allow-host`: each a name or an address, with or without a port. */
export function readHosts(texts: readonly string[]): {
  readonly hosts: readonly string[];
  readonly diagnostics: Diagnostic[];
} {
  const hosts: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const text of texts) {
    const host = normalHost(text);
    if (host === undefined) diagnostics.push(report(kinds.badHost, { host: text }));
    else hosts.push(host);
  }
  return { hosts, diagnostics };
}

/** As a URL writes it: in lower case, IPv4 addresses in their usual form. */
function normalHost(text: string): string | undefined {
  if (text === '' || /[/?#@*\s]/.test(text) || !URL.canParse(`http://${text}/`)) return undefined;
  const { hostname } = new URL(`http://${text}/`);
  const port = /:(\d+)$/.exec(text)?.[1];
  return port === undefined ? hostname : `${hostname}:${Number(port)}`;
}

function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port === '' ? defaultPorts[protocol] : port}`;
}

/** What `--allow-host` needs to permit the address. */
export function hostToAllow(address: URL): string {
  return address.port === '' ? address.hostname : hostAndPort(address);
}
