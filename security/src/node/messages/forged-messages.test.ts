import { createSecretKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type IssuedCertificate, issueCertificate } from '../../../../test/support/runtime/certificate.ts';
import { EnvelopeEditor } from '../../../../test/support/security/envelope-editor.ts';
import { forgers, type Original } from '../../../../test/support/security/forgers.ts';
import { memoryReplayStore } from '../../replay.ts';
import { SecurityError } from '../../security-error.ts';
import { type SigningKey, signingKey, type Trust, trust } from '../keys/index.ts';
import {
  readMessage,
  type SignedPart,
  type SignOptions,
  signMessage,
  type VerifiedMessage,
  verifyMessage,
} from './index.ts';

const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const soap12 = 'http://www.w3.org/2003/05/soap-envelope';
const xsi = 'http://www.w3.org/2001/XMLSchema-instance';

const to = { namespace: 'http://www.w3.org/2005/08/addressing', local: 'To' };
const parts: readonly SignedPart[] = ['Body', 'Timestamp', 'UsernameToken', to];

const token =
  '<wsse:UsernameToken><wsse:Username>anna</wsse:Username><wsse:Password>p</wsse:Password></wsse:UsernameToken>';

function envelope(soap: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<s:Envelope xmlns:s="${soap}" xmlns:xsi="${xsi}" xmlns:t="urn:t"><s:Header><a:To xmlns:a="${to.namespace}">urn:good</a:To><wsse:Security xmlns:wsse="${wsse}">${token}</wsse:Security></s:Header>
<s:Body><m:Pay xmlns:m="urn:m"><m:Name xsi:type="t:Name">Zo\u00eb &amp; co</m:Name></m:Pay></s:Body></s:Envelope>`;
}

const own = issueCertificate('own');
const foreign = issueCertificate('own', { keys: generateKeyPairSync('rsa', { modulusLength: 2048 }) });
const secret = Buffer.alloc(32, 5);

interface Shape {
  readonly soap: string;
  readonly key: SigningKey;
  readonly raw: KeyObject;
  readonly trusted: Trust;
  readonly options: Partial<SignOptions>;
}

const certified = { key: signingKey({ key: own.key, certificates: own.certificate }), raw: own.key };
const trusted = trust({ pinned: own.certificate });

const shapes: Readonly<Record<string, Shape>> = {
  'a BinarySecurityToken in SOAP 1.1': { ...certified, soap: soap11, trusted, options: {} },
  'a signed BinarySecurityToken in SOAP 1.2': {
    ...certified,
    soap: soap12,
    trusted,
    options: { parts: [...parts, 'BinarySecurityToken'], strTransform: true },
  },
  'a thumbprint in SOAP 1.2': {
    ...certified,
    soap: soap12,
    trusted,
    options: { reference: 'thumbprint', digest: 'sha512' },
  },
  'HMAC in SOAP 1.1': {
    soap: soap11,
    key: signingKey({ secret }),
    raw: createSecretKey(secret),
    trusted: trust({ secrets: { shared: secret } }),
    options: { reference: { keyName: 'shared' } },
  },
};

/** Verifies a message; the code of the reason if it is refused. */
async function outcome(text: string, shape: Shape): Promise<VerifiedMessage | string> {
  try {
    const required = (shape.options.parts ?? parts) as readonly SignedPart[];
    const message = readMessage(Buffer.from(text, 'latin1'));
    return await verifyMessage(message, { trust: shape.trusted, parts: required });
  } catch (error) {
    if (error instanceof SecurityError) return error.code;
    throw error;
  }
}

async function signed({ soap, key, options }: Shape): Promise<string> {
  const bytes = await signMessage(new TextEncoder().encode(envelope(soap)), { key, parts, ...options });
  return Buffer.from(bytes).toString('latin1');
}

let made = 0;

describe.each(Object.entries(shapes))('%s', (_, shape) => {
  let original: Original;

  beforeAll(async () => {
    original = { text: await signed(shape), key: shape.raw, certificate: own.certificate, foreign };
  });

  it('is accepted', async () => {
    expect(await outcome(original.text, shape)).toMatchObject({ covered: expect.any(Array) });
  });

  it.each(forgers)('is refused with %s', async (_, forge) => {
    const forged = forge(original, new EnvelopeEditor(original.text));
    if (forged === undefined) return;
    made += 1;
    expect(forged).not.toBe(original.text);
    expect(await outcome(forged, shape)).toEqual(expect.any(String));
  });
});

it('two hundred and more messages were forged', () => {
  expect(made).toBeGreaterThan(400);
});

describe('several signers', () => {
  const second: IssuedCertificate = issueCertificate('second');
  const shape = shapes['a BinarySecurityToken in SOAP 1.1'] as Shape;
  const both = { ...shape, trusted: trust({ pinned: [own.certificate, second.certificate] }) };
  const secondKey = signingKey({ key: second.key, certificates: second.certificate });

  it('do not add up: none of them has signed the whole', async () => {
    const first = await signMessage(Buffer.from(envelope(soap11)), {
      key: shape.key,
      parts: ['Timestamp', 'UsernameToken'],
    });
    const whole = await signMessage(first, { key: secondKey, parts: ['Body', to] });
    expect(await outcome(Buffer.from(whole).toString('latin1'), both)).toBe('policy');
  });

  it('are accepted if one has signed the whole; a signature by nobody is refused beside it', async () => {
    const first = await signMessage(Buffer.from(envelope(soap11)), { key: shape.key, parts });
    const whole = Buffer.from(await signMessage(first, { key: secondKey, parts: ['Body'] })).toString('latin1');
    const verified = await outcome(whole, both);
    expect((verified as VerifiedMessage).certificate?.subject).toBe('CN=own');
    expect(await outcome(whole, shape)).toBe('key');
  });
});

describe('messages that are sent again', () => {
  const shape = shapes['a BinarySecurityToken in SOAP 1.1'] as Shape;
  // Order of the group of P-256.
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

  it('are refused, and those whose ECDSA signature was turned into its twin', async () => {
    const text = await signed(shape);
    const options = { trust: trusted, parts, replay: memoryReplayStore() };
    const verify = (one: string) => verifyMessage(readMessage(Buffer.from(one, 'latin1')), options);
    await verify(text);
    const message = new EnvelopeEditor(text);
    const value = Buffer.from(message.content(message.one('SignatureValue')), 'base64');
    const twin = order - BigInt(`0x${value.subarray(32).toString('hex')}`);
    const bytes = Buffer.concat([value.subarray(0, 32), Buffer.from(twin.toString(16).padStart(64, '0'), 'hex')]);
    const again = message.filled(message.one('SignatureValue'), bytes.toString('base64'));
    expect(await outcome(again, shape)).toMatchObject({ algorithm: 'ecdsa-sha256' });
    for (const one of [text, again]) await expect(verify(one)).rejects.toMatchObject({ code: 'replay' });
  });
});

describe('types of values', () => {
  const shape = shapes['a BinarySecurityToken in SOAP 1.1'] as Shape;

  it('whose prefix is declared outside of the Body are signed with it', async () => {
    const text = await signed(shape);
    expect(text).toContain('PrefixList="t xsi"');
    expect(await outcome(text.replace('xmlns:t="urn:t"', 'xmlns:t="urn:evil"'), shape)).toBe('signature');
  });

  it.each([
    ['inside', '<m:Name xmlns:t="urn:t" xsi:type="t:Name">', 'policy'],
    ['again', '<t:Name><m:Name xmlns:t="urn:t" xsi:type="t:Name"></m:Name></t:Name><m:Name>', 'policy'],
    ['and used by a name', '<t:Name xsi:type="t:Name"></t:Name><m:Name>', undefined],
  ])('may be declared %s only where a name uses it', async (_, start, reason) => {
    const xml = envelope(soap11).replace('<m:Name xsi:type="t:Name">', start);
    const bytes = await signMessage(Buffer.from(xml), { key: shape.key, parts, inclusivePrefixes: [] });
    const found = await outcome(Buffer.from(bytes).toString('latin1'), shape);
    if (reason === undefined) expect(found).toMatchObject({ algorithm: 'ecdsa-sha256' });
    else expect(found).toBe(reason);
  });

  it('are refused where nobody has signed what they mean', async () => {
    const text = await signed({ ...shape, options: { inclusivePrefixes: [] } });
    expect(await outcome(text, shape)).toBe('policy');
    const options = { trust: trusted, parts, unsignedTypes: true };
    expect(await verifyMessage(readMessage(Buffer.from(text, 'latin1')), options)).toMatchObject({ covered: {} });
    const standard = envelope(soap11).replace('urn:t', 'http://www.w3.org/2001/XMLSchema');
    const bytes = await signMessage(Buffer.from(standard), { key: shape.key, parts, inclusivePrefixes: [] });
    expect(await outcome(Buffer.from(bytes).toString('latin1'), shape)).toMatchObject({ covered: expect.any(Array) });
  });
});

it('comments and CDATA sections in signed content change neither the signature nor the values', async () => {
  const shape = shapes['a BinarySecurityToken in SOAP 1.1'] as Shape;
  const text = await signed(shape);
  const changed = text.replace('&amp; co<', '<!-- x --><![CDATA[&]]> co<');
  expect(changed).not.toBe(text);
  expect(await outcome(changed, shape)).toMatchObject({ covered: expect.any(Array) });
});
