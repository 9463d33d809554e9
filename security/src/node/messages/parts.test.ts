import { describe, expect, it } from 'vitest';
import { newKey } from '../../../../test/support/security/assertion.ts';
import { wsse } from '../../names.ts';
import { trust } from '../keys/index.ts';
import { readMessage, type SignedPart, signMessage, verifyMessage } from './index.ts';

const key = newKey('sender');
const trusted = trust({ pinned: key.certificates });
const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const message = (header: string): Buffer =>
  Buffer.from(
    `<s:Envelope xmlns:s="${soap}"><s:Header>${header}</s:Header><s:Body><a xmlns="urn:a"/></s:Body></s:Envelope>`,
  );
const block = (namespace: string, name: string): string => `<${name} xmlns="${namespace}">1</${name}>`;
const passedOn = `<w:Security xmlns:w="${wsse}" s:actor="urn:next"></w:Security>`;

/** What a signature of parts covers. */
async function covered(header: string, parts: readonly SignedPart[]): Promise<readonly string[]> {
  const signed = await signMessage(message(header), { key, parts });
  const verified = await verifyMessage(readMessage(signed), { trust: trusted, parts });
  return verified.covered.map(({ local }) => local).sort();
}

describe('header blocks that a signature covers', () => {
  it('are all but those of WS-Security, each once', async () => {
    const header = `${block('urn:b', 'To')}${block('urn:c', 'From')}${passedOn}`;
    expect(await covered(header, ['Body', 'Headers', { namespace: 'urn:b', local: 'To' }])).toEqual([
      'Body',
      'From',
      'To',
    ]);
    expect(await covered(passedOn, ['Body', 'Headers'])).toEqual(['Body']);
  });

  it('are those of a namespace', async () => {
    const header = `${block('urn:b', 'To')}${block('urn:b', 'From')}${block('urn:c', 'Other')}${passedOn}`;
    expect(await covered(header, [{ namespace: 'urn:b', optional: true }])).toEqual(['From', 'To']);
    expect(await covered(header, ['Body', { namespace: wsse, optional: true }])).toEqual(['Body']);
    await expect(covered(header, ['Body', { namespace: 'urn:d' }])).rejects.toThrow('no header block {urn:d}* to sign');
  });

  it('must be signed when they come later', async () => {
    const signed = Buffer.from(await signMessage(message(block('urn:b', 'To')), { key, parts: ['Body', 'Headers'] }));
    const forged = Buffer.from(signed.toString().replace('<To ', `${block('urn:c', 'Admin')}<To `));
    const verify = (bytes: Buffer, parts: readonly SignedPart[]) =>
      verifyMessage(readMessage(bytes), { trust: trusted, parts });
    await expect(verify(signed, ['Body', 'Headers'])).resolves.toBeDefined();
    await expect(verify(forged, ['Body', 'Headers'])).rejects.toMatchObject({ code: 'policy' });
    await expect(verify(forged, ['Body', { namespace: 'urn:c', optional: true }])).rejects.toMatchObject({
      code: 'policy',
    });
    await expect(verify(forged, ['Body', { namespace: 'urn:b' }])).resolves.toBeDefined();
  });
});
