import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hasOpenssl } from '../../../../../test/support/generator/openssl.ts';
import { selfSigned } from '../../../../../test/support/runtime/certificate.ts';
import { endPointHash } from './channel-binding.ts';

describe('the hash of a certificate for tls-server-end-point', () => {
  it('is that of ECDSA with SHA-256', () => {
    const { raw } = new X509Certificate(selfSigned().cert);
    expect(endPointHash(raw)).toEqual(createHash('sha256').update(raw).digest());
  });

  /** RFC 5929, 4.1: the hash function of the signature, but SHA-256 where that is MD5 or SHA-1. */
  it.skipIf(!hasOpenssl).each([
    ['ec', 'sha384', 'sha384'],
    ['ec', 'sha512', 'sha512'],
    ['ec', 'sha1', 'sha256'],
    ['rsa:1024', 'sha256', 'sha256'],
    ['rsa:1024', 'sha384', 'sha384'],
    ['rsa:1024', 'sha512', 'sha512'],
  ])('of %s with %s is %s', (key, signature, hash) => {
    const algorithm = key === 'ec' ? ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] : ['-newkey', key];
    const args = ['req', '-x509', ...algorithm, '-nodes', `-${signature}`, '-subj', '/CN=a', '-keyout', '-'];
    const made = execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const { raw } = new X509Certificate(made.slice(made.indexOf('-----BEGIN CERTIFICATE-----')));
    expect(endPointHash(raw)).toEqual(createHash(hash).update(raw).digest());
  });
});
