import { join } from 'node:path';
import {
  anyOf,
  basic,
  bearer,
  digest,
  type SchemeOptions,
  type SchemesAuthentication,
} from '@soapwright/runtime/client/authentication';
import { negotiate, ntlm } from '@soapwright/runtime/client/authentication/node';
import { type Diagnostic, fetching as kinds, report } from '../diagnostics/index.ts';
import { netrcEntry } from './netrc.ts';
import { SecretPlaces, type Surroundings } from './secret-places.ts';

export type SchemeName = 'basic' | 'digest' | 'ntlm' | 'negotiate' | 'bearer';

/** How a command signs in, as the user gave it. */
export interface SignInOptions {
  /** A name, for NTLM also `DOMAIN\name`. */
  readonly user?: string | undefined;
  /** Of the password or token: `env:VARIABLE`, `file:PATH`, `netrc`, or `prompt`. */
  readonly passwordFrom?: string | undefined;
  /** What was typed for `prompt`. */
  readonly prompted?: string | undefined;
  /** The strongest that is offered is chosen; default Basic where a user is given. */
  readonly auth?: readonly SchemeName[] | undefined;
  /** Also sends credentials over http. */
  readonly allowHttp?: boolean | undefined;
}

/** @param address of the service, for netrc; undefined if several may be meant. */
export function readSignIn(
  options: SignInOptions,
  address: string | undefined,
  places: SecretPlaces,
): SchemesAuthentication | undefined {
  const { user, passwordFrom, auth } = options;
  if (user === undefined && passwordFrom === undefined && auth === undefined) return undefined;
  const schemes = auth ?? (['basic'] as const);
  const before = places.diagnostics.length;
  const lonely = (given: string, lacking: string): void => {
    places.diagnostics.push(report(kinds.lonelyOption, { given, lacking }));
  };
  const needsUser = schemes.some((scheme) => scheme !== 'bearer' && scheme !== 'negotiate');
  const needsSecret = needsUser || schemes.includes('bearer');
  if (needsSecret && passwordFrom === undefined) {
    lonely(user === undefined ? `--auth ${schemes.join()}` : '--user', '--password-from');
  }
  if (needsUser && user === undefined && passwordFrom !== undefined && passwordFrom !== 'netrc') {
    lonely('--password-from', '--user');
  }
  if (places.diagnostics.length > before) return undefined;
  const found = needsSecret ? credentials(options, address, places) : { user: '', secret: '' };
  if (found === undefined) return undefined;
  if (found.secret !== '') {
    places.secrets.push(found.secret, Buffer.from(`${found.user}:${found.secret}`).toString('base64'));
  }
  try {
    const more = { allowHttp: options.allowHttp === true };
    return schemesOf(schemes, found.user, found.secret, more);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
    places.diagnostics.push(report(kinds.badSignIn, { reason }));
    return undefined;
  }
}

/** The strongest of the schemes that is offered. */
export function schemesOf(
  schemes: readonly SchemeName[],
  user: string,
  secret: string,
  options: SchemeOptions,
): SchemesAuthentication | undefined {
  const all = schemes.map((scheme) => makers[scheme](user, secret, options));
  return all.length === 1 ? all[0] : anyOf(...all);
}

const makers: Record<SchemeName, (user: string, secret: string, more: SchemeOptions) => SchemesAuthentication> = {
  basic,
  digest,
  ntlm: (user, password, more) => {
    const [, domain, name = user] = /^([^\\]*)\\(.*)$/.exec(user) ?? [];
    return ntlm({ user: name, password, domain, ...more });
  },
  negotiate: (_user, _secret, more) => negotiate(more),
  bearer: (_user, token, more) => bearer(token, more),
};

/** What the options name, without secrets in the diagnostics. @param address of the service, for netrc. */
export function readCredentials(
  options: SignInOptions,
  address: string,
  surroundings: Surroundings,
): { readonly credentials: Credentials | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const places = new SecretPlaces(surroundings);
  return { credentials: credentials(options, address, places), diagnostics: places.diagnostics };
}

export interface Credentials {
  readonly user: string;
  readonly secret: string;
}

function credentials(
  { user, passwordFrom = '', prompted }: SignInOptions,
  address: string | undefined,
  places: SecretPlaces,
): Credentials | undefined {
  const option = '--password-from';
  if (passwordFrom === 'netrc') return netrcCredentials(user, address, places);
  if (passwordFrom !== 'prompt') {
    const secret = places.secret(option, passwordFrom);
    return secret === undefined ? undefined : { user: user ?? '', secret };
  }
  if (prompted !== undefined) return { user: user ?? '', secret: prompted };
  places.diagnostics.push(report(kinds.badSignIn, { reason: 'there is no terminal to ask for the password' }));
  return undefined;
}

function netrcCredentials(
  user: string | undefined,
  address: string | undefined,
  places: SecretPlaces,
): Credentials | undefined {
  const fail = (reason: string): undefined => {
    places.diagnostics.push(report(kinds.badSignIn, { reason }));
  };
  if (address === undefined || !URL.canParse(address)) return fail('netrc needs the address of the service');
  const { NETRC, HOME, USERPROFILE } = places.environment;
  const file = NETRC ?? join(HOME ?? USERPROFILE ?? '', '.netrc');
  const text = places.file('--password-from netrc', file)?.toString('utf8');
  if (text === undefined) return undefined;
  const { hostname } = new URL(address);
  const entry = netrcEntry(text, hostname, user);
  const name = user ?? entry?.login;
  if (entry?.password === undefined || name === undefined) {
    return fail(`${file} has no login and password for ${hostname}`);
  }
  return { user: name, secret: entry.password };
}
