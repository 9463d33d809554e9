import type { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type CertificateExtension,
  type IssuedCertificate,
  issueCertificate,
} from '../../../../test/support/runtime/certificate.ts';
import type { KeyIdentifier } from './key-identifier.ts';
import { type RevocationStatus, type TrustOptions, trust } from './trust.ts';

const authority: CertificateExtension = { oid: '551d13', value: '30030101ff', critical: true };
const withoutNext: CertificateExtension = { oid: '551d13', value: '30060101ff020100', critical: true };
const forCertificates: CertificateExtension = { oid: '551d0f', value: '03020106', critical: true };
const forSignatures: CertificateExtension = { oid: '551d0f', value: '03020780', critical: true };
const forKeys: CertificateExtension = { oid: '551d0f', value: '03020520', critical: true };
/** permitted: DNS:example.org */
const narrow: CertificateExtension = { oid: '551d1e', value: '3011a00f300d820b6578616d706c652e6f7267' };
const unknown: CertificateExtension = { oid: '2a0304', value: '0500', critical: true };

describe('trust', () => {
  const issued = new Map<string, IssuedCertificate>();

  /** Issues a certificate; an issuer that has the same name signs itself. */
  function issue(name: string, issuer: string, extensions: readonly CertificateExtension[] = [], hash?: 'sha1'): void {
    issued.set(name, issueCertificate(name, { issuer: issued.get(issuer), extensions, ...(hash && { hash }) }));
  }

  issue('root', 'root', [authority, forCertificates]);
  issue('middle', 'root', [authority, forCertificates]);
  issue('leaf', 'middle', [forSignatures]);

  const get = (name: string) => (issued.get(name) as IssuedCertificate).certificate;
  const sent = (...names: readonly string[]): KeyIdentifier => ({ kind: 'certificates', certificates: names.map(get) });
  const find = (options: TrustOptions, identifier: KeyIdentifier | undefined) => trust(options).find(identifier);
  const byRoot = (more: Partial<TrustOptions> = {}): TrustOptions => ({ anchors: get('root'), ...more });

  it('builds a path over the certificates of the message, in any order', async () => {
    const { certificate, key } = await find(byRoot(), sent('leaf', 'root', 'middle'));
    expect(certificate?.subject).toBe('CN=leaf');
    expect(key.equals(get('leaf').publicKey)).toBe(true);
  });

  it('builds a path over known certificates', async () => {
    const found = await find(byRoot({ known: get('middle').toString() }), sent('leaf'));
    expect(found.certificate?.subject).toBe('CN=leaf');
  });

  it('trusts an authority in the middle as an anchor', async () => {
    expect((await find({ anchors: get('middle') }, sent('leaf'))).certificate?.subject).toBe('CN=leaf');
  });

  it('finds a known certificate that the message names', async () => {
    const known = [get('leaf'), get('middle')];
    const identifier: KeyIdentifier = { kind: 'subject-name', name: 'CN=leaf' };
    expect((await find(byRoot({ known }), identifier)).certificate?.subject).toBe('CN=leaf');
    await expect(find(byRoot({ known: get('middle') }), identifier)).rejects.toThrow('a key that is not known');
  });

  it.each<[string, () => void, readonly string[], string]>([
    ['without the authority between', () => {}, ['leaf'], 'is not issued by a trusted authority'],
    ['an anchor itself', () => {}, ['root'], 'pin it'],
    [
      'a certificate that signs itself',
      () => issue('alone', 'alone'),
      ['alone'],
      'is not issued by a trusted authority',
    ],
    [
      'an issuer of the same name with another key',
      () => issued.set('forged', issueCertificate('forged', { issuer: issueCertificate('root') })),
      ['forged'],
      'CN=forged is not signed by its issuer',
    ],
    [
      'an issuer that is not an authority',
      () => issue('below', 'leaf'),
      ['below', 'leaf', 'middle'],
      'CN=leaf is not an authority',
    ],
    [
      'an authority that may not issue',
      () => {
        issue('unable', 'root', [authority, forSignatures]);
        issue('below', 'unable');
      },
      ['below', 'unable'],
      'CN=unable may not issue certificates',
    ],
    [
      'too long a path',
      () => {
        issue('short', 'root', [withoutNext]);
        issue('next', 'short', [authority]);
        issue('below', 'next');
      },
      ['below', 'next', 'short'],
      'CN=short has issued too long a path',
    ],
    [
      'name constraints',
      () => {
        issue('narrow', 'root', [authority, narrow]);
        issue('below', 'narrow');
      },
      ['below', 'narrow'],
      'CN=narrow has name constraints',
    ],
    [
      'critical name constraints',
      () => {
        issue('narrow', 'root', [authority, { ...narrow, critical: true }]);
        issue('below', 'narrow');
      },
      ['below', 'narrow'],
      'CN=narrow has the critical extension 2.5.29.30',
    ],
    ['an unknown critical extension', () => issue('odd', 'root', [unknown]), ['odd'], 'critical extension 1.2.3.4'],
    ['an extension twice', () => issue('odd', 'root', [forSignatures, forSignatures]), ['odd'], 'an extension twice'],
    ['another key usage', () => issue('ciphers', 'root', [forKeys]), ['ciphers'], 'is not for signatures'],
    ['SHA-1', () => issue('weak', 'root', [], 'sha1'), ['weak'], 'RSA or ECDSA with SHA-2'],
  ])('rejects %s', async (_, make, names, message) => {
    make();
    await expect(find(byRoot(), sent(...names))).rejects.toThrow(message);
    await expect(find(byRoot(), sent(...names))).rejects.toMatchObject({ code: 'key' });
  });

  it('ends with authorities that issue each other', async () => {
    const first = issueCertificate('loop', { extensions: [authority] });
    const keys = { publicKey: first.certificate.publicKey, privateKey: first.key };
    const loops = Array.from({ length: 9 }, (_, index) =>
      issueCertificate('loop', { issuer: first, keys, serial: index + 2, extensions: [authority] }),
    );
    const certificates = [first, ...loops].map(({ certificate }) => certificate);
    await expect(find(byRoot(), { kind: 'certificates', certificates })).rejects.toMatchObject({ code: 'key' });
  });

  it.each<[string, number, string]>([
    ['before', Date.now() - 2 * 86_400_000, 'CN=leaf is valid from'],
    ['after', Date.now() + 400 * 86_400_000, 'CN=leaf was valid until'],
  ])('rejects certificates %s their time, pinned ones too', async (_, time, message) => {
    const now = () => time;
    await expect(find(byRoot({ now }), sent('leaf', 'middle'))).rejects.toThrow(message);
    await expect(find({ pinned: get('leaf'), now }, sent('leaf'))).rejects.toThrow(message);
  });

  it('trusts pinned certificates by any name, whoever issued them', async () => {
    issue('alone', 'alone');
    const options = { pinned: [get('alone'), get('leaf')] };
    const certificate = get('alone');
    for (const identifier of [
      sent('alone'),
      { kind: 'issuer-serial', issuer: 'CN=alone', serial: BigInt(`0x${certificate.serialNumber}`) },
      { kind: 'key-value', key: certificate.publicKey },
    ] satisfies KeyIdentifier[]) {
      expect((await find(options, identifier)).certificate?.subject, identifier.kind).toBe('CN=alone');
    }
  });

  it('takes the only pinned certificate for a message without KeyInfo, and none of several', async () => {
    expect((await find({ pinned: get('leaf') }, undefined)).certificate?.subject).toBe('CN=leaf');
    await expect(find({ pinned: [get('leaf'), get('root')] }, undefined)).rejects.toThrow('not known');
    await expect(find(byRoot(), undefined)).rejects.toThrow('not known');
  });

  it('does not take a bare key for that of a known certificate', async () => {
    const identifier: KeyIdentifier = { kind: 'key-value', key: get('leaf').publicKey };
    await expect(find(byRoot({ known: [get('leaf'), get('middle')] }), identifier)).rejects.toThrow('not known');
  });

  it('trusts the old and the new certificate while one replaces the other', async () => {
    const ofDays = (days: number, serial: number) =>
      issueCertificate('partner', { serial, until: new Date(Date.now() + days * 86_400_000) });
    issued.set('old', ofDays(20, 1));
    issued.set('new', ofDays(400, 2));
    const pinned = [get('old'), get('new')];
    const identifier: KeyIdentifier = { kind: 'subject-name', name: 'CN=partner' };
    const later = () => Date.now() + 100 * 86_400_000;
    expect((await find({ pinned }, identifier)).certificate?.serialNumber).toBe(get('old').serialNumber);
    expect((await find({ pinned, now: later }, identifier)).certificate?.serialNumber).toBe(get('new').serialNumber);
  });

  it('lets a program choose among the certificates of an authority', async () => {
    const accepts = ({ subject }: X509Certificate) => subject === 'CN=somebody';
    await expect(find(byRoot({ accepts }), sent('leaf', 'middle'))).rejects.toThrow('CN=leaf is not accepted');
  });

  it.each<[RevocationStatus, string | undefined]>([
    ['good', undefined],
    ['revoked', 'CN=middle was revoked'],
    ['unknown', 'CN=middle may have been revoked'],
  ])('asks about each certificate but the anchor: %s', async (status, message) => {
    const asked: string[] = [];
    const found = find(
      byRoot({
        revocation: async (certificate, issuer) => {
          asked.push(`${certificate.subject} by ${issuer.subject}`);
          return certificate.subject === 'CN=middle' ? status : 'good';
        },
      }),
      sent('leaf', 'middle'),
    );
    if (message === undefined) expect((await found).certificate?.subject).toBe('CN=leaf');
    else await expect(found).rejects.toThrow(message);
    expect(asked).toEqual(['CN=leaf by CN=middle', 'CN=middle by CN=root']);
  });

  it('finds secrets by name', async () => {
    const secrets = { shared: Buffer.alloc(32, 1) };
    expect((await find({ secrets }, { kind: 'key-name', name: 'shared' })).key.type).toBe('secret');
    await expect(find({ secrets }, { kind: 'key-name', name: 'toString' })).rejects.toThrow('not known');
    await expect(find({ secrets }, undefined)).rejects.toThrow('not known');
  });

  it('needs a key', () => {
    expect(() => trust({ known: get('leaf') })).toThrow('needs anchors, pinned certificates or secrets');
    expect(() => trust({ anchors: 'no certificate' })).toThrow('no certificate in this PEM text');
  });
});
