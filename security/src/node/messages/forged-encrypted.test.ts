import { generateKeyPairSync } from 'node:crypto';
import { readTree, type TreeElement } from '@soapwright/runtime/xml';
import { beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../../../test/support/runtime/certificate.ts';
import { splice } from '../../encryption/splice.ts';
import { SecurityError } from '../../security-error.ts';
import { elementsWithin } from '../../xml-elements.ts';
import { decryptionKey, signingKey, trust } from '../keys/index.ts';
import { type DecryptOptions, decryptMessage, encryptMessage, readMessage, signMessage } from './index.ts';

const sender = issueCertificate('sender');
const receiver = issueCertificate('receiver', { keys: generateKeyPairSync('rsa', { modulusLength: 2048 }) });
const key = decryptionKey({ key: receiver.key, certificates: receiver.certificate });
const trusted = trust({ pinned: sender.certificate });

const soap = 'http://www.w3.org/2003/05/soap-envelope';
const who = { namespace: 'urn:m', local: 'Who' };
/** The header block, when it was encrypted first. */
const encryptedWho = {
  namespace: 'http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd',
  local: 'EncryptedHeader',
};
const plain = `<s:Envelope xmlns:s="${soap}" xmlns:m="urn:m"><s:Header><m:Who>anna</m:Who></s:Header><s:Body><m:Pay><m:To>bob</m:To><m:Sum>7</m:Sum></m:Pay></s:Body></s:Envelope>`;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (data: Uint8Array): string => new TextDecoder().decode(data);

const sign = (envelope: Uint8Array): Promise<Uint8Array> =>
  signMessage(envelope, {
    key: signingKey({ key: sender.key, certificates: sender.certificate }),
    parts: ['Body', 'Timestamp', { ...who, optional: true }, { ...encryptedWho, optional: true }],
  });

const encrypt = (envelope: Uint8Array, algorithm: 'aes256-gcm' | 'aes256-cbc' = 'aes256-gcm'): Uint8Array => {
  const isSigned = text(envelope).includes('Signature');
  const parts = isSigned ? (['Body', 'Signature', who] as const) : (['Body', who] as const);
  return encryptMessage({ envelope, parts: [] }, { for: receiver.certificate, parts, algorithm, allowCbc: true })
    .envelope;
};

const good: Readonly<Record<string, readonly [() => Promise<Uint8Array>, Partial<DecryptOptions>?]>> = {
  'signed, then encrypted': [async () => encrypt(await sign(bytes(plain)))],
  'encrypted, then signed': [() => sign(encrypt(bytes(plain)))],
  'encrypted by AES-CBC, then signed': [
    () => sign(encrypt(bytes(plain), 'aes256-cbc')),
    { algorithms: ['aes256-cbc'] },
  ],
};

/** What a decoder reads: the Body, if everything that the options demand is there. */
async function bodyOf(envelope: Uint8Array, options: Partial<DecryptOptions> = {}): Promise<string> {
  const verify = { trust: trusted };
  const opened = await decryptMessage({ envelope, parts: [] }, { keys: [key], ...options }, { verify });
  const { body, document } = readMessage(opened.envelope);
  expect(opened.verified?.covered.map(({ local }) => local)).toContain('Body');
  return text(document.data.subarray(body.tagEnd, body.closeTag));
}

/** Each element left out, doubled, emptied, and moved to the front of the Header, of the Security block and of the Body. */
function* changed(envelope: Uint8Array): Generator<Uint8Array> {
  const { data, root } = readTree(envelope);
  const { header, body, security } = readMessage(envelope);
  const places = [header, security, body].filter((place) => place !== undefined);
  const remove = ({ start, end }: TreeElement) => ({ start, end, bytes: new Uint8Array(0) });
  for (const element of elementsWithin(root)) {
    if (element === root) continue;
    const { start, end, tagEnd, closeTag } = element;
    const own = data.subarray(start, end);
    yield splice(data, [remove(element)]);
    yield splice(data, [{ start: end, end, bytes: own }]);
    yield splice(data, [{ start: tagEnd, end: closeTag, bytes: new Uint8Array(0) }]);
    for (const { tagEnd: at } of places) {
      const added = { start: at, end: at, bytes: own };
      yield splice(data, [added]);
      if (at < start) yield splice(data, [added, remove(element)]);
      if (at > end) yield splice(data, [remove(element), added]);
    }
  }
}

/** Every 29th byte replaced by another letter: names, identifiers, algorithms and cipher text among them. */
function* flipped(envelope: Uint8Array): Generator<Uint8Array> {
  for (let at = 5; at < envelope.length; at += 29) {
    const copy = envelope.slice();
    copy[at] = envelope[at] === 0x41 ? 0x42 : 0x41;
    yield copy;
  }
}

describe.each(Object.keys(good))('a message that was %s', (name) => {
  const [make, options] = good[name] ?? [async () => bytes(plain)];
  const content = '<m:Pay><m:To>bob</m:To><m:Sum>7</m:Sum></m:Pay>';
  let envelope: Uint8Array;
  beforeAll(async () => {
    envelope = await make();
  });

  it('is accepted', async () => {
    expect(await bodyOf(envelope, options)).toBe(content);
  });

  it.each([
    ['elements are changed', changed, 200],
    ['bytes are changed', flipped, 200],
  ] as const)('is refused when its %s, or read as it was', async (_, forge, least) => {
    let refused = 0;
    let tried = 0;
    for (const forged of forge(envelope)) {
      tried++;
      try {
        expect(await bodyOf(forged, options)).toBe(content);
      } catch (error) {
        if (!(error instanceof SecurityError)) throw error;
        refused++;
      }
    }
    expect(tried).toBeGreaterThan(least);
    // What neither signature nor encryption covers, such as identifiers that nothing uses, can be changed.
    expect(refused / tried).toBeGreaterThan(0.8);
  });
});
