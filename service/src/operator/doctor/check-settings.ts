import type { Settings } from '../../config/settings.ts';
import type { TenantProvider } from '../../storage/identity-providers.ts';
import { isSecure } from '../provisioning/provider-addresses.ts';
import type { Finding } from './finding.ts';

/** Settings with which the service runs, and perhaps should not. */
export function checkSettings(settings: Settings): readonly Finding[] {
  const { host, publicUrl, tlsCert, trustProxy, rateLimit } = settings;
  const beyond = isBeyondMachine(host);
  const findings: Finding[] = [];
  if (beyond && tlsCert === undefined && !trustProxy) {
    findings.push({
      severity: 'warning',
      code: 'no-tls',
      message: `Passwords and keys travel unencrypted to ${host}.`,
      remedy: 'Set tls.cert and tls.key, or put a TLS proxy in front and set trustProxy.',
    });
  }
  if (beyond && publicUrl === undefined) {
    findings.push({
      severity: 'warning',
      code: 'no-public-url',
      message: `Without publicUrl, the WSDL and GetAPIURL name ${host}, which callers may not reach.`,
      remedy: 'Set publicUrl to the address that callers use, such as https://files.example.',
    });
  }
  if (publicUrl !== undefined && !isSecure(publicUrl)) {
    findings.push({
      severity: 'warning',
      code: 'public-url-plain',
      message: `publicUrl ${publicUrl} is not https: callers send passwords and keys there unencrypted.`,
      remedy: 'Serve by https, by tls.cert and tls.key or a proxy in front, and say so in publicUrl.',
    });
  }
  if (isReachable(settings) && !rateLimit) {
    findings.push({
      severity: 'warning',
      code: 'guessing-not-slowed',
      message: 'The guessing of keys, codes and passwords is not slowed.',
      remedy: 'Leave out --no-rate-limit, and set rateLimit.enabled to true.',
    });
  }
  return findings;
}

/** Whether others than this machine may call, directly or through a proxy. */
export function isReachable({ host, publicUrl, trustProxy }: Settings): boolean {
  return isBeyondMachine(host) || trustProxy || publicUrl !== undefined;
}

function isBeyondMachine(host: string): boolean {
  return !/^(localhost|::1|127(\.\d{1,3}){3})$/.test(host);
}

/** Providers to which browsers, or codes on their way back, travel unencrypted. */
export function checkProviderAddresses(providers: readonly TenantProvider[]): readonly Finding[] {
  return providers.flatMap(({ clientId, provider }) => {
    const addresses =
      provider.kind === 'SAML2'
        ? [provider.signInUrl, provider.returnTo.web, provider.returnTo.client]
        : provider.clients.map(({ redirectUri }) => redirectUri);
    return addresses.flatMap((address): readonly Finding[] => {
      if (!address.startsWith('http:') || isSecure(address)) return [];
      return [
        {
          severity: 'warning',
          code: 'provider-not-secure',
          message: `Sign-ins of tenant ${clientId} go by ${address}, unencrypted.`,
          remedy: 'Give an https address in the provisioning file, and register it with the provider.',
        },
      ];
    });
  });
}
