import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpensslFolder } from '../../../../test/support/generator/openssl.ts';
import { signedAssertion } from '../../../../test/support/security/assertion.ts';
import { encryptEnvelope } from '../../encryption/encrypt.ts';
import { wsse, wsu } from '../../names.ts';
import { certificateRecipient } from '../encryption-keys.ts';
import { decryptionKey, signingKey } from '../keys/private-key.ts';
import { trust } from '../keys/trust.ts';
import { signMessage } from '../messages/sign-message.ts';
import { readMessage } from '../messages/soap-message.ts';
import { type ExplainOptions, explainSecurity, type SecurityReport, type SignatureReport } from './index.ts';

const time = Date.parse('2026-11-28T15:00:00Z');
const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const plain = `<s:Envelope xmlns:s="${soap}" xmlns:b="urn:b"><s:Header><b:To>you</b:To></s:Header><s:Body><b:Pay><b:Card>geheim</b:Card></b:Pay></s:Body></s:Envelope>`;

let folder: OpensslFolder;
let sender: X509Certificate;
let receiver: X509Certificate;
let signed: string;
beforeAll(async () => {
  folder = new OpensslFolder();
  for (const name of ['Sender', 'Receiver']) {
    folder.run(`req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=${name} -keyout ${name}.key -out ${name}.pem`);
  }
  sender = new X509Certificate(folder.read('Sender.pem'));
  receiver = new X509Certificate(folder.read('Receiver.pem'));
  signed = await sign(plain);
});
afterAll(() => folder?.remove());

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (data: Uint8Array): string => new TextDecoder().decode(data);
const now = Date.now;

const sign = async (envelope: string): Promise<string> => {
  const key = signingKey({ pem: folder.read('Sender.key'), certificates: sender });
  return text(await signMessage(bytes(envelope), { key, now }));
};

const encrypt = (envelope: string): string =>
  text(
    encryptEnvelope(
      { envelope: bytes(envelope), parts: [] },
      (document) => {
        const { security } = readMessage(document.data);
        if (security === undefined) throw new Error('no Security');
        return security;
      },
      { recipient: certificateRecipient({ certificate: receiver }) },
    ).envelope,
  );

const explain = (envelope: string, options: ExplainOptions = {}): Promise<SecurityReport> =>
  explainSecurity({ envelope: bytes(envelope), parts: [] }, options);

const trusted = (): ExplainOptions => ({ trust: trust({ pinned: sender }) });

const signatureIn = ({ blocks }: SecurityReport): SignatureReport | undefined =>
  blocks.flatMap(({ items }) => items).find((item) => item.kind === 'signature');

describe('a signed message', () => {
  it('is explained with its signer and what the signature covers', async () => {
    const report = await explain(signed, trusted());
    expect(report).toMatchObject({ soap: '1.1', problems: [] });
    expect(report.blocks).toMatchObject([{ mustUnderstand: true }]);
    expect(signatureIn(report)).toMatchObject({
      algorithm: 'rsa-sha256',
      canonicalization: 'exclusive',
      key: { namedBy: 'certificate', certificate: { subject: 'CN=Sender', key: 'RSA 2048' } },
      trust: { verdict: 'right' },
      value: { verdict: 'right' },
    });
    expect(report.protection).toEqual(
      expect.arrayContaining([
        { element: 'Envelope/Body', signed: 'yes', encrypted: 'no' },
        { element: 'Envelope/Header/Security/Timestamp', signed: 'yes', encrypted: 'no' },
        { element: 'Envelope/Header/To', signed: 'no', encrypted: 'no' },
      ]),
    );
  });

  it('is checked by its own certificate if nobody is trusted', async () => {
    const report = await explain(signed);
    expect(signatureIn(report)).toMatchObject({ trust: { verdict: 'unchecked' }, value: { verdict: 'right' } });
    expect(report.protection).toContainEqual({ element: 'Envelope/Body', signed: 'yes', encrypted: 'no' });
  });

  it('by somebody else is not trusted', async () => {
    const report = await explain(signed, { trust: trust({ pinned: receiver }) });
    expect(signatureIn(report)).toMatchObject({ trust: { verdict: 'wrong' }, value: { verdict: 'right' } });
    expect(report.protection).toContainEqual({ element: 'Envelope/Body', signed: 'wrong', encrypted: 'no' });
    expect(report.problems).toEqual([expect.stringContaining('The key of the signature is not trusted: ')]);
  });

  it('that was changed names the changed element, and no other one', async () => {
    const report = await explain(signed.replace('geheim', 'anders'), trusted());
    expect(report.problems).toEqual([
      expect.stringMatching(/^The reference #\S+ \(Envelope\/Body\) is wrong: it was changed after it was signed\.$/),
    ]);
    expect(report.protection).toContainEqual({ element: 'Envelope/Body', signed: 'wrong', encrypted: 'no' });
    expect(report.protection).toContainEqual({
      element: 'Envelope/Header/Security/Timestamp',
      signed: 'yes',
      encrypted: 'no',
    });
  });

  it('that was indented says so', async () => {
    const report = await explain(
      signed.replace('<b:Pay>', '\n  <b:Pay>\n').replace('</b:Pay>', '\n</b:Pay>\n'),
      trusted(),
    );
    expect(report.problems).toEqual([expect.stringContaining('the message was indented after it was signed')]);
  });

  it('whose SignedInfo was indented says so', async () => {
    const indented = signed.replace(/(<ds:SignedInfo[^>]*>)/, '$1\n').replace('</ds:SignedInfo>', '\n</ds:SignedInfo>');
    const report = await explain(indented, trusted());
    expect(report.problems).toEqual([expect.stringContaining('the message was indented after it was signed')]);
    expect(report.problems[0]).toMatch(/^The signature is wrong: SignedInfo was changed/);
  });

  it('whose sender names another canonicalization says which', async () => {
    const named = signed.replace(
      /(<ds:Transform Algorithm=")http:\/\/www\.w3\.org\/2001\/10\/xml-exc-c14n#"/,
      '$1http://www.w3.org/TR/2001/REC-xml-c14n-20010315"',
    );
    const report = await explain(named.replace(/<ec:InclusiveNamespaces[^>]*PrefixList[^>]*\/>/, ''), trusted());
    expect(report.problems.join()).toMatch(/SignedInfo was changed/);
  });

  it('is no longer valid after its time', async () => {
    const report = await explain(signed, { ...trusted(), time: Date.now() + 3_600_000 });
    expect(report.problems).toEqual([
      expect.stringMatching(/^The Timestamp is not valid: it expired 5\d minutes before /),
    ]);
  });

  it('with a wrapped Body shows that another one is read', async () => {
    const body = /<s:Body.*<\/s:Body>/s.exec(signed)?.[0] ?? '';
    const forged = signed
      .replace(body, '<s:Body><b:Pay><b:Card>666</b:Card></b:Pay></s:Body>')
      .replace('<b:To>', `<b:Wrapper>${body}</b:Wrapper><b:To>`);
    const report = await explain(forged, trusted());
    expect(report.protection).toContainEqual({ element: 'Envelope/Body', signed: 'no', encrypted: 'no' });
    expect(signatureIn(report)?.references.map(({ element }) => element)).toContain('Envelope/Header/Wrapper/Body');
  });
});

describe('an encrypted message', () => {
  it('names its receiver, and what is encrypted', async () => {
    const report = await explain(encrypt(signed), { ...trusted(), certificates: [receiver] });
    expect(report.blocks[0]?.items[0]).toMatchObject({
      kind: 'encrypted-key',
      algorithm: 'rsa-oaep-sha1',
      key: { namedBy: 'issuer and serial number', certificate: { subject: 'CN=Receiver' } },
      encrypted: [{ what: 'content of Envelope/Body', algorithm: 'aes256-gcm' }],
      check: { verdict: 'unchecked', reason: 'no key was given (--key)' },
    });
    expect(report.problems).toEqual([]);
    expect(report.protection).toContainEqual({ element: 'Envelope/Body', signed: 'unchecked', encrypted: 'content' });
  });

  it('is decrypted before the signature that was made before', async () => {
    const keys = [decryptionKey({ pem: folder.read('Receiver.key'), certificates: receiver })];
    const report = await explain(encrypt(signed), { ...trusted(), keys });
    expect(report.problems).toEqual([]);
    expect(report.protection).toContainEqual({ element: 'Envelope/Body', signed: 'yes', encrypted: 'content' });
    expect(JSON.stringify(report)).not.toContain('geheim');
  });

  it('that was signed afterwards is verified without a key', async () => {
    const block = `<s:Header><wsse:Security xmlns:wsse="${wsse}"/>`;
    const report = await explain(await sign(encrypt(plain.replace('<s:Header>', block))), trusted());
    expect(report.protection).toContainEqual({ element: 'Envelope/Body', signed: 'yes', encrypted: 'content' });
    expect(report.problems).toEqual([]);
  });

  it('for somebody else says so', async () => {
    const keys = [decryptionKey({ pem: folder.read('Sender.key'), certificates: sender })];
    const report = await explain(encrypt(signed), { keys });
    expect(report.problems).toEqual([
      'What is encrypted cannot be read: An EncryptedKey is for a key that is not ours.',
    ]);
  });
});

it('what is in parts by XOP was signed in its place', async () => {
  const data = await sign(plain.replace('geheim', 'aGk='));
  const include = '<i:Include xmlns:i="http://www.w3.org/2004/08/xop/include" href="cid:1"/>';
  const parts = [{ id: '1', contentType: undefined, content: bytes('hi') }];
  const message = { envelope: bytes(data.replace('aGk=', include)), parts };
  expect((await explainSecurity(message, trusted())).problems).toEqual([]);
  const other = { ...message, parts: [{ id: '1', contentType: undefined, content: bytes('ho') }] };
  expect((await explainSecurity(other, trusted())).problems).toHaveLength(1);
});

it('an assertion is explained with the signature of its issuer', async () => {
  const key = signingKey({ pem: folder.read('Sender.key'), certificates: sender });
  const assertion = await signedAssertion(key);
  const block = `<s:Header><wsse:Security xmlns:wsse="${wsse}">${assertion}</wsse:Security>`;
  const report = await explain(plain.replace('<s:Header>', block), trusted());
  expect(report.blocks[0]?.items).toMatchObject([
    { kind: 'token', name: expect.stringMatching(/^SAML 2.0 assertion of https:\/\/sts\.example, until /) },
    { kind: 'signature', trust: { verdict: 'right' }, value: { verdict: 'right' } },
  ]);
  expect(report.problems).toEqual([]);
  expect(report.protection).toContainEqual({
    element: 'Envelope/Header/Security/Assertion',
    signed: 'yes',
    encrypted: 'no',
  });
  const forged = await explain(plain.replace('<s:Header>', block.replace('anna', 'bert')), trusted());
  expect(forged.problems).toEqual([expect.stringContaining('it was changed after it was signed')]);
});

it('passwords and nonces are not in a report', async () => {
  const token = `<wsse:Security xmlns:wsse="${wsse}" xmlns:wsu="${wsu}"><wsse:UsernameToken><wsse:Username>ada</wsse:Username><wsse:Password>correct horse</wsse:Password><wsse:Nonce>bm9uY2U=</wsse:Nonce><wsu:Created>2026-11-28T15:00:00Z</wsu:Created></wsse:UsernameToken></wsse:Security>`;
  const report = await explain(plain.replace('<s:Header>', `<s:Header>${token}`), { time });
  expect(report.blocks[0]?.items).toEqual([
    { kind: 'username-token', user: 'ada', password: 'text', nonce: true, created: '2026-11-28T15:00:00Z' },
  ]);
  expect(JSON.stringify(report)).not.toMatch(/correct horse|bm9uY2U=/);
});

it('a message without security says so', async () => {
  expect((await explain(plain)).problems).toEqual(['The message has no Security header block.']);
});

it.each(['<a/>', 'text', '<s:Envelope'])('%s is no envelope', async (other) => {
  await expect(explain(other)).rejects.toMatchObject({ name: 'SecurityError', code: 'form' });
});
