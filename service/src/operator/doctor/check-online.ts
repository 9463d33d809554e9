import { Rejection } from '../../common/rejection.ts';
import { errorCode } from '../../common/storage-error.ts';
import { withTimeLimit } from '../../common/time-limit.ts';
import { findPerson } from '../../sign-in/ldap/directory.ts';
import type { LdapProvider, TenantProvider } from '../../storage/identity-providers.ts';
import { type Finding, finding } from './doctor-finding.ts';

/** Timeout of a call to a provider, in milliseconds. */
const defaultTimeout = 5000;

/** Checks that the identity providers of tenants respond. */
export async function checkOnline(
  providers: readonly TenantProvider[],
  timeout: number = defaultTimeout,
): Promise<readonly Finding[]> {
  const findings = await Promise.all(
    providers.map(async ({ clientId, provider }): Promise<readonly Finding[]> => {
      const fault =
        provider.kind === 'OIDC'
          ? await issuerProblem(provider.issuer, timeout)
          : provider.kind === 'SAML2'
            ? await addressProblem(provider.signInUrl, timeout)
            : await directoryProblem(provider, timeout);
      if (fault === undefined) return [];
      return [finding('provider-unreachable', `The identity provider of tenant ${clientId}: ${fault}.`)];
    }),
  );
  return findings.flat();
}

/** Signs in to a directory as the service does. */
async function directoryProblem(provider: LdapProvider, timeout: number): Promise<string | undefined> {
  try {
    await findPerson(provider, '', timeout);
    return undefined;
  } catch (error) {
    return error instanceof Rejection ? (error.reason ?? error.message) : 'cannot be reached';
  }
}

/** OpenID Connect Discovery 1.0, section 4. */
async function issuerProblem(issuer: string, timeout: number): Promise<string | undefined> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  try {
    const { response, text } = await withTimeLimit(timeout, async (signal) => {
      const response = await fetch(address, { signal });
      return { response, text: await readText(response) };
    });
    if (!response.ok) return `${address} responds with status ${response.status}`;
    const document: unknown = JSON.parse(text);
    const named =
      typeof document === 'object' && document !== null && 'issuer' in document ? document.issuer : undefined;
    return named === issuer ? undefined : `${address} names another issuer`;
  } catch (error) {
    return `${address} ${reasonOf(error, timeout)}`;
  }
}

/** A page for browsers: every response below 500 is fine. */
async function addressProblem(address: string, timeout: number): Promise<string | undefined> {
  try {
    const { body, status } = await withTimeLimit(timeout, (signal) => fetch(address, { redirect: 'manual', signal }));
    await body?.cancel();
    return status < 500 ? undefined : `${address} responds with status ${status}`;
  } catch (error) {
    return `${address} ${reasonOf(error, timeout)}`;
  }
}

/** Bytes of a discovery document: what follows is not read. */
const maxBytes = 1024 * 1024;

async function readText({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    length += piece.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}

function reasonOf(error: unknown, timeout: number): string {
  if (!(error instanceof Error)) return 'cannot be reached';
  if (error.name === 'AbortError') return `does not respond within ${timeout} ms`;
  if (error instanceof SyntaxError) return 'responds with something other than JSON';
  return `cannot be reached (${errorCode(error.cause) || error.message})`;
}
