import { createHash, type X509Certificate } from 'node:crypto';
import { fieldsOf } from '../keys/certificate-fields.ts';
import { formatName } from '../keys/distinguished-name.ts';
import type { KeyIdentifier } from '../keys/key-identifier.ts';
import type { CertificateReport, Check, KeyReport } from './report.ts';

export const right: Check = { verdict: 'right' };

export function wrong(reason: string, hint?: string): Check {
  return { verdict: 'wrong', reason, hint };
}

export function unchecked(reason: string): Check {
  return { verdict: 'unchecked', reason };
}

export function certificateReport(certificate: X509Certificate): CertificateReport {
  const { subject, issuer, serial, notBefore, notAfter } = fieldsOf(certificate);
  const { asymmetricKeyType = 'unknown', asymmetricKeyDetails = {} } = certificate.publicKey;
  const { modulusLength, namedCurve } = asymmetricKeyDetails;
  return {
    subject: formatName(subject),
    issuer: formatName(issuer),
    serial: serial.toString(),
    validFrom: new Date(notBefore).toISOString(),
    validUntil: new Date(notAfter).toISOString(),
    key: `${asymmetricKeyType.toUpperCase()} ${modulusLength ?? namedCurve ?? ''}`.trim(),
    fingerprint: createHash('sha256').update(certificate.raw).digest('hex'),
  };
}

/** How a message names a key. @param certificate that it means, if it is known. */
export function keyReport(identifier: KeyIdentifier, certificate: X509Certificate | undefined): KeyReport {
  const known = certificate && { certificate: certificateReport(certificate) };
  switch (identifier.kind) {
    case 'certificates': {
      const [own] = identifier.certificates;
      return { namedBy: 'certificate', ...(own && { certificate: certificateReport(own) }) };
    }
    case 'subject-key-identifier':
      return { namedBy: 'SubjectKeyIdentifier', name: hex(identifier.value), ...known };
    case 'thumbprint':
      return { namedBy: 'thumbprint (SHA-1)', name: hex(identifier.value), ...known };
    case 'issuer-serial':
      return {
        namedBy: 'issuer and serial number',
        name: `${identifier.issuer}, ${identifier.serial.toString()}`,
        ...known,
      };
    case 'subject-name':
      return { namedBy: 'subject', name: identifier.name, ...known };
    case 'key-name':
      return { namedBy: 'KeyName', name: identifier.name, ...known };
    case 'key-value':
      return { namedBy: 'bare public key', ...known };
    case 'assertion':
      return { namedBy: 'SAML assertion', name: identifier.id, ...known };
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
