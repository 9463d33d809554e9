import { createHash, generateKeyPairSync } from 'node:crypto';
import { readTree } from '@soapwright/runtime/xml';
import { describe, expect, it } from 'vitest';
import { issueCertificate } from '../../../../test/support/runtime/certificate.ts';
import { canonicalXml } from '../../canonical/canonical-xml.ts';
import { signingKey, trust } from '../keys/index.ts';
import { readMessage, signatureProfiles, signMessage, verifyMessage } from './index.ts';

const { key, certificate } = issueCertificate('caller', { keys: generateKeyPairSync('rsa', { modulusLength: 2048 }) });
const own = signingKey({ key, certificates: certificate });
const soap = 'http://www.w3.org/2003/05/soap-envelope';

const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const block = `<e:Security xmlns:e="${wsse}"><e:UsernameToken><e:Username>me@tenant</e:Username></e:UsernameToken></e:Security>`;

const message = (...blocks: readonly string[]): Buffer =>
  Buffer.from(
    `<s:Envelope xmlns:s="${soap}" xmlns:w="http://www.w3.org/2005/08/addressing"><s:Header>${blocks.map((name) => `<w:${name}>urn:x</w:${name}>`).join('')}</s:Header><s:Body><a xmlns="urn:a"/></s:Body></s:Envelope>`,
  );

async function covered(
  profile: Exclude<keyof typeof signatureProfiles, 'workday-x509'>,
  envelope: Buffer,
): Promise<readonly string[]> {
  const { parts } = signatureProfiles[profile];
  const signed = await signMessage(envelope, { key: own, ...signatureProfiles[profile] });
  const verified = await verifyMessage(readMessage(signed), { trust: trust({ pinned: certificate }), parts });
  expect(verified.algorithm).toBe('rsa-sha256');
  return verified.covered.map(({ local }) => local).sort();
}

describe('profiles', () => {
  it('of Workday by certificate sign the Envelope without its Signature, which receivers here refuse', async () => {
    const envelope = message('To').toString().replace('</s:Header>', `${block}</s:Header>`);
    const options = { key: own, ...signatureProfiles['workday-x509'] };
    for (const plain of [envelope, message('To').toString(), envelope.replace(block, '<w:x/>')]) {
      const signed = Buffer.from(await signMessage(Buffer.from(plain), options)).toString();
      const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/.exec(signed) ?? [];
      const rest = readTree(Buffer.from(signed.replace(signature, '')));
      const digest = createHash('sha256').update(canonicalXml(rest, rest.root, { method: 'exclusive' }));
      expect(signature).toContain(`<ds:DigestValue>${digest.digest('base64')}<`);
      expect(signature).toMatch(
        /<ds:Reference URI=""><ds:Transforms><ds:Transform Algorithm="[^"]*#enveloped-signature">/,
      );
      expect(signature).toMatch(/<ds:X509Data><ds:X509SubjectName>CN=caller<\/ds:X509SubjectName><ds:X509Certificate>/);
      const verified = verifyMessage(readMessage(Buffer.from(signed)), { trust: trust({ pinned: certificate }) });
      await expect(verified).rejects.toThrow('The reference "" is not to an element of the message.');
    }
  });

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
