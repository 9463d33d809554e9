import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import type { Client, Entry, Filter, SearchOptions } from 'ldapts';
import { type Counts, noCounts } from '../../common/counts.ts';
import { Rejection } from '../../common/rejection.ts';
import { withTimeLimit } from '../../common/time-limit.ts';
import type { LdapProvider } from '../../storage/identity-providers.ts';

/** A person in a directory. */
export interface Person {
  readonly dn: string;
  readonly userName: string | undefined;
  readonly emails: readonly string[];
  /** Value of the attribute `id`; that of Active Directory in hexadecimal. */
  readonly id: string | undefined;
  readonly displayName: string | undefined;
}

/** People in one page of a search. */
const pageSize = 500;

/**
 * Finds the person with a name by the account that searches.
 *
 * @param within milliseconds for all servers together.
 * @returns undefined when nobody, or more than one, has it.
 * @throws {Rejection} `ProviderUnavailable` when no server answers.
 */
export async function findPerson(
  provider: LdapProvider,
  userName: string,
  within: number,
): Promise<Person | undefined> {
  return await onServer(provider, { within }, (sign) => search(provider, sign, userName));
}

/**
 * Finds the person with a name, and signs in as that person. An empty password is refused here: a directory takes it for
 * an anonymous caller, and accepts it (RFC 4513, 5.1.2).
 *
 * @param asking milliseconds for all servers together, and what counts the requests.
 * @returns undefined when name or password is wrong, or the directory has locked the person out.
 * @throws {Rejection} `ProviderUnavailable` when no server answers.
 */
export async function authenticate(
  provider: LdapProvider,
  { userName, password }: { readonly userName: string; readonly password: string },
  asking: Asking,
): Promise<Person | undefined> {
  if (userName === '' || password === '') return undefined;
  const { InvalidCredentialsError } = await import('ldapts');
  return await onServer(provider, asking, async (sign) => {
    const person = await search(provider, sign, userName);
    if (person === undefined || person.dn === '') return undefined;
    try {
      await sign(person.dn, password);
      return person;
    } catch (error) {
      if (error instanceof InvalidCredentialsError) return undefined;
      throw error;
    }
  });
}

/** All people who have accounts, by pages. @throws {Rejection} `ProviderUnavailable`. */
export async function listPeople(provider: LdapProvider, within: number): Promise<readonly Person[]> {
  return await onServer(provider, { within }, async (sign) => {
    const client = await sign(provider.bindDn, provider.bindPassword);
    const people: Person[] = [];
    const options = { ...searchOptions(provider, await filterOf(provider)), paged: { pageSize } };
    for await (const { searchEntries } of client.searchPaginated(provider.base, options)) {
      for (const entry of searchEntries) people.push(personOf(provider, entry));
    }
    return people;
  });
}

interface Asking {
  readonly within: number;
  readonly counts?: Counts;
}

type SignIn = (dn: string, password: string) => Promise<Client>;

async function search(provider: LdapProvider, sign: SignIn, userName: string): Promise<Person | undefined> {
  const client = await sign(provider.bindDn, provider.bindPassword);
  const options = { ...searchOptions(provider, await filterOf(provider, userName)), sizeLimit: 2 };
  const { searchEntries } = await client.search(provider.base, options);
  const [entry, second] = searchEntries;
  return entry === undefined || second !== undefined ? undefined : personOf(provider, entry);
}

function searchOptions({ userName, email, id }: LdapProvider, filter: Filter): SearchOptions {
  return {
    scope: 'sub',
    derefAliases: 'never',
    filter,
    attributes: [userName, email, id, 'displayName'],
    explicitBufferAttributes: [id],
  };
}

/** The values of a comparison are bytes of the request, not part of a text: nothing has to be escaped. */
async function filterOf(provider: LdapProvider, userName?: string): Promise<Filter> {
  const { AndFilter, EqualityFilter, FilterParser, PresenceFilter } = await import('ldapts');
  const attribute = provider.userName;
  const filters = [
    userName === undefined ? new PresenceFilter({ attribute }) : new EqualityFilter({ attribute, value: userName }),
    new PresenceFilter({ attribute: provider.email }),
  ];
  return new AndFilter({
    filters: provider.filter === undefined ? filters : [...filters, FilterParser.parseString(provider.filter)],
  });
}

function personOf(provider: LdapProvider, entry: Entry): Person {
  const values = (name: string): readonly (string | Buffer)[] => {
    const [, found = []] = Object.entries(entry).find(([own]) => own.toLowerCase() === name.toLowerCase()) ?? [];
    return Array.isArray(found) ? found : [found];
  };
  const [id] = values(provider.id);
  const encoding = provider.id.toLowerCase() === 'objectguid' ? 'hex' : 'utf8';
  return {
    dn: entry.dn,
    userName: values(provider.userName)[0]?.toString(),
    emails: values(provider.email).map(String),
    id: Buffer.isBuffer(id) ? id.toString(encoding) : id,
    displayName: values('displayName')[0]?.toString(),
  };
}

/** Asks the servers in turn, each with its share of the time that is left. Referrals are not followed. */
async function onServer<T>(
  provider: LdapProvider,
  { within, counts = noCounts }: Asking,
  work: (sign: SignIn) => Promise<T>,
): Promise<T> {
  const end = performance.now() + within;
  let reason = '';
  for (const [at, url] of provider.servers.entries()) {
    const share = Math.max(1, (end - performance.now()) / (provider.servers.length - at));
    const sockets: Socket[] = [];
    const start = performance.now();
    let succeeded = false;
    try {
      const found = await withTimeLimit(share, (signal) => {
        const late = new Promise<never>((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('it did not respond in time')), { once: true });
        });
        return Promise.race([work((dn, password) => signedIn(provider, { url, sockets, share }, dn, password)), late]);
      });
      succeeded = true;
      return found;
    } catch (error) {
      // The message of a result may quote names, but never a password.
      reason = `${url}: ${error instanceof Error ? `${error.name} ${error.message}`.slice(0, 200) : 'failed'}`;
    } finally {
      counts.providerRequest('directory', (performance.now() - start) / 1000, succeeded);
      for (const socket of sockets) socket.destroy();
    }
  }
  throw new Rejection('ProviderUnavailable', 'The directory cannot be reached. Try again later.', reason);
}

/** A connection with TLS, signed in. Its sockets are collected, to be closed in any case. */
async function signedIn(
  { ca }: LdapProvider,
  { url, sockets, share }: { readonly url: string; readonly sockets: Socket[]; readonly share: number },
  dn: string,
  password: string,
): Promise<Client> {
  const { Client } = await import('ldapts');
  const { hostname, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const tlsOptions = { host, minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) } as const;
  const noted = <T extends Socket>(socket: T): T => {
    sockets.push(socket);
    // Its errors reject the operations; one after them concerns nobody.
    socket.on('error', () => undefined);
    return socket;
  };
  const client = new Client({
    url,
    timeout: share,
    connectTimeout: share,
    ...(protocol === 'ldaps:' ? { tlsOptions } : {}),
    createConnection: ((port: number, name: string) => noted(connectPlain(port, name))) as typeof connectPlain,
    createSecureConnection: ((...given: Parameters<typeof connectSecure>) =>
      noted(connectSecure(...given))) as typeof connectSecure,
  });
  if (protocol === 'ldap:') await client.startTLS({ ...tlsOptions });
  await client.bind(dn, password);
  return client;
}
