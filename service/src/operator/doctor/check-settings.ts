import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isLoopbackHost } from '../../common/network.ts';
import { chunkOverBody, type Settings } from '../../config/settings.ts';
import { parseYaml } from '../../config/yaml-document.ts';
import { Fields } from '../../config/yaml-fields.ts';
import type { TenantProvider } from '../../storage/identity-providers.ts';
import { isSecure } from '../provisioning/provider-values.ts';
import type { Finding, KeyedDoctorContext } from './finding.ts';

/** Settings with which the service runs, and perhaps should not. */
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
      message: 'The guessing of keys, codes and passwords is not slowed.',
      remedy: 'Leave out --no-rate-limit, and set rateLimit.enabled to true.',
    });
  }
  return findings;
}

/** Whether others than this machine may call, directly or through a proxy. */
export function isReachable({ host, publicUrl, trustProxy }: Settings): boolean {
  return !isLoopbackHost(host) || trustProxy || publicUrl !== undefined;
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

/** The same place from the sources and from what is built. */
const demoFile = fileURLToPath(new URL('../../../demo.yaml', import.meta.url));

/** Whether keys of the demonstration, which everybody knows, are in force where others than this machine may call. */
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
      message: `Keys of the demonstration, which everybody knows, are in force: ${names.join(', ')}.`,
      remedy: 'Begin with a data folder of its own, or run api-key revoke and folder-key revoke for each of them.',
    },
  ];
}

/** Secrets that stand in the demonstration's file; it names others, which are made for each data folder. */
function demonstration(): { readonly apiKeys: readonly string[]; readonly folderKeys: readonly string[] } {
  let text: string;
  try {
    text = readFileSync(demoFile, 'utf8');
  } catch {
    // An installation may leave the demonstration out.
    return { apiKeys: [], folderKeys: [] };
  }
  const { root, problems } = parseYaml(text, demoFile);
  const top = Fields.of(root, 'The demonstration', problems);
  const keysOf = (list: string): readonly string[] =>
    (top?.items(list) ?? []).flatMap((item) => Fields.of(item, list, problems)?.optionalText('key')?.value ?? []);
  return { apiKeys: keysOf('apiKeys'), folderKeys: keysOf('folderKeys') };
}
