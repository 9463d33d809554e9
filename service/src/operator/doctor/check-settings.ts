import { readFileSync } from 'node:fs';
import { isLoopbackHost } from '../../common/network.ts';
import { packagePath } from '../../common/package-version.ts';
import { chunkOverBody, linksArePlain, type Settings } from '../../config/settings.ts';
import { parseYaml } from '../../config/yaml-document.ts';
import { Fields } from '../../config/yaml-fields.ts';
import type { SecretKind } from '../../secrets/secret-tokens.ts';
import type { TenantProvider } from '../../storage/identity-providers.ts';
import type { Db } from '../../storage/tables.ts';
import { isSecure } from '../provisioning/provider-values.ts';
import { type Finding, finding, type KeyedDoctorContext } from './doctor-finding.ts';

/** Checks the settings for risks. */
export function checkSettings(settings: Settings): readonly Finding[] {
  const { host, publicUrl, tlsCert, trustProxy, rateLimit } = settings;
  const beyond = !isLoopbackHost(host);
  const findings: Finding[] = [];
  if (beyond && tlsCert === undefined && !trustProxy) {
    findings.push(finding('no-tls', `Passwords and keys travel unencrypted to ${host}.`));
  }
  if (beyond && publicUrl === undefined) {
    findings.push(
      finding(
        'no-public-url',
        `Without publicUrl, the WSDL and GetAPIURL contain ${host}, which callers may not be able to reach.`,
      ),
    );
  }
  if (publicUrl !== undefined && !isSecure(publicUrl)) {
    findings.push(
      finding(
        'public-url-plain',
        `publicUrl ${publicUrl} is not https: callers send passwords and keys there unencrypted.`,
      ),
    );
  }
  if (linksArePlain(settings)) {
    findings.push(finding('links-plain', `Links and files travel unencrypted from ${settings.adminHost}.`));
  }
  const tooLarge = chunkOverBody(settings);
  if (tooLarge !== undefined) {
    findings.push(
      finding('chunk-over-body', `${tooLarge}: chunks of that size are rejected unless they can be streamed.`),
    );
  }
  if (isReachable(settings) && !rateLimit) {
    findings.push(finding('guessing-not-slowed', 'The guessing of keys, codes and passwords is not rate-limited.'));
  }
  return findings;
}

/** Whether other machines can call the service, directly or through a proxy. */
function isReachable({ host, publicUrl, trustProxy }: Settings): boolean {
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
      return [finding('provider-not-secure', `Sign-ins of tenant ${clientId} use ${address}, unencrypted.`)];
    });
  });
}

const demoFile = packagePath('demo.yaml');

/** Checks for keys of the demonstration, which are public, in a service that other machines can call. */
export async function checkDemonstration({ db, hashes, settings }: KeyedDoctorContext): Promise<readonly Finding[]> {
  if (!isReachable(settings)) return [];
  const known = demonstration();
  const hashesOf = (kind: SecretKind, keys: readonly string[]): string[] =>
    keys.flatMap((key) => hashes.all(kind, key));
  const rows = [
    ...(await validKeys(db, 'api_keys', hashesOf('api-key', known.apiKeys))),
    ...(await validKeys(db, 'folder_keys', hashesOf('folder-key', known.folderKeys))),
  ];
  const names = rows.map(({ name }) => name);
  if (names.length === 0) return [];
  return [
    finding('demonstration-secrets', `Keys of the demonstration, which are public, are valid: ${names.join(', ')}.`),
  ];
}

function validKeys(
  db: Db,
  table: 'api_keys' | 'folder_keys',
  hashes: readonly string[],
): Promise<readonly { readonly name: string }[]> {
  return db.selectFrom(table).select('name').where('hash', 'in', hashes).where('revoked_at', 'is', null).execute();
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
