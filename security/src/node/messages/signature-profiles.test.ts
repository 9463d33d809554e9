import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { issueCertificate } from '../../../../test/support/runtime/certificate.ts';
import { signingKey, trust } from '../keys/index.ts';
import { readMessage, signatureProfiles, signMessage, verifyMessage } from './index.ts';

const { key, certificate } = issueCertificate('caller', { keys: generateKeyPairSync('rsa', { modulusLength: 2048 }) });
const own = signingKey({ key, certificates: certificate });
const soap = 'http://www.w3.org/2003/05/soap-envelope';

const message = (...blocks: readonly string[]): Buffer =>
  Buffer.from(
    `<s:Envelope xmlns:s="${soap}" xmlns:w="http://www.w3.org/2005/08/addressing"><s:Header>${blocks.map((name) => `<w:${name}>urn:x</w:${name}>`).join('')}</s:Header><s:Body><a xmlns="urn:a"/></s:Body></s:Envelope>`,
  );

async function covered(profile: keyof typeof signatureProfiles, envelope: Buffer): Promise<readonly string[]> {
  const { parts } = signatureProfiles[profile];
  const signed = await signMessage(envelope, { key: own, ...signatureProfiles[profile] });
  const verified = await verifyMessage(readMessage(signed), { trust: trust({ pinned: certificate }), parts });
  expect(verified.algorithm).toBe('rsa-sha256');
  return verified.covered.map(({ local }) => local).sort();
}

describe('profiles', () => {
  it('of Digikoppeling sign all of WS-Addressing that is there', async () => {
    const usual = ['To', 'Action', 'MessageID', 'ReplyTo'];
    const all = ['Action', 'Body', 'MessageID', 'ReplyTo', 'Timestamp', 'To'];
    expect(await covered('digikoppeling', message(...usual))).toEqual(all);
    expect(await covered('suwinet', message(...usual, 'From'))).toEqual([...all, 'From'].sort());
    await expect(covered('suwinet', message(...usual))).rejects.toThrow('no header block');
    await expect(covered('digikoppeling', message('Action'))).rejects.toThrow('MessageID to sign');
  });

  it('of DIAN and KvK sign To and the Timestamp; that of DIAN is valid for 60,000 seconds', async () => {
    expect(await covered('kvk', message('To', 'Action'))).toEqual(['Timestamp', 'To']);
    expect(await covered('dian', message('To', 'Action'))).toEqual(['Timestamp', 'To']);
    const now = () => Date.parse('2026-11-28T10:00:00Z');
    const signed = await signMessage(message('To'), { key: own, ...signatureProfiles.dian, now });
    expect(Buffer.from(signed).toString()).toContain('Expires>2026-11-29T02:40:00.000Z<');
  });
});
