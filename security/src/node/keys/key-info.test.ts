import { generateKeyPairSync } from 'node:crypto';
import { readTree, type TreeElement } from '@soapwright/runtime/xml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasOpenssl, OpensslFolder } from '../../../../test/support/generator/openssl.ts';
import { wsse } from '../../names.ts';
import { elementsWithin } from '../../xml-elements.ts';
import { fieldsOf } from './certificate-fields.ts';
import { certificatesOf } from './certificates.ts';
import { formatName, isSameName, parseName } from './distinguished-name.ts';
import { isNamedBy, type KeyIdentifier } from './key-identifier.ts';
import { signingKey } from './private-key.ts';
import { readKeyInfo } from './read-key-info.ts';
import { type KeyReference, writeKeyInfo } from './write-key-info.ts';

/** Reads the KeyInfo of a message with these parts. */
function read(keyInfo: string, token = ''): KeyIdentifier {
  const xml = `<m xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:wsse="${wsse}">${token}${keyInfo}</m>`;
  const document = readTree(Buffer.from(xml));
  const all = [...elementsWithin(document.root)];
  const resolve = (id: string) =>
    all.find(({ attributes }) => attributes.some((one) => one.local === 'Id' && one.value === id));
  return readKeyInfo(all.find(({ local }) => local === 'KeyInfo') as TreeElement, { document, resolve });
}

const inKeyInfo = (content: string) => `<ds:KeyInfo>${content}</ds:KeyInfo>`;
const inReference = (content: string) =>
  inKeyInfo(`<wsse:SecurityTokenReference>${content}</wsse:SecurityTokenReference>`);

describe.skipIf(!hasOpenssl)('KeyInfo', () => {
  let folder: OpensslFolder;

  beforeAll(() => {
    folder = new OpensslFolder();
    const ec = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
    folder.run(`req -x509 ${ec} -days 2 -subj /C=NL/O=Gemeente,_Zuid/CN=CA -keyout ca.key -out ca.pem`);
    folder.run(`req ${ec} -subj /CN=own -keyout own.key -out own.csr`);
    folder.run('x509 -req -days 2 -in own.csr -CA ca.pem -CAkey ca.key -set_serial 0xf123456789abcdef01 -out own.pem');
    folder.run(`req -x509 ${ec} -days 2 -subj /CN=own -keyout other.key -out other.pem`);
  });

  afterAll(() => folder.remove());

  const own = () =>
    signingKey({ pem: Buffer.concat(['own.key', 'own.pem', 'ca.pem'].map((name) => folder.read(name))) });

  it.each<[KeyReference, KeyIdentifier['kind']]>([
    ['binary-security-token', 'certificates'],
    ['pki-path', 'certificates'],
    ['x509-data', 'certificates'],
    ['subject-key-identifier', 'subject-key-identifier'],
    ['issuer-serial', 'issuer-serial'],
    ['thumbprint', 'thumbprint'],
    ['key-value', 'key-value'],
    [{ keyName: 'CN=own' }, 'key-name'],
  ])('names the own certificate and no other by %j', (form, kind) => {
    const key = own();
    const { keyInfo, token } = writeKeyInfo(form, key, 'X-1');
    const identifier = read(keyInfo, token);
    expect(identifier.kind).toBe(kind);
    const [certificate] = key.certificates;
    const [other] = certificatesOf(folder.read('other.pem'));
    expect(certificate && isNamedBy(certificate, identifier)).toBe(true);
    // The name alone is the same.
    expect(other && isNamedBy(other, identifier)).toBe(kind === 'key-name');
  });

  it('writes the whole path in pki-path and x509-data', () => {
    for (const form of ['pki-path', 'x509-data'] as const) {
      const { keyInfo, token } = writeKeyInfo(form, own(), 'X-1');
      const identifier = read(keyInfo, token);
      const subjects = identifier.kind === 'certificates' ? identifier.certificates.map(({ subject }) => subject) : [];
      expect(subjects, form).toEqual(['CN=own', 'C=NL\nO=Gemeente\\,_Zuid\nCN=CA']);
    }
  });

  it('writes the issuer by RFC 4514 and the serial number in decimal', () => {
    const { keyInfo } = writeKeyInfo('issuer-serial', own(), '');
    expect(keyInfo).toContain('<ds:X509IssuerName>CN=CA,O=Gemeente\\,_Zuid,C=NL</ds:X509IssuerName>');
    expect(keyInfo).toContain(`<ds:X509SerialNumber>${0xf123456789abcdef01n}</ds:X509SerialNumber>`);
  });

  it('finds the leaf of X509Data in any order', () => {
    const certificates = ['ca.pem', 'own.pem'].map((name) => folder.der(name).toString('base64'));
    const data = certificates.map((one) => `<ds:X509Certificate>${one}</ds:X509Certificate>`).join('');
    expect(read(inKeyInfo(`<ds:X509Data>${data}</ds:X509Data>`))).toMatchObject({
      certificates: [{ subject: 'CN=own' }, { subject: expect.stringContaining('CN=CA') }],
    });
  });

  it('reads a certificate in a KeyIdentifier, as WSS4J writes it', () => {
    const type = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3';
    const text = folder.der('own.pem').toString('base64');
    expect(read(inReference(`<wsse:KeyIdentifier ValueType="${type}">${text}</wsse:KeyIdentifier>`))).toMatchObject({
      certificates: [{ subject: 'CN=own' }],
    });
  });

  it('writes and reads RSA keys and the ID of an assertion', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const identifier = read(writeKeyInfo('key-value', { certificates: [], publicKey }, '').keyInfo);
    expect(identifier.kind === 'key-value' && identifier.key.equals(publicKey)).toBe(true);
    const named = writeKeyInfo({ assertionId: '_a1' }, { certificates: [], publicKey }, '').keyInfo;
    expect(read(named)).toEqual({ kind: 'assertion', id: '_a1' });
  });

  it.each([
    ['an empty KeyInfo', inKeyInfo(''), 'names no key'],
    ['RetrievalMethod', inKeyInfo('<ds:RetrievalMethod URI="http://x/"/>'), 'RetrievalMethod is not read'],
    [
      'RetrievalMethod beside a name',
      inKeyInfo('<ds:KeyName>a</ds:KeyName><ds:RetrievalMethod URI="http://x/"/>'),
      'RetrievalMethod is not read',
    ],
    ['DerivedKeyToken', inReference('<DerivedKeyToken/>'), 'DerivedKeyToken is not read'],
    [
      'two names in a reference',
      inReference('<ds:KeyName>a</ds:KeyName><ds:KeyName>a</ds:KeyName>'),
      'exactly one child',
    ],
    ['another document', inReference('<wsse:Reference URI="http://x/#a"/>'), 'outside of the message'],
    ['a token that is missing', inReference('<wsse:Reference URI="#a"/>'), 'no token with the Id a'],
    [
      'another type',
      inReference('<wsse:KeyIdentifier ValueType="x">YQ==</wsse:KeyIdentifier>'),
      'the type x is not read',
    ],
    ['no base64', inKeyInfo('<ds:X509Data><ds:X509SKI>?</ds:X509SKI></ds:X509Data>'), 'not base64'],
    [
      'a malformed certificate',
      inKeyInfo('<ds:X509Data><ds:X509Certificate>YQ==</ds:X509Certificate></ds:X509Data>'),
      'A certificate is malformed',
    ],
    ['DSA', inKeyInfo('<ds:KeyValue><ds:DSAKeyValue/></ds:KeyValue>'), 'DSAKeyValue is not read'],
  ])('refuses %s', (_, keyInfo, message) => {
    expect(() => read(keyInfo)).toThrow(message);
  });
});

describe('distinguished names', () => {
  const same: readonly (readonly [string, string])[] = [
    ['CN=a,O=b', 'CN=a, O=b'],
    ['CN=a,O=b', 'cn=A ,o=B'],
    ['CN=a,O=b', 'CN=a;O=b'],
    ['CN=a\\,b,C=NL', 'CN="a,b",C=NL'],
    ['CN=a\\2Cb', 'CN=a\\,b'],
    ['CN=\\C3\\A9', 'CN=é'],
    ['CN=a  b', 'CN=a b'],
    ['CN=\\ a\\ ', 'CN=a'],
    ['CN=a\\\\  ', 'CN=a\\5C'],
    ['E=a@b', '1.2.840.113549.1.9.1=#1603614062'],
    ['EMAILADDRESS=a@b', 'OID.1.2.840.113549.1.9.1=a@b'],
    ['CN=a+UID=1,O=b', 'UID=1+CN=a,O=b'],
    ['S=Utrecht', 'ST=Utrecht'],
    ['2.5.4.97=NTRNL-1', 'organizationIdentifier=NTRNL-1'],
  ];

  const different: readonly (readonly [string, string])[] = [
    ['CN=a,O=b', 'O=b,CN=a'],
    ['CN=a,O=b', 'CN=a,O=b,O=b'],
    ['CN=a\\,O=b', 'CN=a,O=b'],
    ['CN=a+O=b', 'CN=a,O=b'],
    ['CN=a', 'OU=a'],
    ['CN=ab', 'CN=a b'],
  ];

  const isSame = (one: string, other: string) => isSameName(parseName(one) ?? [], parseName(other) ?? []);

  it.each(same)('%s is %s', (one, other) => expect(isSame(one, other)).toBe(true));
  it.each(different)('%s is not %s', (one, other) => expect(isSame(one, other)).toBe(false));

  it.each(['', 'a', 'CN', 'CN=a,', 'X-Y=a', 'CN=#zz', 'CN="a'])('%j is not a name', (text) => {
    expect(parseName(text)).toBeUndefined();
  });

  it.skipIf(!hasOpenssl)('agrees with openssl about the text of a name', () => {
    const folder = new OpensslFolder();
    try {
      const subject = '/C=NL/ST=Zuid-Holland/O=A,B\\+C=D;E/OU=#1/DC=soapwright/emailAddress=a@b.c/CN=Jané\\/x';
      const ec = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
      folder.run(`req -x509 ${ec} -days 2 -utf8 -subj ${subject} -keyout k.pem -out c.pem`);
      folder.run('x509 -in c.pem -noout -subject -nameopt RFC2253,-esc_msb,utf8 -out name.txt');
      const text = folder.read('name.txt').toString().trim().replace('subject=', '');
      const [certificate] = certificatesOf(folder.read('c.pem'));
      const name = certificate && fieldsOf(certificate).subject;
      expect(name && isSameName(name, parseName(text) ?? [])).toBe(true);
      expect(name && formatName(name).replace(/1\.2\.840\.113549\.1\.9\.1=#\w+/, 'emailAddress=a@b.c')).toBe(text);
    } finally {
      folder.remove();
    }
  });
});
