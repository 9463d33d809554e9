import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isLoopbackHost } from '../../common/network.ts';
import { chunkOverBody, type Settings } from '../../config/settings.ts';
import { parseYaml } from '../../config/yaml-document.ts';
import { Fields } from '../../config/yaml-fields.ts';
import type { TenantProvider } from '../../storage/identity-providers.ts';
import { isSecure } from '../provisioning/provider-values.ts';
import type { Finding, KeyedDoctorContext } from './doctor-finding.ts';

/** Checks the settings for risks. */
export function checkSettings(settings: Settings): readonly Finding[] {
  const { host, publicUrl, tlsCert, trustProxy, rateLimit } = settings;
  const beyond = !isLoopbackHost(host);
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
      message: `Without publicUrl, the WSDL and GetAPIURL contain ${host}, which callers may not be able to reach.`,
      remedy: 'Set publicUrl to the address that callers use, such as https://files.example.',
    });
  }
  if (publicUrl !== undefined && !isSecure(publicUrl)) {
    findings.push({
      severity: 'warning',
      code: 'public-url-plain',
      message: `publicUrl ${publicUrl} is not https: callers send passwords and keys there unencrypted.`,
      remedy: 'Serve by https, with tls.cert and tls.key or a proxy in front, and set publicUrl to the https address.',
    });
  }
  const tooLarge = chunkOverBody(settings);
  if (tooLarge !== undefined) {
    findings.push({
      severity: 'warning',
      code: 'chunk-over-body',
      message: `${tooLarge}: chunks of that size are rejected unless they can be streamed.`,
      remedy: 'Set limits.body to four thirds of limits.chunk and 64 KiB more, or limits.chunk lower.',
    });
  }
  if (isReachable(settings) && !rateLimit) {
    findings.push({
      severity: 'warning',
      code: 'guessing-not-slowed',
      message: 'The guessing of keys, codes and passwords is not rate-limited.',
      remedy: 'Omit --no-rate-limit, and set rateLimit.enabled to true.',
    });
  }
  return findings;
}

/** Whether other machines can call the service, directly or through a proxy. */
export function isReachable({ host, publicUrl, trustProxy }: Settings): boolean {
  return !isLoopbackHost(host) || trustProxy || publicUrl !== undefined;
}

/** Checks for unencrypted URLs of providers and redirects. */
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
          message: `Sign-ins of tenant ${clientId} use ${address}, unencrypted.`,
          remedy: 'Set an https address in the provisioning file, and register it with the provider.',
        },
      ];
    });
  });
}

/** The same relative path from the sources and from the build. */
const demoFile = fileURLToPath(new URL('../../../demo.yaml', import.meta.url));

/** Checks for keys of the demonstration, which are public, in a service that other machines can call. */
export async function checkDemonstration({ db, hashes, settings }: KeyedDoctorContext): Promise<readonly Finding[]> {
  if (!isReachable(settings)) return [];
  const known = demonstration();
  const apiKeys = await db
    .selectFrom('api_keys')
    .select('name')
    .where(
      'hash',
      'in',
      known.apiKeys.map((key) => hashes.of('api-key', key)),
    )
    .where('revoked_at', 'is', null)
    .execute();
  const folderKeys = await db
    .selectFrom('folder_keys')
    .select('name')
    .where(
      'hash',
      'in',
      known.folderKeys.map((key) => hashes.of('folder-key', key)),
    )
    .where('revoked_at', 'is', null)
    .execute();
  const names = [...apiKeys, ...folderKeys].map(({ name }) => name);
  if (names.length === 0) return [];
  return [
    {
      severity: 'error',
      code: 'demonstration-secrets',
      message: `Keys of the demonstration, which are public, are valid: ${names.join(', ')}.`,
      remedy: 'Use a separate data folder, or run api-key revoke and folder-key revoke for each of them.',
    },
  ];
}

/** The keys in the demonstration's file; its other secrets are created per data folder. */
function demonstration(): { readonly apiKeys: readonly string[]; readonly folderKeys: readonly string[] } {
  let text: string;
  try {
    text = readFileSync(demoFile, 'utf8');
  } catch {
    // An installation may omit the demonstration.
    return { apiKeys: [], folderKeys: [] };
  }
  const { root, problems } = parseYaml(text, demoFile);
  const top = Fields.of(root, 'The demonstration', problems);
  const keysOf = (list: string): readonly string[] =>
    (top?.items(list) ?? []).flatMap((item) => Fields.of(item, list, problems)?.optionalText('key')?.value ?? []);
  return { apiKeys: keysOf('apiKeys'), folderKeys: keysOf('folderKeys') };
}
