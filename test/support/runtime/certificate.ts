import { generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto';

function der(type: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const head = length < 128 ? [type, length] : [type, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), body]);
}

const sequence = (...content: readonly Uint8Array[]): Buffer => der(0x30, ...content);
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** A certificate with its private key. */
export interface IssuedCertificate {
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
  /** The DER of its subject. */
  readonly name: Buffer;
}

export interface CertificateOptions {
  /** Default: it signs itself. */
  readonly issuer?: IssuedCertificate | undefined;
  /** Default: a new key of P-256. */
  readonly keys?: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } | undefined;
  readonly extensions?: readonly CertificateExtension[];
  /** Default 1 year from now. */
  readonly until?: Date;
  readonly serial?: number;
  /** Default SHA-256. */
  readonly hash?: 'sha1' | 'sha256';
}

/** In hexadecimal: the DER of the object identifier, and of the value. */
export interface CertificateExtension {
  readonly oid: string;
  readonly value: string;
  readonly critical?: boolean;
}

/** Issues a certificate (RFC 5280) of an elliptic curve. @param common the CN of its subject. */
export function issueCertificate(common: string, options: CertificateOptions = {}): IssuedCertificate {
  const { keys = generateKeyPairSync('ec', { namedCurve: 'P-256' }), serial = 1, hash = 'sha256' } = options;
  const { issuer, extensions = [], until = new Date(Date.now() + 365 * 86_400_000) } = options;
  const algorithm = sequence(der(0x06, bytes(hash === 'sha1' ? '2a8648ce3d0401' : '2a8648ce3d040302')));
  const name = sequence(der(0x31, sequence(der(0x06, bytes('550403')), der(0x0c, Buffer.from(common)))));
  const time = (moment: Date): Buffer =>
    der(0x18, Buffer.from(`${moment.toISOString().replace(/\D/g, '').slice(0, 14)}Z`));
  const list = extensions.map(({ oid, value, critical = false }) =>
    sequence(der(0x06, bytes(oid)), ...(critical ? [der(0x01, bytes('ff'))] : []), der(0x04, bytes(value))),
  );
  const signed = sequence(
    der(0xa0, der(0x02, bytes('02'))),
    der(0x02, Buffer.from([serial])),
    algorithm,
    issuer?.name ?? name,
    sequence(time(new Date(Date.now() - 86_400_000)), time(until)),
    name,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    ...(list.length === 0 ? [] : [der(0xa3, sequence(...list))]),
  );
  const signature = der(0x03, bytes('00'), sign(hash, signed, issuer?.key ?? keys.privateKey));
  const certificate = new X509Certificate(sequence(signed, algorithm, signature));
  return { certificate, key: keys.privateKey, name };
}

/** A new self-signed certificate for `localhost` (RFC 5280) and its key, both in PEM. */
export function selfSigned(): { cert: string; key: string } {
  const localhost = sequence(der(0x82, Buffer.from('localhost'))).toString('hex');
  const { certificate, key } = issueCertificate('localhost', { extensions: [{ oid: '551d11', value: localhost }] });
  return { cert: certificate.toString(), key: key.export({ type: 'pkcs8', format: 'pem' }) as string };
}
