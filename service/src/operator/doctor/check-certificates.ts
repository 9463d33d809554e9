import { X509Certificate } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { readConfiguredFile } from '../../common/file-system.ts';
import { StorageError } from '../../common/storage-error.ts';
import type { Settings } from '../../config/settings.ts';
import type { TenantProvider } from '../../storage/identity-providers.ts';
import { type Finding, finding } from './doctor-finding.ts';

const day = 86_400_000;
/** How long before its expiry a certificate is reported. */
const notice = 30 * day;

/** Checks the TLS certificate of the service: key, host name and validity. */
export async function checkTls({ tlsCert, tlsKey, publicUrl }: Settings, now: number): Promise<readonly Finding[]> {
  if (tlsCert === undefined || tlsKey === undefined) return [];
  const findings: Finding[] = [];
  let certificate: X509Certificate;
  try {
    const cert = await readConfiguredFile(tlsCert, 'the certificate');
    const key = await readConfiguredFile(tlsKey, 'the private key');
    createSecureContext({ cert, key });
    certificate = new X509Certificate(cert);
  } catch (error) {
    const message =
      error instanceof StorageError
        ? error.message
        : `${tlsCert} and ${tlsKey} are not a certificate and its private key in PEM form.`;
    return [finding('tls-not-usable', message)];
  }
  const { mode } = await stat(tlsKey);
  if (process.platform !== 'win32' && (mode & 0o007) !== 0) {
    findings.push(
      finding(
        'tls-key-open-to-others',
        `All users of this machine may read the private key ${tlsKey}.`,
        `Run: chmod o-rwx ${tlsKey}`,
      ),
    );
  }
  const host = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  const bare = host?.replace(/^\[|\]$/g, '');
  if (bare !== undefined && !isFor(certificate, bare)) {
    findings.push(
      finding(
        'certificate-other-host',
        `The certificate ${tlsCert} is not valid for ${bare}, the host of publicUrl: callers reject it.`,
        `Get a certificate for ${bare}, or set publicUrl to a host of the certificate.`,
      ),
    );
  }
  findings.push(...validity(certificate, `The certificate ${tlsCert}`, 'Get a new one and install it.', now));
  return findings;
}

function isFor(certificate: X509Certificate, host: string): boolean {
  return (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined;
}

/** Checks the validity of the certificates of SAML providers. Their keys are pinned, so signatures are accepted anyway. */
export function checkProviderCertificates(providers: readonly TenantProvider[], now: number): readonly Finding[] {
  return providers.flatMap(({ clientId, provider }) => {
    if (provider.kind !== 'SAML2') return [];
    if (provider.certificates.length === 0) {
      const message = `The identity provider of tenant ${clientId} has no certificate, so that none of its tokens is accepted.`;
      return [finding('provider-without-certificate', message)];
    }
    return provider.certificates.flatMap((pem) => {
      const certificate = new X509Certificate(pem);
      const what = `A certificate of the identity provider of tenant ${clientId} (SHA-256 ${certificate.fingerprint256.slice(0, 23)}…)`;
      const remedy =
        'Get the new one from the provider, list both in the provisioning file, and remove the old one later.';
      return validity(certificate, what, remedy, now).map((found) => ({ ...found, severity: 'warning' as const }));
    });
  });
}

function validity(certificate: X509Certificate, what: string, remedy: string, now: number): readonly Finding[] {
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  const on = (time: number): string => new Date(time).toISOString().slice(0, 10);
  if (now > to) {
    return [finding('certificate-expired', `${what} expired on ${on(to)}.`, remedy)];
  }
  if (now < from) {
    return [finding('certificate-not-yet', `${what} is not valid before ${on(from)}.`, remedy)];
  }
  if (now <= to - notice) return [];
  return [finding('certificate-expiring', `${what} expires on ${on(to)}.`, remedy)];
}
