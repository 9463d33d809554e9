import { X509Certificate } from 'node:crypto';
import { readTree, type TreeElement } from '@soapwright/runtime/xml';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { issueCertificate } from '../../../../test/support/runtime/certificate.ts';
import { SecurityError } from '../../security-error.ts';
import { elementsWithin } from '../../xml-elements.ts';
import { parseName } from './distinguished-name.ts';
import { signingKey } from './private-key.ts';
import { readKeyInfo } from './read-key-info.ts';
import { revocationLists } from './revocation-list.ts';
import { trust } from './trust.ts';
import { writeKeyInfo } from './write-key-info.ts';

const root = issueCertificate('root', {
  extensions: [{ oid: '551d13', value: '30030101ff', critical: true }],
});
const leaf = issueCertificate('leaf', {
  issuer: root,
  extensions: [{ oid: '551d0f', value: '03020780', critical: true }],
});
const ds = 'http://www.w3.org/2000/09/xmldsig#';

/** Changes of single bytes, at shares of the length. */
const changes = fc.array(fc.record({ at: fc.double({ min: 0, max: 0.999, noNaN: true }), byte: fc.nat(255) }), {
  minLength: 1,
  maxLength: 4,
});

function changed(bytes: Uint8Array, list: readonly { readonly at: number; readonly byte: number }[]): Buffer {
  const copy = Buffer.from(bytes);
  for (const { at, byte } of list) copy[Math.floor(at * copy.length)] = byte;
  return copy;
}

/** What becomes of a KeyInfo: trusted, or the code of its rejection. */
async function outcome(keyInfo: string): Promise<string> {
  try {
    const document = readTree(Buffer.from(keyInfo));
    const element = [...elementsWithin(document.root)].find(({ local }) => local === 'KeyInfo') as TreeElement;
    const identifier = readKeyInfo(element, { document, resolve: () => undefined });
    const found = await trust({ anchors: root.certificate, pinned: leaf.certificate }).find(identifier);
    return found.key.equals(leaf.certificate.publicKey) ? 'leaf' : 'another';
  } catch (error) {
    if (error instanceof SecurityError) return 'rejected';
    throw error;
  }
}

describe('keys of strangers', () => {
  it('a changed certificate is rejected, and ends in no other error', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const certificate = changed(leaf.certificate.raw, list).toString('base64');
        const data = `<ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data>`;
        expect(['leaf', 'rejected']).toContain(await outcome(`<ds:KeyInfo xmlns:ds="${ds}">${data}</ds:KeyInfo>`));
      }),
      { numRuns: 400 },
    );
  });

  it('a changed PKIPath and a changed bare key are rejected, and end in no other error', async () => {
    const key = signingKey({ key: leaf.key, certificates: [leaf.certificate, root.certificate] });
    const type = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509PKIPathv1';
    const { token = '' } = writeKeyInfo('pki-path', key, 'X');
    const [, path = ''] = /">([^<]+)</.exec(token) ?? [];
    const { keyInfo } = writeKeyInfo('key-value', key, '');
    const [, point = ''] = /PublicKey>([^<]+)</.exec(keyInfo) ?? [];
    const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const other = changed(Buffer.from(path, 'base64'), list).toString('base64');
        const reference = `<w:SecurityTokenReference xmlns:w="${wsse}"><w:KeyIdentifier ValueType="${type}">${other}</w:KeyIdentifier></w:SecurityTokenReference>`;
        expect(['leaf', 'rejected']).toContain(await outcome(`<ds:KeyInfo xmlns:ds="${ds}">${reference}</ds:KeyInfo>`));
        const bare = changed(Buffer.from(point, 'base64'), list).toString('base64');
        expect(['leaf', 'rejected']).toContain(await outcome(keyInfo.replace(point, bare)));
      }),
      { numRuns: 200 },
    );
  });

  it('certificates of kinds of keys that sign nothing here are rejected', async () => {
    // A certificate whose key has an algorithm that nobody knows.
    const raw = Buffer.from(leaf.certificate.raw);
    const oid = Buffer.from('06072a8648ce3d0201', 'hex');
    raw[raw.indexOf(oid) + oid.length - 1] = 0x7f;
    expect(new X509Certificate(raw).subject).toBe('CN=leaf');
    const data = `<ds:X509Data><ds:X509Certificate>${raw.toString('base64')}</ds:X509Certificate></ds:X509Data>`;
    expect(await outcome(`<ds:KeyInfo xmlns:ds="${ds}">${data}</ds:KeyInfo>`)).toBe('rejected');
  });

  it('any text is a name or none, in a time that grows with its length', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'CNO=,+;"\\# 0a.') }), (text) => {
        const name = parseName(text);
        expect(name === undefined || Array.isArray(name)).toBe(true);
      }),
    );
    const spaces = ' '.repeat(4_000);
    for (const text of ['CN="', 'CN=\\', 'CN=#', `CN=x${spaces}`, '1.', `CN=x${spaces}"`, spaces].map((one) =>
      one.repeat(2_000).slice(0, 4_090),
    )) {
      const start = performance.now();
      parseName(text);
      expect(performance.now() - start).toBeLessThan(200);
    }
  });

  it('a changed revocation list is rejected with a TypeError, or is unknown', async () => {
    const list = Buffer.from('3020300d06092a864886f70d01010b0500', 'hex');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 80 }), async (bytes) => {
        const status = revocationLists([Buffer.concat([list, bytes])])(leaf.certificate, root.certificate);
        await expect(status.catch((error: unknown) => error instanceof TypeError)).resolves.not.toBe('good');
      }),
      { numRuns: 100 },
    );
  });
});
