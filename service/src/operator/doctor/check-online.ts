import { errorCode } from '../../common/storage-error.ts';
import type { TenantProvider } from '../../storage/identity-providers.ts';
import type { Finding } from './finding.ts';

/** How long a provider may take to answer, in milliseconds. */
export const defaultPatience = 5000;

/** Whether the identity providers of tenants answer. */
export async function checkOnline(
  providers: readonly TenantProvider[],
  patience: number = defaultPatience,
): Promise<readonly Finding[]> {
  const findings = await Promise.all(
    providers.map(async ({ clientId, provider }): Promise<readonly Finding[]> => {
      const fault =
        provider.kind === 'OIDC'
          ? await issuerProblem(provider.issuer, patience)
          : await addressProblem(provider.signInUrl, patience);
      if (fault === undefined) return [];
      return [
        {
          severity: 'error',
          code: 'provider-unreachable',
          message: `The identity provider of tenant ${clientId}: ${fault}.`,
          remedy: 'See that this machine may reach the address (name service, firewall, certificates), or correct it.',
        },
      ];
    }),
  );
  return findings.flat();
}

/** OpenID Connect Discovery 1.0, section 4. */
async function issuerProblem(issuer: string, patience: number): Promise<string | undefined> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(patience) });
    if (!answer.ok) return `${address} answers with the status ${answer.status}`;
    const document: unknown = await answer.json();
    const named =
      typeof document === 'object' && document !== null && 'issuer' in document ? document.issuer : undefined;
    return named === issuer ? undefined : `${address} names another issuer`;
  } catch (error) {
    return `${address} ${reasonOf(error, patience)}`;
  }
}

/** A page for browsers: whatever it says, it is there. */
async function addressProblem(address: string, patience: number): Promise<string | undefined> {
  try {
    const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(patience) });
    await answer.body?.cancel();
    return answer.status < 500 ? undefined : `${address} answers with the status ${answer.status}`;
  } catch (error) {
    return `${address} ${reasonOf(error, patience)}`;
  }
}

function reasonOf(error: unknown, patience: number): string {
  if (!(error instanceof Error)) return 'cannot be reached';
  if (error.name === 'TimeoutError') return `does not answer within ${patience} ms`;
  if (error instanceof SyntaxError) return 'answers with something else than JSON';
  return `cannot be reached (${errorCode(error.cause) || error.message})`;
}
